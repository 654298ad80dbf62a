import Foundation

/// A member of `Vary`: a request field on which the response depends (RFC 9110 section 12.5.5).
struct VaryField: Sendable, Equatable {
  /// How values are brought to the form in which they are compared.
  private enum Form: Hashable {
    /// The members of a list, without the blanks around them.
    case list
    /// A list of preferences: also in lower case, without `;q=1`, sorted.
    case preferences
    /// The text as it is, stored as a digest, because it may be a credential.
    case digest
  }

  /// The name in lower case.
  let name: String
  private let form: Form

  /// Whether only a digest of the value is stored: it may be a credential, or the session of the request hides it.
  func isHidden(by redaction: Redaction?) -> Bool {
    form == .digest || redaction?.hides(headerName: name) ?? false
  }

  init(_ name: String) {
    self.name = HeaderSyntax.folded(name)
    form =
      switch self.name {
      case "accept-language", "accept-encoding", "accept-charset": .preferences
      // The most common ones: to look for secrets in names takes microseconds.
      case "accept", "origin", "user-agent": .list
      default: Redaction.standard.hides(headerName: self.name) ? .digest : .list
      }
  }

  /// Returns the members of the text of `Vary`, or nil if one is `*`: then no other request matches.
  static func fields(of text: String?) -> [VaryField]? {
    guard let text else { return [] }
    let names = HeaderSyntax.split(text, at: ",").filter { !$0.isEmpty }
    if names.contains("*") { return nil }
    guard names.count > FieldNames.few else { return names.map(VaryField.init) }
    // Each name once, because its value is computed for each member.
    var known: Set<HTTPField> = []
    return names.filter { known.insert(HTTPField(name: $0, value: "")).inserted }.map(VaryField.init)
  }

  /// Returns the request fields that are stored with a response, to be compared with those of later requests.
  ///
  /// What the session of the request hides is stored as a digest.
  static func selecting(
    _ fields: [VaryField], of request: HTTPHeaders, redaction: Redaction? = nil
  ) -> HTTPHeaders {
    var selecting: HTTPHeaders = [:]
    let names = fields.count > FieldNames.few ? FieldNames(of: request) : nil
    for field in fields where names?.contains(field.name) ?? true {
      guard let value = field.value(in: request) else { continue }
      let stored = field.isHidden(by: redaction) ? Self.digest(value) : Self.unmarked(value)
      selecting.update(name: field.name, value: stored)
    }
    return selecting
  }

  /// Returns whether a request has the value that was stored.
  ///
  /// A field that is absent equals only one that is absent.
  func isSame(in request: HTTPHeaders, as stored: HTTPHeaders) -> Bool {
    let stored = stored.firstValue(for: name)
    guard let stored else { return !request.contains(name) }
    return value(in: request).map { Self.isStored($0, as: stored) } ?? false
  }

  /// Returns whether two stored values are the same.
  func isSame(_ left: HTTPHeaders, _ right: HTTPHeaders) -> Bool {
    guard let left = left.firstValue(for: name) else { return !right.contains(name) }
    guard let right = right.firstValue(for: name) else { return false }
    return left.hasCodePoints(of: right) || !Self.isDigest(left) && Self.isStored(left, as: right)
      || !Self.isDigest(right) && Self.isStored(right, as: left)
  }

  // MARK: - Values

  /// The value in the form in which it is compared.
  private func value(in request: HTTPHeaders) -> String? {
    guard let text = request[name] else { return nil }
    return switch form {
    case .digest: text
    case .list: Self.members(text).joined(separator: ",")
    case .preferences:
      Self.members(HeaderSyntax.folded(text)).map(Self.withoutFullWeight)
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ",")
    }
  }

  private static let mark = "sha-256:"

  private static func digest(_ value: String) -> String {
    mark + SHA256.hexadecimal(SHA256.digest(value.utf8))
  }

  private static func isDigest(_ stored: String) -> Bool { stored.starts(withCodePointsOf: mark) }

  /// The value, or its digest if it looks like one, so that what looks like a digest is one.
  private static func unmarked(_ value: String) -> String { isDigest(value) ? digest(value) : value }

  /// Whether a value was stored like this: as it is, or as a digest by a session that hides the field.
  private static func isStored(_ value: String, as stored: String) -> Bool {
    isDigest(stored) ? digest(value).hasCodePoints(of: stored) : value.hasCodePoints(of: stored)
  }

  private static func members(_ text: String) -> [String] {
    HeaderSyntax.split(text, at: ",").filter { !$0.isEmpty }
  }

  /// Removes `;q=1`, which is the default, and the blanks around other parameters.
  private static func withoutFullWeight(_ member: String) -> String {
    let parts = HeaderSyntax.split(member, at: ";")
    guard parts.count > 1 else { return member }
    return parts.filter { !["q=1", "q=1.", "q=1.0", "q=1.00", "q=1.000"].contains($0) }.joined(separator: ";")
  }
}
