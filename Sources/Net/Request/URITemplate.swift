/// A URI with places for values: `/users/{username}/repos{?page,per_page}`.
///
/// Use it wherever a path or a query is made of values, so that each is escaped as its place needs it.
///
/// ```swift
/// let repositories = try URITemplate("/users/{username}/repos{?page,per_page}")
/// network.get(repositories.with(["username": "trentm", "page": 2]))  // /users/trentm/repos?page=2
/// try repositories.expand(["username": "a/b"])  // "/users/a%2Fb/repos"
/// ```
///
/// All operators and modifiers are there: `{var}`, `{+var}`, `{#var}`, `{.var}`, `{/var}`, `{;var}`, `{?var}`,
/// `{&var}`, the prefix `{var:3}` and the explosion `{list*}`. A value may be a scalar, a list of scalars or a
/// dictionary of scalars, which is sorted by key; scalars are spelled as ``URLEncoding`` spells them by
/// default. What is nil, has no value, or is an empty list or dictionary is undefined, and says nothing. Of
/// repeated keys the first counts. Source: RFC 6570, level 4.
public struct URITemplate: Sendable {
  /// The template as it was written.
  public let text: String
  let parts: [Part]

  /// Parses a template.
  ///
  /// - Throws: ``URITemplateError/malformed(_:position:)``.
  public init(_ text: String) throws(URITemplateError) {
    self.text = text
    var parser = URITemplateParser(text)
    parts = try parser.parts()
  }

  /// The names of the variables, in order, each as often as it occurs.
  public var variableNames: [String] {
    parts.flatMap { part -> [String] in
      switch part {
      case .literal: []
      case .expression(_, let variables): variables.map(\.name)
      }
    }
  }
}

extension URITemplate {
  /// A piece of a template.
  enum Part: Sendable, Hashable {
    /// Text that stands as it is, escaped where it must be.
    case literal(String)
    /// What stands between braces.
    case expression(Operator, [Variable])
  }

  /// A variable of an expression.
  struct Variable: Sendable, Hashable {
    var name: String
    var modifier: Modifier?
  }

  /// What becomes of a variable's value.
  enum Modifier: Sendable, Hashable {
    /// The first so many characters.
    case prefix(Int)
    /// Each member by itself.
    case explode
  }

  /// The kind of an expression (RFC 6570 section 2.2).
  enum Operator: Unicode.Scalar, Sendable, Hashable, CaseIterable {
    case simple = "\0"
    case reserved = "+"
    case fragment = "#"
    case label = "."
    case path = "/"
    case pathParameter = ";"
    case query = "?"
    case continuation = "&"

    /// What stands before the first defined variable.
    var opening: String {
      switch self {
      case .simple, .reserved: ""
      default: String(rawValue)
      }
    }

    /// What stands between variables, and between exploded members.
    var separator: String {
      switch self {
      case .simple, .reserved, .fragment: ","
      case .query: "&"
      default: String(rawValue)
      }
    }

    /// Whether values carry the name of their variable.
    var isNamed: Bool { self == .pathParameter || self == .query || self == .continuation }

    /// Whether reserved characters and escapes in values stand as they are.
    var allowsReserved: Bool { self == .reserved || self == .fragment }
  }
}

extension URITemplate: Hashable, CustomStringConvertible {
  /// Two templates are equal when they are written alike.
  public static func == (left: URITemplate, right: URITemplate) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The template as it was written.
  public var description: String { text }
}
