import Stream

/// Maps values to characters, with new letters for values that the diagram does not contain.
struct MarbleLetters<Element: Equatable & Sendable> {
  private var known: [(character: Character, value: Element)] = []

  /// Creates the letters of the values in the diagram.
  init(_ diagram: MarbleDiagram<Element>) {
    for item in diagram.items {
      guard let value = item.event.element else { continue }
      if !known.contains(where: { $0.character == item.character }) { known.append((item.character, value)) }
    }
  }

  /// The character for an event.
  ///
  /// A new value is represented by itself if it is a single letter or digit, otherwise by the next free letter.
  mutating func character(for event: Event<Element>) -> Character {
    switch event {
    case .completed: return "|"
    case .error: return "#"
    case .next(let value):
      if let entry = known.first(where: { $0.value == value }) { return entry.character }
      let character = itself(value) ?? free()
      known.append((character, value))
      return character
    }
  }

  private func itself(_ value: Element) -> Character? {
    let text = "\(value)"
    guard text.count == 1, let character = text.first, character.isLetter || character.isNumber else {
      return nil
    }
    return isTaken(character) ? nil : character
  }

  private func free() -> Character {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    // If there are more values than letters, the rest share one; the text below the diagrams distinguishes them.
    return letters.first { !isTaken($0) } ?? "?"
  }

  private func isTaken(_ character: Character) -> Bool { known.contains { $0.character == character } }

  /// A line for each character that does not represent itself.
  var legend: [String] {
    known.filter { "\($0.value)" != String($0.character) }
      .sorted { $0.character < $1.character }
      .map { "  \($0.character) = \(excerpt(of: spelling(of: $0.value)))" }
  }
}
