import Measuring
import OpenCombine
import Stream

/// From streams to Swift concurrency.
enum Awaiting {
  static let all = [ready, sequence]

  private static let ready = Workload("await-ready", per: "await", count: 20_000)
    .stream { round in
      let just = opaque { Single.just($0 as Int) }
      var sum = 0
      round.start()
      for value in 0..<round.count { sum &+= try await just(value).value }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }
    .openCombine { round in
      let just = opaque { (value: Int) in Future<Int, any Error> { $0(.success(value)) } }
      var sum = 0
      round.start()
      for value in 0..<round.count { sum &+= try await just(value).value }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }
    .floor { round in
      let just = opaque { $0 as Int }
      var sum = 0
      round.start()
      for value in 0..<round.count {
        sum &+= await withUnsafeContinuation { $0.resume(returning: just(value)) }
      }
      round.stop()
      try round.expect(sum, round.count * (round.count - 1) / 2)
    }

  private static let sequence = Workload("async-sequence", per: "element", count: 20_000)
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
}
