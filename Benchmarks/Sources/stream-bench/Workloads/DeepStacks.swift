import Measuring
import Stream

/// A hundred thousand subscriptions that end immediately, on a stack of 512 KiB, which recursion would overflow.
enum DeepStacks {
  static let all = [retry, concat, deferred]

  private static let retry = workload("stack-retry-100k") { count in
    Resubscribing.retried(count, Failing()).map { _ in count }
  }

  private static let concat = workload("stack-concat-100k") { count in
    Observable.concat((0..<count).map { _ in Observable.just(1) })
  }

  private static let deferred = workload("stack-concat-deferred-100k") { count in
    Observable.concat((0..<count).map { _ in Observable.deferred { .just(1) } })
  }

  /// Creates a workload whose observable has as many elements as the count.
  private static func workload(
    _ name: String, _ observable: @escaping @Sendable (Int) -> Observable<Int>
  ) -> Workload {
    Workload(name, per: "inner", count: 100_000, smokeCount: 100_000, stopwatch: .process)
      .stream { round in
        let tally = Tally()
        let source = opaque(observable(round.count))
        round.start()
        let ended = onThread(stackSize: 512 * 1024) {
          source.subscribe(onNext: { tally.add($0) }).dispose()
          return true
        }
        round.stop()
        try round.expect(ended, true)
        try round.expect(tally.sum, round.count)
      }
  }
}
