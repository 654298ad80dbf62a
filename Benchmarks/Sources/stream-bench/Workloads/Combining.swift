import Measuring
import OpenCombine
import Stream

/// Several streams into one.
enum Combining {
  static let all = [zip, combineLatest]

  private static let zip = Workload("zip", per: "pair", count: 50_000)
    .stream { round in
      let tally = Tally()
      let (first, second) = opaque((PublishSubject<Int>(), PublishSubject<Int>()))
      let zipped = opaque(Observable.zip(first.asObservable(), second.asObservable()) { $0 &+ $1 })
      let subscription = zipped.subscribe(onNext: { tally.add($0) })
      round.start()
      for value in 0..<round.count {
        first.onNext(value)
        second.onNext(1)
      }
      round.stop()
      subscription.dispose()
      try expectAll(tally, round)
    }
    .openCombine { round in
      let tally = Tally()
      let (first, second) = opaque(
        (PassthroughSubject<Int, any Error>(), PassthroughSubject<Int, any Error>()))
      let zipped = opaque(first.zip(second) { $0 &+ $1 })
      let subscription = zipped.sink(receiveCompletion: { _ in }, receiveValue: { tally.add($0) })
      round.start()
      for value in 0..<round.count {
        first.send(value)
        second.send(1)
      }
      round.stop()
      subscription.cancel()
      try expectAll(tally, round)
    }

  /// The peer lacks this operator.
  private static let combineLatest = Workload("combine-latest", per: "element", count: 50_000)
    .stream { round in
      let tally = Tally()
      let (first, second) = opaque((PublishSubject<Int>(), PublishSubject<Int>()))
      let combined = opaque(
        Observable.combineLatest(first.asObservable(), second.asObservable()) { $0 &+ $1 })
      let subscription = combined.subscribe(onNext: { tally.add($0) })
      second.onNext(1)
      round.start()
      for value in 0..<round.count { first.onNext(value) }
      round.stop()
      subscription.dispose()
      try expectAll(tally, round)
    }

  private static func expectAll(_ tally: Tally, _ round: Round) throws {
    try round.expect(tally.count, round.count)
    try round.expect(tally.sum, round.count * (round.count - 1) / 2 + round.count)
  }
}
