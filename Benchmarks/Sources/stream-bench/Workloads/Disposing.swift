import Measuring
import OpenCombine
import Stream

/// Bags of a thousand disposables.
enum Disposing {
  static let all = [bag]

  private static let size = 1000

  private static let bag = Workload("bag", per: "disposable", count: 20_000, smokeCount: 2000)
    .stream { round in
      let tally = Tally()
      round.start()
      for _ in 0..<round.count / size {
        let bag = DisposeBag()
        for _ in 0..<size { Disposables.create { tally.add(1) }.disposed(by: bag) }
        bag.dispose()
      }
      round.stop()
      try round.expect(tally.sum, round.count)
    }
    .openCombine { round in
      let tally = Tally()
      round.start()
      for _ in 0..<round.count / size {
        var bag: Set<AnyCancellable> = []
        for _ in 0..<size { AnyCancellable { tally.add(1) }.store(in: &bag) }
        bag.removeAll()
      }
      round.stop()
      try round.expect(tally.sum, round.count)
    }
    .floor { round in
      let tally = Tally()
      let make = opaque(Make { Next { tally.add($0) } })
      round.start()
      for _ in 0..<round.count / size {
        var bag: [Next] = []
        for _ in 0..<size { bag.append(make.call()) }
        for dispose in bag { dispose.call(1) }
      }
      round.stop()
      try round.expect(tally.sum, round.count)
    }

  private struct Make {
    let call: () -> Next
  }
}
