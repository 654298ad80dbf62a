extension URLEncoding {
  /// Where the name–value pairs are added.
  public enum Destination: Sendable, Hashable {
    /// The query for `GET`, `HEAD` and `DELETE`, the body for every other method.
    case methodDependent
    /// The query.
    case queryString
    /// The body, as a form.
    case httpBody

    func isBody(for method: HTTPMethod) -> Bool {
      switch self {
      case .methodDependent: !method.encodesParametersInQuery
      case .queryString: false
      case .httpBody: true
      }
    }
  }

  /// The format of keys for array elements.
  public enum ArrayEncoding: Sendable {
    /// `key[]=a&key[]=b`, the brackets escaped.
    case brackets
    /// `key=a&key=b`.
    case noBrackets
    /// `key[0]=a&key[1]=b`, the brackets escaped.
    case indexInBrackets
    /// The text that the closure returns for the key of the array and the index. It is escaped.
    case custom(@Sendable (_ key: String, _ index: Int) throws -> String)

    func key(_ key: String, _ index: Int) throws -> String {
      switch self {
      case .brackets: "\(key)[]"
      case .noBrackets: key
      case .indexInBrackets: "\(key)[\(index)]"
      case .custom(let spell): try spell(key, index)
      }
    }
  }

  /// The format of Booleans.
  public enum BoolEncoding: Sendable, Hashable {
    /// `1` and `0`.
    case numeric
    /// `true` and `false`.
    case literal

    func text(of value: Bool) -> String {
      switch self {
      case .numeric: value ? "1" : "0"
      case .literal: value ? "true" : "false"
      }
    }
  }

  /// The treatment of nil.
  public enum NilEncoding: Sendable, Hashable {
    /// The key is omitted.
    case dropKey
    /// `key=`.
    case dropValue
    /// `key=null`.
    case null

    var text: String? {
      switch self {
      case .dropKey: nil
      case .dropValue: ""
      case .null: "null"
      }
    }
  }

  /// The format of keys for dictionary members.
  public enum KeyPathEncoding: Sendable, Hashable {
    /// `key[member]`, the brackets escaped.
    case brackets
    /// `key.member`.
    case dots

    func key(_ key: String, _ member: String) -> String {
      switch self {
      case .brackets: "\(key)[\(member)]"
      case .dots: "\(key).\(member)"
      }
    }
  }

  /// The format of spaces.
  public enum SpaceEncoding: Sendable, Hashable {
    /// `%20`.
    case percentEscaped
    /// `+`. A plus sign is always `%2B`.
    case plusReplaced
  }
}
