import Measuring
import OpenCombine
import Stream

/// Elements from three kinds of sources, through map, filter and map.
enum Pushing {
  static let all = [subject, sequence, create, structs, small, large]

  private static let subject = Workload("push-subject", per: "element", count: 200_000)
    .stream { round in
      let tally = Tally()
      let subject = opaque(PublishSubject<Int>())
      let subscription = chained(subject.asObservable()).subscribe(onNext: { tally.add($0) })
      round.start()
      for value in 0..<round.count { subject.onNext(value) }
      round.stop()
      subscription.dispose()
      try expectAll(tally, round)
    }
    .openCombine { round in
      let tally = Tally()
      let subject = opaque(PassthroughSubject<Int, any Error>())
      let stages = opaque(incremented(opaque(filtered(opaque(multiplied(subject))))))
      let subscription = stages.sink(receiveCompletion: { _ in }, receiveValue: { tally.add($0) })
      round.start()
      for value in 0..<round.count { subject.send(value) }
      round.stop()
      subscription.cancel()
      try expectAll(tally, round)
    }
    .floor(closures)

  private static let sequence = sequenceWorkload("push-sequence", count: 200_000)
    .openCombine { round in
      let tally = Tally()
      let source = opaque((0..<round.count).publisher)
      let stages = opaque(incremented(opaque(filtered(opaque(multiplied(source))))))
      round.start()
      let subscription = stages.sink(receiveValue: { tally.add($0) })
      round.stop()
      subscription.cancel()
      try expectAll(tally, round)
    }
    .floor(closures)

  private static let small = sequenceWorkload("linear-10k-elements", count: 10_000)
  private static let large = sequenceWorkload("linear-10m-elements", count: 10_000_000)

  private static func sequenceWorkload(_ name: String, count: Int) -> Workload {
    Workload(name, per: "element", count: count)
      .stream { round in
        let tally = Tally()
        let observable = chained(opaque(Observable.from(0..<round.count)))
        round.start()
        let subscription = observable.subscribe(onNext: { tally.add($0) })
        round.stop()
        subscription.dispose()
        try expectAll(tally, round)
      }
  }

  private static let create = Workload("push-create", per: "element", count: 200_000)
    .stream { round in
      let tally = Tally()
      let count = round.count
      let source = Observable<Int>.create { observer in
        for value in 0..<count { observer.onNext(value) }
        observer.onCompleted()
        return Disposables.create()
      }
      let observable = chained(opaque(source))
      round.start()
      let subscription = observable.subscribe(onNext: { tally.add($0) })
      round.stop()
      subscription.dispose()
      try expectAll(tally, round)
    }
    .floor(closures)

  private static func chained(_ source: Observable<Int>) -> Observable<Int> {
    let stages = opaque(Stages())
    return stages.increment(stages.filter(stages.multiply(source)))
  }

  /// If the value is opaque, the optimizer does not know how the stages are built.
  private struct Stages {
    let multiply = { (source: Observable<Int>) in source.map { $0 &* 3 } }
    let filter = { (source: Observable<Int>) in source.filter { $0 != -1 } }
    let increment = { (source: Observable<Int>) in source.map { $0 &+ 1 } }
  }

  /// The same stages as closures that call each other.
  private static let closures: Workload.Body = { round in
    let tally = Tally()
    let next = opaque(opaque(FloorPush(last: Next { tally.add($0) })).chain()).call
    round.start()
    for value in 0..<round.count { next(value) }
    round.stop()
    try expectAll(tally, round)
  }

  private static func expectAll(_ tally: Tally, _ round: Round) throws {
    try round.expect(tally.count, round.count)
    try round.expect(tally.sum, 3 * (round.count * (round.count - 1) / 2) + round.count)
  }
}
