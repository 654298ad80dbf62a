import Stream

/// Compares a diagram with the recorded events, and describes the difference.
struct MarbleComparison<Element: Equatable & Sendable> {
  typealias Events = [Recorded<Event<Element>>]

  /// The first time at which the two differ, and the index of the event in that tick.
  private struct Difference {
    var time: Duration
    var number: Int
    var expected: Event<Element>?
    var got: Event<Element>?
  }

  let diagram: MarbleDiagram<Element>
  let got: Events
  let scale: MarbleScale

  private var expected: Events { diagram.recorded(tick: scale.tick, from: scale.origin) }

  /// The diagram as text.
  var expectedText: String { MarbleRow.align([expectedRow], length: diagram.length).lines.joined() }

  /// The failure message; nil if there is no difference.
  var mismatch: String? {
    guard let difference else { return nil }
    var letters = MarbleLetters(diagram)
    let sides = drawing(difference, &letters) ?? listing(&letters)
    let time = scale.words(for: difference.time)
    let words = """
      at \(time) expected \(self.words(for: difference.expected, &letters)), \
      got \(self.words(for: difference.got, &letters))
      """
    return (["the marbles differ"] + sides + [words] + letters.legend + advice).joined(separator: "\n")
  }

  /// What to write if the test has subscribed itself, at the start of virtual time, and not by `start`.
  private var advice: [String] {
    guard scale.origin > .zero, !got.isEmpty, got.allSatisfy({ $0.time < scale.origin }) else { return [] }
    let start = "the diagram begins at \(MarbleScale.seconds(scale.origin)), after all of this"
    return ["\(start); if it begins with the test, pass from: .zero"]
  }

  private var difference: Difference? {
    let allWanted = Dictionary(grouping: expected, by: \.time)
    let allThatCame = Dictionary(grouping: got, by: \.time)
    for time in Set(allWanted.keys).union(allThatCame.keys).sorted() {
      let wanted = allWanted[time] ?? []
      let came = allThatCame[time] ?? []
      for number in 0..<max(wanted.count, came.count) {
        let left = number < wanted.count ? wanted[number].value : nil
        let right = number < came.count ? came[number].value : nil
        if left != right { return Difference(time: time, number: number, expected: left, got: right) }
      }
    }
    return nil
  }

  private var expectedRow: MarbleRow {
    var row = MarbleRow()
    for item in diagram.items { row.append(item.character, at: item.position) }
    return row
  }

  /// Both diagrams and the caret; nil if the recorded events cannot be drawn, or are too many.
  private func drawing(_ difference: Difference, _ letters: inout MarbleLetters<Element>) -> [String]? {
    guard got.count <= MarbleScale.longest else { return nil }
    guard let position = scale.position(of: difference.time) else { return nil }
    var gotRow = MarbleRow()
    for event in got {
      guard let position = scale.position(of: event.time) else { return nil }
      gotRow.append(letters.character(for: event.value), at: position)
    }
    let expectedRow = expectedRow
    let length = max(diagram.length, gotRow.length)
    let (lines, columns) = MarbleRow.align([expectedRow, gotRow], length: length)
    let offset =
      gotRow.offset(of: difference.number, at: position)
      ?? expectedRow.offset(of: difference.number, at: position) ?? 0
    let caret = String(repeating: " ", count: columns[position] + offset) + "^"
    return ["  expected  \(lines[0])", "  got       \(lines[1])", "            \(caret)"]
  }

  /// The diagram and a list of the events, for times that it cannot represent, and for too many events.
  private func listing(_ letters: inout MarbleLetters<Element>) -> [String] {
    let isTooMuch = got.count > MarbleScale.longest
    let why = isTooMuch ? "too many events for a diagram" : "not all of it at the ticks of a diagram"
    var lines = ["  expected  \(expectedText)", "  got, \(why)"]
    for event in got.prefix(MarbleScale.longest) {
      lines.append("    \(letters.character(for: event.value)) at \(MarbleScale.seconds(event.time))")
    }
    let rest = got.count - MarbleScale.longest
    if rest > 0 { lines.append("    and \(rest) more") }
    return lines
  }

  private func words(for event: Event<Element>?, _ letters: inout MarbleLetters<Element>) -> String {
    switch event {
    case nil: return "nothing"
    case .completed: return "the completion"
    case .error(let error): return "the error \(excerpt(of: spelling(of: error)))"
    case .next(let value):
      let character = letters.character(for: .next(value))
      return character == "?" ? excerpt(of: spelling(of: value)) : String(character)
    }
  }
}
