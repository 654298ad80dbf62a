extension URLEncoding {
  /// Where the pairs go.
  public enum Destination: Sendable, Hashable {
    /// To the query of `GET`, `HEAD` and `DELETE`, to the body of every other method.
    case methodDependent
    /// To the query.
    case queryString
    /// To the body, as a form.
    case httpBody

    func isBody(for method: HTTPMethod) -> Bool {
      switch self {
      case .methodDependent: !method.encodesParametersInQuery
      case .queryString: false
      case .httpBody: true
      }
    }
  }

  /// How the key of an array's element is spelled.
  public enum ArrayEncoding: Sendable {
    /// `key[]=a&key[]=b`, the brackets escaped.
    case brackets
    /// `key=a&key=b`.
    case noBrackets
    /// `key[0]=a&key[1]=b`, the brackets escaped.
    case indexInBrackets
    /// As the closure spells it, given the key of the array and the index; what it gives is escaped.
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

  /// How truth values are spelled.
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

  /// What becomes of nil.
  public enum NilEncoding: Sendable, Hashable {
    /// It says nothing: the key is left out.
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

  /// How the key of a dictionary's member is spelled.
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

  /// How spaces are spelled.
  public enum SpaceEncoding: Sendable, Hashable {
    /// `%20`.
    case percentEscaped
    /// `+`; a plus sign is `%2B` in any case.
    case plusReplaced
  }
}
