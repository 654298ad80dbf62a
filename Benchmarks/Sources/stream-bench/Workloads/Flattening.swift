import Measuring
import OpenCombine
import Stream

/// Streams of streams.
enum Flattening {
  static let all = [just, merged]

  private static let just = Workload("flatmap-just", per: "inner", count: 50_000)
    .stream { round in
      let tally = Tally()
      let source = opaque(Observable.from(0..<round.count))
      let flattened = opaque(source.flatMap { Observable.just($0 &+ 1) })
      round.start()
      let subscription = flattened.subscribe(onNext: { tally.add($0) })
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, total(round.count))
    }
    .openCombine { round in
      let tally = Tally()
      let source = opaque((0..<round.count).publisher)
      let flattened = opaque(source.flatMap { Just($0 &+ 1) })
      round.start()
      let subscription = flattened.sink { tally.add($0) }
      round.stop()
      subscription.cancel()
      try round.expect(tally.sum, total(round.count))
    }

  /// The peer cannot merge many streams, but its flatMap does the same work.
  private static let merged = Workload("merge-100", per: "element", count: 100_000, smokeCount: 1000)
    .stream { round in
      let tally = Tally()
      let size = round.count / 100
      let sources = opaque((0..<100).map { _ in Observable.from(1...size) })
      let merged = opaque(Observable.merge(sources))
      round.start()
      let subscription = merged.subscribe(onNext: { tally.add($0) })
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, 100 * total(size))
    }
    .openCombine { round in
      let tally = Tally()
      let size = round.count / 100
      let sources = opaque((0..<100).map { _ in (1...size).publisher })
      let merged = opaque(opaque(sources.publisher).flatMap { $0 })
      round.start()
      let subscription = merged.sink { tally.add($0) }
      round.stop()
      subscription.cancel()
      try round.expect(tally.sum, 100 * total(size))
    }

  /// Returns the sum of the numbers from one to the last.
  private static func total(_ last: Int) -> Int { last * (last + 1) / 2 }
}
