extension String {
  /// The text of a value without the addresses of its private types, which differ from process to process:
  /// `App.(unknown context at $55c179b75804).Detail` becomes `App.Detail`.
  package var withoutAddresses: String {
    let opening = "(unknown context at $"
    // Most texts have none.
    guard contains(opening) else { return self }
    let parts = split(separator: opening, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      let rest = part.drop { $0.isHexDigit }
      text += rest.hasPrefix(").") ? rest.dropFirst(2) : opening + part
    }
  }
}
