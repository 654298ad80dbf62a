/// What sends again and again: timers, attempts after a backoff, and streams made of their own elements.
extension SourceScript {
  /// The ticks up to the horizon.
  func ticks(from start: Place, after dueTime: Int, every period: Int?) -> Timeline {
    var place = start.scheduled(after: dueTime)
    guard let period else {
      return Timeline([
        Item(place: place.child(0), signal: .next(0)), Item(place: place.child(1), signal: .completed),
      ])
    }
    var items: [Item] = []
    while place.time < ChainPlan.horizon {
      items.append(Item(place: place, signal: .next(items.count)))
      // Due a whole number of periods after the first; scheduled before this one is delivered.
      place = place.scheduled(after: period)
    }
    return Timeline(items)
  }
}

extension Delays {
  func timeline(from start: Place, _ source: Subscribing) -> Timeline {
    var runs = [source(start)]
    var begin = start
    while let run = runs.last, case .error(let error) = run.items.last?.signal, let end = run.end,
      let delay = delay(after: error, attempts: runs.count)
    {
      // An attempt that fails while it is being started waits after that call.
      begin = (begin.contains(end) ? begin.returned : end).scheduled(after: delay)
      runs.append(source(begin))
    }
    let items = runs.enumerated().flatMap { number, run in
      number == runs.count - 1 ? run.items : run.items.filter { !$0.signal.isEnd }
    }
    return Timeline(items, over: runs)
  }
}

extension Chain {
  /// From this number on, `expand` makes no stream of an element.
  static let lastGeneration = 200_000
  /// How many elements of each stream count.
  static let children = 2

  /// An element of the stream that `expand` makes of another one.
  static func child(_ element: Int, of parent: Int) -> Int {
    (parent / 100_000 + 1) * 100_000 + element % 100_000
  }

  /// The elements of the source and of the streams that are made of them.
  ///
  /// An element is sent before a stream is made of it. A stream that is made while another one is being started waits
  /// until that one has been started (law 7).
  static func expanded(
    _ outer: Timeline, from start: Place, _ function: Function,
    _ stream: @escaping (_ number: Int, _ start: Place) -> Timeline
  ) -> Timeline {
    var runs = [outer]
    var errors: [Item] = []
    var pending = outer.items.filter(\.signal.isElement)
    var waiting: [(element: Int, number: Int)] = []
    // The stream that was started last, the first of those that are started in one loop, and how many they are.
    var current = start
    var first = start
    var count = 0

    func begin(_ element: Int, _ number: Int, at place: Place) {
      current = place
      let run = Chain.Step.take(children).timeline(from: place.child(0)) { stream(number, $0) }.answering {
        signal in
        if case .next(let next) = signal { [.next(child(next, of: element))] } else { [signal] }
      }
      runs.append(run)
      pending = (pending + run.items.filter(\.signal.isElement)).sorted { $0.place < $1.place }
    }

    while true {
      if !waiting.isEmpty, !(pending.first.map { current.contains($0.place) } ?? false) {
        let next = waiting.removeFirst()
        count += 1
        begin(next.element, next.number, at: first.child(.max - 1).child(count))
        continue
      }
      guard !pending.isEmpty else { break }
      let item = pending.removeFirst()
      guard case .next(let element) = item.signal else { continue }
      guard let number = try? function(element) else {
        errors.append(Item(place: item.place.child(1), signal: .error(Failures.thrown)))
        break
      }
      guard element < lastGeneration else { continue }
      if current.contains(item.place) {
        waiting.append((element, number))
      } else {
        first = item.place.child(1)
        count = 0
        begin(element, number, at: first)
      }
    }
    let sent = runs.map { run in
      Timeline(
        run.items.map { $0.signal.isElement ? Item(place: $0.place.child(0), signal: $0.signal) : $0 },
        over: [run])
    }
    return all(of: sent, ends: runs.map(\.completion), errors: errors)
  }
}
