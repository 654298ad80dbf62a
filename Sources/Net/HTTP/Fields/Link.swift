public import Foundation

/// A link from the `Link` header of a response (RFC 8288).
///
/// Use it to find the next page of a list:
///
/// ```swift
/// let next = response.response?.links.first { $0.relations.contains("next") }?.url
/// ```
///
/// A link with the parameter `anchor` is not one of the response, but of the resource that it names.
public struct Link: Sendable, Hashable {
  /// The target as written between `<` and `>`.
  public var target: String
  /// The target, resolved against the URL of the response (RFC 8288 section 3.2), with characters that RFC 3986 forbids
  /// escaped.
  ///
  /// It is nil if that is not an absolute URL.
  public var url: URL?
  /// The relations with ASCII letters in lower case, such as `next` and `last`.
  public var relations: [String]
  /// The other parameters by lower-case name.
  ///
  /// If one is repeated, the first is used (RFC 8288 section 3).
  public var parameters: [String: String]

  /// Creates a link.
  public init(target: String, url: URL? = nil, relations: [String], parameters: [String: String] = [:]) {
    self.target = target
    self.url = url
    self.relations = relations
    self.parameters = parameters
  }

  /// Parses the values of `Link` fields, in order.
  ///
  /// Each may contain several links.
  ///
  /// ```swift
  /// Link.parse([#"<https://api.example.com/users?page=2>; rel="next""#])
  /// ```
  ///
  /// Commas and semicolons inside quotes and `<>` do not separate. Malformed links are ignored.
  public static func parse(_ values: some Sequence<String>, relativeTo base: URL? = nil) -> [Link] {
    values.flatMap { HeaderSyntax.split($0, at: ",") }.compactMap { Link($0, relativeTo: base) }
  }

  private init?(_ text: String, relativeTo base: URL?) {
    let parts = HeaderSyntax.split(text, at: ";")
    guard let first = parts.first?.utf8, first.first == UInt8(ascii: "<"), first.last == UInt8(ascii: ">")
    else { return nil }
    target = HeaderSyntax.trimmed(Substring(first.dropFirst().dropLast()))
    // An empty target is the response itself. Foundation cannot create a URL from it.
    let resolved = target.isEmpty ? base : URL(reference: target, of: base)
    url = resolved?.scheme == nil ? nil : resolved
    relations = []
    parameters = [:]
    var hasRelations = false
    for part in parts.dropFirst() {
      let (name, value) = HeaderSyntax.parameter(part)
      guard HeaderSyntax.isToken(name) else { continue }
      if name == "rel" {
        // The first one is used (RFC 8288 section 3.3).
        if !hasRelations {
          relations = HeaderSyntax.folded(value).split(whereSeparator: \.isWhitespace).map(String.init)
        }
        hasRelations = true
      } else if parameters[name] == nil {
        parameters[name] = value
      }
    }
  }
}

extension Link {
  /// Returns whether this is a link of the resource with this URL, and not of another one that its `anchor` names (RFC
  /// 8288 section 3.2).
  ///
  /// The fragment of the URL does not count, because it is not part of a request.
  package func isLink(of resource: URL?) -> Bool {
    guard let anchor = parameters["anchor"], !anchor.isEmpty else { return true }
    guard let resource, let context = URL(reference: anchor, of: resource), context.fragment == nil else {
      return false
    }
    return context.requestText == resource.requestText
  }
}

// MARK: - Equality

extension Link {
  private var texts: [ExactText] { [ExactText(target)] + relations.map(ExactText.init) }
  private var pairs: [[ExactText]] {
    parameters.map { [ExactText($0.key), ExactText($0.value)] }.sorted { $0[0] < $1[0] }
  }

  /// Whether the links are equal, with the same code points in every text.
  public static func == (left: Link, right: Link) -> Bool {
    left.texts == right.texts && left.url == right.url && left.pairs == right.pairs
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
    hasher.combine(url)
    hasher.combine(pairs)
  }
}
