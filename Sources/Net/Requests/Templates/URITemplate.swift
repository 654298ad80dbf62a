/// A URI with placeholders: `/users/{username}/repos{?page,per_page}`.
///
/// Use it to build a path or query from values. Each value is escaped as its position requires.
///
/// ```swift
/// let repositories = try URITemplate("/users/{username}/repos{?page,per_page}")
/// network.get(repositories.with(["username": "trentm", "page": 2]))  // /users/trentm/repos?page=2
/// try repositories.expand(["username": "a/b"])  // "/users/a%2Fb/repos"
/// ```
///
/// All operators and modifiers are supported: `{var}`, `{+var}`, `{#var}`, `{.var}`, `{/var}`, `{;var}`, `{?var}`,
/// `{&var}`, the prefix `{var:3}` and the explosion `{list*}`. A value may be a scalar, a list of scalars or a
/// dictionary of scalars, which is sorted by key. Scalars have the default format of ``URLEncoding``. A value that is
/// missing, nil, or an empty list or dictionary is undefined and omitted. If a key is repeated, its first value is
/// used. Source: RFC 6570, level 4.
///
/// A value never chooses the host: an expansion that begins with `//` because of a value is an error. The exception is
/// a template that begins with `{+var}`, whose value may be a whole URI.
public struct URITemplate: Sendable {
  /// The text of the template.
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

  /// The names of the variables in order, including repeated ones.
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
  /// A part of a template.
  enum Part: Sendable, Hashable {
    /// Literal text, escaped if necessary.
    case literal(String)
    /// The content of a pair of braces.
    case expression(Operator, [Variable])
  }

  /// A variable of an expression.
  struct Variable: Sendable, Hashable {
    var name: String
    var modifier: Modifier?
  }

  /// A modifier of a variable.
  enum Modifier: Sendable, Hashable {
    /// Only the first characters, up to this number.
    case prefix(Int)
    /// Each member separately.
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

    /// The text before the first defined variable.
    var opening: String {
      switch self {
      case .simple, .reserved: ""
      default: String(rawValue)
      }
    }

    /// The separator of variables and of exploded members.
    var separator: String {
      switch self {
      case .simple, .reserved, .fragment: ","
      case .query: "&"
      default: String(rawValue)
      }
    }

    /// Whether values are preceded by the name of their variable.
    var isNamed: Bool { self == .pathParameter || self == .query || self == .continuation }

    /// Whether reserved characters and escapes in values are kept.
    var allowsReserved: Bool { self == .reserved || self == .fragment }
  }
}

extension URITemplate: Hashable, CustomStringConvertible {
  /// Returns whether the texts of the templates have the same code points, and so expand to the same URLs.
  public static func == (left: URITemplate, right: URITemplate) -> Bool {
    left.text.hasCodePoints(of: right.text)
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { text.hashCodePoints(into: &hasher) }

  /// The text of the template.
  public var description: String { text }
}
