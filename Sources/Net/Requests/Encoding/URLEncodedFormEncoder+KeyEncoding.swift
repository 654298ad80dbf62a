extension URLEncodedFormEncoder {
  /// The format of member names.
  ///
  /// ```swift
  /// URLEncodedFormEncoder(keyEncoding: .snakeCase)  // perPage: per_page
  /// ```
  public enum KeyEncoding: Sendable {
    /// Unchanged.
    case asNamed
    /// `per_page` for `perPage`, `base_url` for `baseURL`.
    case snakeCase
    /// `per-page` for `perPage`, `base-url` for `baseURL`.
    case kebabCase
    /// The text that the closure returns.
    case custom(@Sendable (String) -> String)

    func key(_ name: String) -> String {
      switch self {
      case .asNamed: name
      case .snakeCase: Self.words(of: name, separator: "_")
      case .kebabCase: Self.words(of: name, separator: "-")
      case .custom(let spell): spell(name)
      }
    }

    /// A word begins at an upper-case letter after a lower-case one, and at the last of several upper-case letters
    /// before a lower-case one.
    private static func words(of name: String, separator: Character) -> String {
      let characters = Array(name)
      var text = ""
      for (index, character) in characters.enumerated() {
        if character.isUppercase, index > 0, characters[index - 1] != "_" {
          let isAfterSmall = !characters[index - 1].isUppercase
          let isBeforeSmall = index + 1 < characters.count && characters[index + 1].isLowercase
          if isAfterSmall || isBeforeSmall { text.append(separator) }
        }
        text += character.lowercased()
      }
      return text
    }
  }
}
