/// A media type or range of them (RFC 9110 sections 8.3.1 and 12.5.1), parameters left out.
struct MediaType: Hashable {
  /// The type, folded: `application`, `*`.
  var type: String
  /// The subtype, folded: `json`, `*`.
  var subtype: String

  /// Reads the text before the first `;`; nil when that is not a media type. A lone `*` means `*/*`.
  init?(_ text: some StringProtocol) {
    let essence = HeaderSyntax.folded(HeaderSyntax.trimmed(text.prefix { $0 != ";" }))
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
    if essence == "*" {
      type = "*"
      subtype = "*"
    } else if parts.count == 2, parts.allSatisfy(HeaderSyntax.isToken) {
      type = String(parts[0])
      subtype = String(parts[1])
    } else {
      return nil
    }
  }

  /// Whether this range takes the type in; nil is a type that is not named, which only `*/*` takes in.
  ///
  /// - Parameter orItsFormat: Whether `application/json` takes in `application/problem+json`, too: a type whose suffix
  ///   says that it can be read as one (RFC 6838 section 4.2.8).
  func includes(_ other: MediaType?, orItsFormat: Bool = false) -> Bool {
    guard type != "*" || subtype != "*" else { return true }
    guard let other, type == other.type else { return false }
    return subtype == "*" || subtype == other.subtype
      || (orItsFormat && other.subtype.hasSuffix("+\(subtype)"))
  }

  /// The ranges of the values of an `Accept` header, those refused by `q=0` left out.
  static func accepted(_ values: [String]) -> [String] {
    values.flatMap { HeaderSyntax.split($0, at: ",") }.filter { range in
      !range.isEmpty
        && !HeaderSyntax.split(range, at: ";").dropFirst().contains { text in
          let parameter = HeaderSyntax.parameter(text)
          return parameter.name == "q" && Double(parameter.value) == 0
        }
    }
  }
}
