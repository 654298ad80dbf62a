/// A position in the order of everything that happens: a virtual time, and within it the path of calls.
///
/// What an event causes synchronously has the event's path and a number more. What it schedules has the path of the
/// scheduling call, so things that are due at the same time come in the order in which they were scheduled. What a test
/// schedules before it subscribes has an empty path, and comes first.
struct Place: Comparable, Sendable {
  var time: Int
  var path: [Int] = []

  static let never = Place(time: .max)

  /// The place of the n-th thing that this one causes at once.
  func child(_ number: Int) -> Place { Place(time: time, path: path + [number]) }

  /// The place of what this one schedules: with all that it causes, it precedes what a child schedules.
  func scheduled(after delay: Int) -> Place { Place(time: time + delay, path: [time] + path + [-1]) }

  /// The end of the call that happens here.
  var returned: Place { child(.max) }

  func contains(_ other: Place) -> Bool { time == other.time && other.path.starts(with: path) }

  static func < (left: Place, right: Place) -> Bool {
    left.time == right.time ? left.path.lexicographicallyPrecedes(right.path) : left.time < right.time
  }
}

/// An event of a stream of numbers; errors are numbers, too.
enum Signal: Hashable, Sendable, CustomStringConvertible {
  case next(Int)
  case error(Int)
  case completed

  var description: String {
    switch self {
    case .next(let element): "\(element)"
    case .error(let number): "error(\(number))"
    case .completed: "completed"
    }
  }

  var isEnd: Bool { if case .next = self { false } else { true } }
}

/// A signal at its place.
struct Item: Sendable {
  var place: Place
  var signal: Signal
}

/// A subscription to a source, from its beginning to its disposal.
struct Life: Hashable, Comparable, Sendable, CustomStringConvertible {
  var source: Int
  var start: Int
  var end: Int
  /// How many signals the source has sent.
  var sent: Int

  var description: String { "s\(source) \(start)-\(end) (\(sent) sent)" }

  static func < (left: Life, right: Life) -> Bool {
    (left.source, left.start, left.end, left.sent) < (right.source, right.start, right.end, right.sent)
  }
}

/// What one subscription receives, and how long its sources live if it ends at a place.
struct Timeline: Sendable {
  var items: [Item] = []
  /// The subscriptions of sources, if this one is disposed of at the place; none if it has not begun by then.
  var lives: @Sendable (_ cut: Place) -> [Life] = { _ in [] }

  /// The place of the terminal event.
  var end: Place? { items.last.flatMap { $0.signal.isEnd ? $0.place : nil } }
  var completion: Place? { isCompleted ? end : nil }
  var isCompleted: Bool { items.last?.signal == .completed }

  init(_ items: [Item] = [], lives: @escaping @Sendable (_ cut: Place) -> [Life] = { _ in [] }) {
    self.items = items
    self.lives = lives
  }

  /// The output of an operator on these inputs: everything up to the first terminal event, at which it disposes of the
  /// inputs.
  init(_ items: [Item], over inputs: [Timeline]) {
    let last = items.firstIndex { $0.signal.isEnd } ?? items.endIndex - 1
    let kept = Array(items[..<(last + 1)])
    let end = kept.last.flatMap { $0.signal.isEnd ? $0.place : nil } ?? .never
    self.init(kept) { cut in inputs.flatMap { $0.lives(min(cut, end)) } }
  }

  /// This timeline as an input that is disposed of at the place.
  func cut(at place: Place?) -> Timeline {
    guard let place else { return self }
    return Timeline(items.filter { $0.place < place }) { lives(min($0, place)) }
  }

  /// The output of an operator that answers each event with signals at once.
  func answering(_ answer: (Signal) -> [Signal]) -> Timeline {
    var output: [Item] = []
    for item in items {
      let signals = answer(item.signal)
      for (number, signal) in signals.enumerated() {
        output.append(Item(place: signals.count == 1 ? item.place : item.place.child(number), signal: signal))
      }
      if signals.contains(where: \.isEnd) { break }
    }
    return Timeline(output, over: [self])
  }
}

/// The items of several timelines in their order, each with the number of its timeline.
func inOrder(_ timelines: [Timeline]) -> [(from: Int, item: Item)] {
  timelines.enumerated()
    .flatMap { number, timeline in timeline.items.map { (from: number, item: $0) } }
    .sorted { $0.item.place < $1.item.place }
}
