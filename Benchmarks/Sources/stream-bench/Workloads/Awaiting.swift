import Measuring
import OpenCombine
import Stream

/// From streams to Swift concurrency.
enum Awaiting {
  static let all = [ready, sequence]

  private static let ready = Workload("await-ready", per: "await", count: 20_000, stopwatch: .process)
    .stream { round in
      let just = opaque(Source { .just($0) })
      var sum = 0
      round.start()
      for value in 0..<round.count { sum &+= try await just.make(value).value }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }
    .openCombine { round in
      let just = opaque(PeerSource { value in Future { $0(.success(value)) } })
      var sum = 0
      round.start()
      for value in 0..<round.count { sum &+= try await just.make(value).value }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }
    .floor { round in
      var sum = 0
      round.start()
      for value in 0..<round.count {
        sum &+= await withUnsafeContinuation { $0.resume(returning: value) }
      }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }

  private static let sequence = Workload("async-sequence", per: "element", count: 20_000, stopwatch: .process)
    .stream { round in
      let source = opaque(Observable.from(0..<round.count))
      var sum = 0
      round.start()
      for try await value in source.values { sum &+= value }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }
    .openCombine { round in
      let source = opaque((0..<round.count).publisher)
      var sum = 0
      round.start()
      for await value in source.values { sum &+= value }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }

  private struct Source {
    let make: (Int) -> Single<Int>
  }

  private struct PeerSource {
    let make: (Int) -> Future<Int, any Error>
  }
}
