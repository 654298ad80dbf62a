extension Chain.Row {
  func timeline(from start: Place, _ sources: [Subscribing]) -> Timeline {
    switch self {
    case .concat: sequence(from: start, sources) { $0.isCompleted }
    case .catchSequence: sequence(from: start, sources) { !$0.isCompleted }
    case .merge: merged(started(from: start, sources))
    case .amb: Chain.Row.fastest(started(from: start, sources))
    case .singleZip, .singleZipMax: ofSingles(from: start, sources)
    case .zip, .zipCollection, .zipThrowing: rows(of: started(from: start, sources), consumes: true)
    case .combineLatest, .combineCollection, .combineThrowing:
      rows(of: started(from: start, sources), consumes: false)
    }
  }

  private func started(from start: Place, _ sources: [Subscribing]) -> [Timeline] {
    sources.enumerated().map { $1(start.child($0)) }
  }

  private func merged(_ runs: [Timeline]) -> Timeline {
    all(of: runs, ends: runs.map(\.completion))
  }

  private func sequence(
    from start: Place, _ sources: [Subscribing], while goesOn: (Timeline) -> Bool
  ) -> Timeline {
    var place: Place? = start
    var runs: [Timeline] = []
    var items: [Item] = []
    for source in sources {
      guard let begin = place else { break }
      let run = source(begin.child(0))
      runs.append(run)
      items += run.items.filter { !$0.signal.isEnd }
      place = run.end.flatMap { goesOn(run) ? $0 : nil }
      if place == nil || runs.count == sources.count, let end = run.items.last, end.signal.isEnd {
        items.append(end)
      }
    }
    return Timeline(items, over: runs)
  }

  static func fastest(_ runs: [Timeline]) -> Timeline {
    guard let winner = inOrder(runs).first else { return Timeline([], over: runs) }
    return Timeline(
      runs[winner.from].items,
      over: runs.enumerated().map { $0 == winner.from ? $1 : $1.cut(at: winner.item.place) })
  }

  /// A row for each element that completes one.
  ///
  /// - `consumes`: Whether an element is part of one row, as in `zip`, or stays until the next one of its run comes, as
  ///   in `combineLatest`.
  private func rows(of runs: [Timeline], consumes: Bool) -> Timeline {
    var columns = runs.map { _ in [Int]() }
    var done: Set<Int> = []
    var output: [Item] = []
    for (from, item) in inOrder(runs) {
      switch item.signal {
      case .next(let element):
        columns[from] = (consumes ? columns[from] : []) + [element]
        let row = columns.compactMap(\.first)
        if row.count == runs.count {
          if consumes { columns = columns.map { Array($0.dropFirst()) } }
          output.append(Item(place: item.place, signal: signal(row)))
        } else if done.count == runs.count - 1 {
          output.append(Item(place: item.place, signal: .completed))
        }
      case .completed:
        done.insert(from)
        if done.count == runs.count { output.append(item) }
      case .error: output.append(item)
      }
    }
    return Timeline(output, over: runs)
  }

  private func signal(_ row: [Int]) -> Signal {
    switch self {
    case .zipThrowing, .combineThrowing:
      (try? Chain.Row.throwing(row)).map { .next($0) } ?? .error(Failures.thrown)
    default: .next(Chain.Row.number(of: row))
    }
  }

  /// Throws for one row of five.
  static func throwing(_ row: [Int]) throws -> Int {
    let number = number(of: row)
    if number % 5 == 0 { throw Function.Failure() }
    return number
  }

  static func number(of row: [Int]) -> Int { row.reduce(3) { ($0 * 31 + $1) % 997 } }
}

/// All elements in their order, completed when all that `ends` names have ended; a nil there is never.
func all(
  of runs: [Timeline], ends: [Place?], over inputs: [Timeline] = [], errors: [Item] = []
) -> Timeline {
  var items = inOrder(runs).map(\.item).filter { $0.signal != .completed } + errors
  if !ends.contains(nil), let last = ends.compactMap({ $0 }).max() {
    items.append(Item(place: last, signal: .completed))
  }
  items.sort { $0.place < $1.place }
  return Timeline(items, over: inputs + runs)
}

extension Chain.Inner {
  func timeline(
    _ outer: Timeline, _ function: Function, _ stream: (_ number: Int, _ start: Place) -> Timeline
  ) -> Timeline {
    var runs: [Timeline] = []
    var errors = outer.items.filter(\.signal.isError)
    // When a stream can start that waits, for each of those that may run at a time; `never` if it does not end.
    var free: [Place] = []
    let elements = outer.items.filter(\.signal.isElement)
    for (index, item) in elements.enumerated() {
      guard case .next(let element) = item.signal else { continue }
      if self == .flatMapFirst, let last = runs.last, last.completion ?? .never > item.place { continue }
      guard let number = try? function(element) else {
        errors = [Item(place: item.place, signal: .error(Failures.thrown))]
        break
      }
      var start = item.place
      if free.count == limit, let earliest = free.indices.min(by: { free[$0] < free[$1] }) {
        start = max(start, free.remove(at: earliest))
      }
      var run = start == .never ? Timeline() : stream(number, start.child(0))
      free.append(run.completion ?? .never)
      if self == .flatMapLatest, index + 1 < elements.count { run = run.cut(at: elements[index + 1].place) }
      runs.append(run)
    }
    let needed = self == .flatMapLatest ? runs.suffix(1) : runs[...]
    return all(
      of: runs, ends: [outer.completion] + needed.map(\.completion), over: [outer], errors: errors)
  }

  private var limit: Int? {
    switch self {
    case .concatMap: 1
    case .mergeMax(let limit): limit
    default: nil
    }
  }
}
