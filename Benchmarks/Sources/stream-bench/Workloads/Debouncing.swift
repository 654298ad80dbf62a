import Measuring
import OpenCombine
import OpenCombineDispatch
import Stream

/// Elements of which every tenth is followed by a pause.
enum Debouncing {
  static let all = [debounce]

  private static let debounce = Workload("debounce", per: "element", count: 20_000)
    .stream { round in
      let tally = Tally()
      let scheduler = HeldScheduler()
      let subject = opaque(PublishSubject<Int>())
      let debounced = opaque(subject.debounce(.seconds(1), scheduler: scheduler))
      let subscription = debounced.subscribe(onNext: { tally.add($0) })
      round.start()
      for value in 1...round.count {
        subject.onNext(1)
        if value.isMultiple(of: 10) { scheduler.held.fire() }
      }
      round.stop()
      subscription.dispose()
      try round.expect(tally.sum, round.count / 10)
    }
    .openCombine { round in
      let tally = Tally()
      let scheduler = PeerHeldScheduler()
      let subject = opaque(PassthroughSubject<Int, Never>())
      let debounced = opaque(subject.debounce(for: .seconds(1), scheduler: scheduler))
      let subscription = debounced.sink { tally.add($0) }
      round.start()
      for value in 1...round.count {
        subject.send(1)
        if value.isMultiple(of: 10) { scheduler.held.fire() }
      }
      round.stop()
      subscription.cancel()
      try round.expect(tally.sum, round.count / 10)
    }
}
