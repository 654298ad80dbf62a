import Measuring
import OpenCombine
import Stream

/// A subject with several observers, directly or through `share`.
enum Subjects {
  static let all = [subject(1), subject(10), subject(1000), tenThousand, behavior, share, shareReplay]

  private static func subject(_ observers: Int) -> Workload {
    Workload("subject-\(observers)", per: "delivery", count: 200_000, smokeCount: observers * 3)
      .stream { round in try emit(&round, observers) }
      .openCombine { round in
        let tally = Tally()
        let subject = opaque(PassthroughSubject<Int, Never>())
        let subscriptions = (0..<observers).map { _ in subject.sink { tally.add($0) } }
        round.start()
        for _ in 0..<round.count / observers { subject.send(1) }
        round.stop()
        for subscription in subscriptions { subscription.cancel() }
        try round.expect(tally.sum, round.count)
      }
      .floor { round in
        let tally = Tally()
        let closures = opaque((0..<observers).map { _ in Next { tally.add($0) } })
        round.start()
        for _ in 0..<round.count / observers {
          for closure in closures { closure.call(1) }
        }
        round.stop()
        try round.expect(tally.sum, round.count)
      }
  }

  private static let tenThousand = Workload(
    "linear-10k-observers", per: "delivery", count: 1_000_000, smokeCount: 10_000
  )
  .stream { round in try emit(&round, 10_000) }

  /// A subject that keeps its latest element, and has one observer.
  private static let behavior = Workload("behavior-1", per: "delivery", count: 200_000)
    .stream { round in
      let tally = Tally()
      let subject = opaque(BehaviorSubject(value: 0))
      let subscription = subject.subscribe(onNext: { tally.add($0) })
      round.start()
      for _ in 0..<round.count { subject.onNext(1) }
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, round.count)
    }
    .openCombine { round in
      let tally = Tally()
      let subject = opaque(CurrentValueSubject<Int, Never>(0))
      let subscription = subject.sink { tally.add($0) }
      round.start()
      for _ in 0..<round.count { subject.send(1) }
      round.stop()
      subscription.cancel()
      try round.expect(tally.sum, round.count)
    }

  /// Ten observers of a shared subject, which itself has one.
  private static let share = Workload("share", per: "delivery", count: 200_000, smokeCount: 30)
    .stream { round in
      let tally = Tally()
      let subject = opaque(PublishSubject<Int>())
      let shared = opaque(subject.share())
      let subscriptions = (0..<10).map { _ in shared.subscribe(onNext: { tally.add($0) }) }
      round.start()
      for _ in 0..<round.count / 10 { subject.onNext(1) }
      round.stop()
      for subscription in subscriptions { subscription.dispose() }
      try round.expect(tally.sum, round.count)
    }
    .openCombine { round in
      let tally = Tally()
      let subject = opaque(PassthroughSubject<Int, Never>())
      let shared = opaque(subject.share())
      let subscriptions = (0..<10).map { _ in shared.sink { tally.add($0) } }
      round.start()
      for _ in 0..<round.count / 10 { subject.send(1) }
      round.stop()
      for subscription in subscriptions { subscription.cancel() }
      try round.expect(tally.sum, round.count)
    }

  /// One observer of a shared subject, whose latest element is kept.
  private static let shareReplay = Workload("share-replay", per: "delivery", count: 200_000)
    .stream { round in
      let tally = Tally()
      let subject = opaque(PublishSubject<Int>())
      let subscription = opaque(subject.share(replay: 1)).subscribe(onNext: { tally.add($0) })
      round.start()
      for _ in 0..<round.count { subject.onNext(1) }
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, round.count)
    }

  private static func emit(_ round: inout Round, _ observers: Int) throws {
    let tally = Tally()
    let subject = opaque(PublishSubject<Int>())
    let subscriptions = (0..<observers).map { _ in subject.subscribe(onNext: { tally.add($0) }) }
    round.start()
    for _ in 0..<round.count / observers { subject.onNext(1) }
    round.stop()
    for subscription in subscriptions { subscription.dispose() }
    try round.expect(tally.sum, round.count)
  }
}
