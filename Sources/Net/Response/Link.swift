public import Foundation

/// A link that a response names in its `Link` header (RFC 8288).
///
/// Use it to find the next page of a list:
///
/// ```swift
/// let next = response.response?.links.first { $0.relations.contains("next") }?.url
/// ```
public struct Link: Sendable, Hashable {
  /// The target as written between `<` and `>`.
  public var target: String
  /// The target, resolved against the URL of the response (RFC 8288 section 3.2); nil when that is no absolute
  /// URL.
  public var url: URL?
  /// The relations, ASCII letters in lower case: `next`, `last`.
  public var relations: [String]
  /// The other parameters by name, in lower case. Of a repeated one the first counts (RFC 8288 section 3).
  public var parameters: [String: String]

  /// Makes a link.
  public init(target: String, url: URL? = nil, relations: [String], parameters: [String: String] = [:]) {
    self.target = target
    self.url = url
    self.relations = relations
    self.parameters = parameters
  }

  /// Reads the values of a `Link` header, in order, each of which may hold several links.
  ///
  /// ```swift
  /// Link.parse([#"<https://api.example.com/users?page=2>; rel="next""#])
  /// ```
  ///
  /// Commas and semicolons inside quotes and `<>` are text. What is malformed is passed over, and the rest is
  /// read.
  public static func parse(_ values: some Sequence<String>, relativeTo base: URL? = nil) -> [Link] {
    values.flatMap { HeaderSyntax.split($0, at: ",") }.compactMap { Link($0, relativeTo: base) }
  }

  private init?(_ text: String, relativeTo base: URL?) {
    let parts = HeaderSyntax.split(text, at: ";")
    guard let first = parts.first, first.hasPrefix("<"), first.hasSuffix(">") else { return nil }
    target = HeaderSyntax.trimmed(first.dropFirst().dropLast())
    // An empty target is the response itself, which Foundation makes no URL of.
    let resolved = target.isEmpty ? base : URL(string: target, relativeTo: base)?.absoluteURL
    url = resolved?.scheme == nil ? nil : resolved
    relations = []
    parameters = [:]
    var hasRelations = false
    for part in parts.dropFirst() {
      let (name, value) = HeaderSyntax.parameter(part)
      guard HeaderSyntax.isToken(name) else { continue }
      if name == "rel" {
        // The first counts (RFC 8288 section 3.3).
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

extension ResponseHead {
  /// The links of the `Link` header (RFC 8288), resolved against the URL of the response.
  public var links: [Link] { Link.parse(headers.values(for: "Link"), relativeTo: url) }
}
