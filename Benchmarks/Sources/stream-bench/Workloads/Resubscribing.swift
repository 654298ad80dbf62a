import Measuring
import OpenCombine
import Stream

/// Sequential subscriptions that each end immediately.
enum Resubscribing {
  static let all = [retry, concat]

  private static let retry = Workload("retry-100k", per: "error", count: 100_000)
    .stream { round in
      let tally = Tally()
      let retried = retried(round.count, opaque(Failing()))
      round.start()
      let subscription = retried.subscribe(onNext: { tally.add($0) })
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, 7)
    }
    .openCombine { round in
      typealias Answer = Result<Int, any Error>.OCombine.Publisher
      let tally = Tally()
      let attempts = opaque(Failing())
      let count = round.count
      let deferred = opaque(
        Deferred { attempts.next() < count ? Answer(attempts.error) : Answer(7) })
      let retried = opaque(deferred.retry(count))
      round.start()
      let subscription = retried.sink(receiveCompletion: { _ in }, receiveValue: { tally.add($0) })
      round.stop()
      subscription.cancel()
      try round.expect(tally.sum, 7)
    }

  /// Returns an observable that fails this many times, and then has an element.
  static func retried(_ count: Int, _ attempts: Failing) -> Observable<Int> {
    let deferred = Observable<Int>.deferred {
      attempts.next() < count ? .error(attempts.error) : .just(7)
    }
    return opaque(opaque(deferred).retry())
  }

  /// The peer cannot concatenate many streams, but its flatMap with a demand of one does the same work.
  private static let concat = Workload("concat-100k", per: "inner", count: 100_000)
    .stream { round in
      let tally = Tally()
      let sources = opaque((0..<round.count).map { Observable.just($0) })
      let concatenated = opaque(Observable.concat(sources))
      round.start()
      let subscription = concatenated.subscribe(onNext: { tally.add($0) })
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, round.count * (round.count - 1) / 2)
    }
    .openCombine { round in
      let tally = Tally()
      let sources = opaque((0..<round.count).map { Just($0) })
      let concatenated = opaque(opaque(sources.publisher).flatMap(maxPublishers: .max(1)) { $0 })
      round.start()
      let subscription = concatenated.sink { tally.add($0) }
      round.stop()
      subscription.cancel()
      try round.expect(tally.sum, round.count * (round.count - 1) / 2)
    }
}

/// Counts attempts, and provides the error of failed ones.
final class Failing: @unchecked Sendable {
  // A workload attempts on one thread.
  private var attempts = 0
  /// Created once, so that the operator does not pay for the allocation of its box.
  let error: any Error = Refused()

  func next() -> Int {
    defer { attempts &+= 1 }
    return attempts
  }

  struct Refused: Error {}
}
