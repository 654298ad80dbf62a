import Stream

/// The events of a marble diagram, with positions in ticks from its origin, which is its first character or its `^`.
struct MarbleDiagram<Element: Sendable>: Sendable {
  struct Item: Sendable {
    var position: Int
    var character: Character
    var event: Event<Element>
  }

  private(set) var items: [Item] = []
  /// The number of ticks from the origin to the end of the diagram.
  private(set) var length = 0

  init(
    _ text: String, values: MarbleValues<Element>, error: any Error, tick: Duration = .seconds(1),
    isHot: Bool = false
  ) throws(MarbleProblem) {
    // All events would be at one time, or in the reverse order.
    guard tick > .zero else {
      throw MarbleProblem(text: text, index: nil, reason: "a tick of \(tick) is not positive")
    }
    if let progression = Self.progression(in: text) { throw progression }
    var reading = MarbleReading(text: text, isHot: isHot)
    for (index, character) in text.enumerated() {
      guard let position = try reading.read(character, at: index) else { continue }
      items.append(
        Item(
          position: position, character: character,
          event: try MarbleDiagram.event(character, values, error, text, index)))
    }
    try reading.finish()
    for index in items.indices { items[index].position -= reading.origin }
    length = reading.position - reading.origin
  }

  /// The first time progression of RxJS, a word such as `9ms` before a space, which would be read as elements.
  private static func progression(in text: String) -> MarbleProblem? {
    var index = 0
    for (number, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { index += 1 }
      let unit = word.drop { $0.isASCII && $0.isNumber || $0 == "." }
      let isProgression = ["ms", "s", "m"].contains(unit) && word.first?.isNumber == true
      if isProgression, index + word.count < text.count {
        return MarbleProblem(
          text: text, index: index,
          reason: "\"\(word)\" is a time progression, which is not supported; write a dash for each tick")
      }
      index += word.count
    }
    return nil
  }

  private static func event(
    _ character: Character, _ values: MarbleValues<Element>, _ error: any Error, _ text: String, _ index: Int
  ) throws(MarbleProblem) -> Event<Element> {
    switch character {
    case "|": return .completed
    case "#": return .error(error)
    default: break
    }
    guard let value = values.value(of: character) else {
      throw MarbleProblem(text: text, index: index, reason: "there is no value for \"\(character)\"")
    }
    return .next(value)
  }

  /// The events at their times.
  ///
  /// - `now`: The current time, if events before the origin that are already over are left out.
  func recorded(tick: Duration, from origin: Duration, after now: Duration? = nil)
    -> [Recorded<Event<Element>>]
  {
    let recorded = items.map { (item: $0, time: origin.virtualTime(afterTicks: $0.position, of: tick)) }
    return recorded.filter { $0.item.position >= 0 || $0.time >= now ?? $0.time }
      .map { Recorded(time: $0.time, value: $0.item.event) }
  }
}

/// The reason why a marble diagram is invalid, and where.
struct MarbleProblem: Error, Hashable, CustomStringConvertible {
  var text: String
  /// The index of the invalid character; nil if it is none.
  var index: Int?
  var reason: String

  /// The reason, the diagram, and a caret under the invalid character.
  var description: String {
    let lines = [
      "a marble diagram cannot be read: \(reason)", "  \(text)",
      index.map { "  \(String(repeating: " ", count: $0))^" },
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }
}

/// Parses a diagram character by character.
struct MarbleReading {
  let text: String
  let isHot: Bool
  /// The tick of the next character.
  private(set) var position = 0
  /// The tick of the `^`.
  private(set) var origin = 0
  private var hasOrigin = false
  private var hasEnded = false
  private var group: (start: Int, isEmpty: Bool)?

  init(text: String, isHot: Bool) {
    self.text = text
    self.isHot = isHot
  }

  /// Reads a character; returns its tick if it stands for an event.
  mutating func read(_ character: Character, at index: Int) throws(MarbleProblem) -> Int? {
    if character == " " { return nil }
    if hasEnded, !(character == ")" && group != nil) { throw problem("nothing may follow the end", index) }
    switch character {
    case "-":
      guard group == nil else { throw problem("no time passes inside a group", index) }
      position += 1
      return nil
    case "^":
      try readOrigin(index)
      return nil
    case "(":
      guard group == nil else { throw problem("a group is inside a group", index) }
      group = (index, true)
      return nil
    case ")":
      try closeGroup(index)
      return nil
    case "|", "#":
      hasEnded = true
    default:
      guard character.isLetter || character.isNumber else {
        throw problem("\"\(character)\" has no meaning", index)
      }
    }
    return event()
  }

  /// Reads the end of the text.
  func finish() throws(MarbleProblem) {
    if let group { throw problem("this group is not closed", group.start) }
  }

  private mutating func event() -> Int {
    group?.isEmpty = false
    defer { if group == nil { position += 1 } }
    return position
  }

  private mutating func readOrigin(_ index: Int) throws(MarbleProblem) {
    guard isHot else { throw problem("only hot observables have a subscription point", index) }
    guard group == nil else { throw problem("the subscription point is inside a group", index) }
    guard !hasOrigin else { throw problem("there is a second subscription point", index) }
    hasOrigin = true
    origin = position
    position += 1
  }

  private mutating func closeGroup(_ index: Int) throws(MarbleProblem) {
    guard let open = group else { throw problem("no group is open", index) }
    guard !open.isEmpty else { throw problem("the group is empty", index) }
    group = nil
    position += 1
  }

  private func problem(_ reason: String, _ index: Int) -> MarbleProblem {
    MarbleProblem(text: text, index: index, reason: reason)
  }
}
