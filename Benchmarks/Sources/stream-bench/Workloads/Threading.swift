import Dispatch
import Measuring
import OpenCombine
import OpenCombineDispatch
import Stream
import Synchronization

/// Work with several threads.
enum Threading {
  static let all = [flood, merging]

  private static let flood = Workload("observe-on", per: "element", count: 50_000, stopwatch: .wall)
    .stream { round in
      let tally = Tally()
      let end = Gathering()
      let scheduler = SerialDispatchQueueScheduler(queue: DispatchQueue(label: "observe-on"))
      let observable = opaque(opaque(Observable.from(0..<round.count)).observe(on: scheduler))
      round.start()
      let subscription = observable.subscribe(onNext: { tally.add($0) }, onCompleted: { end.signal() })
      let ended = end.wait()
      round.stop()
      subscription.dispose()
      try round.expect(ended, true)
      try expectAll(tally, round)
    }
    .openCombine { round in
      let tally = Tally()
      let end = Gathering()
      let queue = DispatchQueue.OCombine(DispatchQueue(label: "observe-on"))
      let publisher = opaque(opaque((0..<round.count).publisher).receive(on: queue))
      round.start()
      let subscription = publisher.sink(
        receiveCompletion: { _ in end.signal() }, receiveValue: { tally.add($0) })
      let ended = end.wait()
      round.stop()
      subscription.cancel()
      try round.expect(ended, true)
      try expectAll(tally, round)
    }
    .floor { round in
      let tally = Tally()
      let end = Gathering()
      let count = round.count
      let mailbox = Mailbox(DispatchQueue(label: "observe-on")) { value in
        tally.add(value)
        if tally.count == count { end.signal() }
      }
      round.start()
      for value in 0..<count { mailbox.add(value) }
      let ended = end.wait()
      round.stop()
      try round.expect(ended, true)
      try expectAll(tally, round)
    }

  /// Two threads send to one observer, which receives one element at a time.
  private static let merging = Workload("merge-2-threads", per: "element", count: 200_000, stopwatch: .wall)
    .stream { round in
      let tally = Tally()
      let subjects = opaque([PublishSubject<Int>(), PublishSubject<Int>()])
      let merged = opaque(Observable.merge(subjects.map { $0.asObservable() }))
      let subscription = merged.subscribe(onNext: { tally.add($0) })
      let ended = onTwoThreads(&round) { side, value in subjects[side].onNext(value) }
      subscription.dispose()
      try round.expect(ended, true)
      try expectAll(tally, round)
    }
    .openCombine { round in
      let tally = Tally()
      let subjects = Shared(
        value: opaque([PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]))
      let merged = opaque(opaque(subjects.value.publisher).flatMap { $0 })
      let subscription = merged.sink { tally.add($0) }
      let ended = onTwoThreads(&round) { side, value in subjects.value[side].send(value) }
      subscription.cancel()
      try round.expect(ended, true)
      try expectAll(tally, round)
    }
    .floor { round in
      let tally = Mutex(Tally())
      let ended = onTwoThreads(&round) { _, value in tally.withLock { $0.add(value) } }
      try round.expect(ended, true)
      try expectAll(tally.withLock { $0 }, round)
    }

  /// Sends half of the elements on each of two threads.
  ///
  /// They start together; otherwise the first would finish before the second starts, and they would never contend.
  private static func onTwoThreads(
    _ round: inout Round, _ send: @escaping @Sendable (_ side: Int, _ value: Int) -> Void
  ) -> Bool {
    let end = Gathering()
    let line = StartingLine(runners: 2)
    let count = round.count
    let queues = [DispatchQueue(label: "first"), DispatchQueue(label: "second")]
    round.start()
    for side in 0..<2 {
      queues[side].async {
        line.arrive()
        for value in stride(from: side, to: count, by: 2) { send(side, value) }
        end.signal()
      }
    }
    let ended = end.wait(for: 2)
    round.stop()
    return ended
  }

  private static func expectAll(_ tally: Tally, _ round: Round) throws {
    try round.expect(tally.count, round.count)
    try round.expect(tally.sum, round.count * (round.count - 1) / 2)
  }
}

/// Lets threads start at the same moment.
private final class StartingLine: Sendable {
  private let missing: Atomic<Int>

  init(runners: Int) { missing = Atomic(runners) }

  func arrive() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
  }
}

/// The minimum cost of changing threads: elements wait in an array, and one job takes all that wait.
private final class Mailbox: Sendable {
  private let queue: DispatchQueue
  private let next: @Sendable (Int) -> Void
  private let waiting = Mutex<(values: [Int], isDraining: Bool)>(([], false))

  init(_ queue: DispatchQueue, next: @escaping @Sendable (Int) -> Void) {
    self.queue = queue
    self.next = next
  }

  func add(_ value: Int) {
    let starts = waiting.withLock { waiting in
      waiting.values.append(value)
      defer { waiting.isDraining = true }
      return !waiting.isDraining
    }
    if starts { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let batch = waiting.withLock { waiting in
        defer { waiting.values = [] }
        waiting.isDraining = !waiting.values.isEmpty
        return waiting.values
      }
      if batch.isEmpty { return }
      for value in batch { next(value) }
    }
  }
}
