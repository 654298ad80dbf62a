import Measuring
import OpenCombine
import Stream

/// One value through create, map, flatMap and catch.
enum Singles {
  static let all = [chain, prebuilt, asynchronous]

  private static let chain = Workload("single-chain", per: "subscription", count: 10_000)
    .stream { round in
      let tally = Tally()
      let stages = opaque(SingleStages(source: immediate))
      round.start()
      for value in 0..<round.count {
        stages.chain(value).subscribe(onSuccess: { tally.add($0) }).dispose()
      }
      round.stop()
      try expectAll(tally, round)
    }
    .openCombine { round in
      let tally = Tally()
      let stages = opaque(PeerStages(source: peerImmediate))
      round.start()
      for value in 0..<round.count {
        stages.chain(value).sink { tally.add($0) }.cancel()
      }
      round.stop()
      try expectAll(tally, round)
    }
    .floor { round in
      let tally = Tally()
      let stages = opaque(FloorSingle(last: counting(tally)))
      round.start()
      for value in 0..<round.count { stages.chain(value).start(stages.last) }
      round.stop()
      try expectAll(tally, round)
    }

  private static let prebuilt = Workload("single-chain-prebuilt", per: "subscription", count: 10_000)
    .stream { round in
      let tally = Tally()
      let single = opaque(opaque(SingleStages(source: immediate)).chain(1))
      round.start()
      for _ in 0..<round.count { single.subscribe(onSuccess: { tally.add($0) }).dispose() }
      round.stop()
      try round.expect(tally.sum, 4 * round.count)
    }
    .openCombine { round in
      let tally = Tally()
      let publisher = opaque(opaque(PeerStages(source: peerImmediate)).chain(1))
      round.start()
      for _ in 0..<round.count { publisher.sink { tally.add($0) }.cancel() }
      round.stop()
      try round.expect(tally.sum, 4 * round.count)
    }
    .floor { round in
      let tally = Tally()
      let stages = opaque(FloorSingle(last: counting(tally)))
      let work = opaque(stages.chain(1))
      round.start()
      for _ in 0..<round.count { work.start(stages.last) }
      round.stop()
      try round.expect(tally.sum, 4 * round.count)
    }

  /// The same chain, with a value that arrives after the subscription.
  private static let asynchronous = Workload("single-async", per: "subscription", count: 10_000)
    .stream { round in
      let tally = Tally()
      let promise = Promise()
      let stages = opaque(
        SingleStages { _ in
          .create { observer in
            promise.answer = observer
            return Disposables.create()
          }
        })
      round.start()
      for value in 0..<round.count {
        let subscription = stages.chain(value).subscribe(onSuccess: { tally.add($0) })
        promise.answer?(.success(value))
        subscription.dispose()
      }
      round.stop()
      try expectAll(tally, round)
    }
    .openCombine { round in
      let tally = Tally()
      let promise = PeerPromise()
      let stages = opaque(PeerStages { _ in Deferred { Future { promise.answer = $0 } } })
      round.start()
      for value in 0..<round.count {
        let subscription = stages.chain(value).sink { tally.add($0) }
        promise.answer?(.success(value))
        subscription.cancel()
      }
      round.stop()
      try expectAll(tally, round)
    }

  private static func counting(_ tally: Tally) -> FloorSingle.Done {
    { result in if case .success(let value) = result { tally.add(value) } }
  }

  private static func expectAll(_ tally: Tally, _ round: Round) throws {
    try round.expect(tally.count, round.count)
    try round.expect(tally.sum, 2 * (round.count * (round.count - 1) / 2) + 2 * round.count)
  }

  @Sendable static func immediate(_ value: Int) -> Single<Int> {
    .create { observer in
      observer(.success(value))
      return Disposables.create()
    }
  }

  static func peerImmediate(_ value: Int) -> Deferred<Future<Int, any Error>> {
    Deferred { Future { $0(.success(value)) } }
  }
}

/// Stores the observer of a source that sends its value later.
private final class Promise: @unchecked Sendable {
  // A workload subscribes and sends on one thread.
  var answer: Single<Int>.SingleObserver?
}

/// The same for the peer.
private final class PeerPromise {
  var answer: ((Result<Int, any Error>) -> Void)?
}
