import Stream
import TestSupport
import Testing

/// Law 10: `flatMapLatest` disposes of the previous inner stream at the switch; `flatMapFirst` ignores
/// elements while it is busy.
@Suite struct Law10_FlatMapLatestFirst {
  private let probe = Probe<Int>()

  @Test func thePreviousInnerStreamIsDisposedOfBeforeTheNewOneStarts() {
    let outer = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = outer.flatMapLatest { number in
      Observable<Int>.create { _ in
        log.write("+\(number)")
        return Disposables.create { log.write("-\(number)") }
      }
    }.subscribe(probe.on)
    outer.onNext(1)
    outer.onNext(2)
    expectEqual(log.entries, ["+1", "-1", "+2"])
    subscription.dispose()
    expectEqual(log.entries, ["+1", "-1", "+2", "-2"])
  }

  @Test func thePreviousInnerStreamDeliversNothingAfterTheSwitch() {
    let outer = PublishSubject<Int>()
    let inner = [PublishSubject<Int>(), PublishSubject<Int>()]
    let subscription = outer.flatMapLatest { inner[$0] }.subscribe(probe.on)
    outer.onNext(0)
    inner[0].onNext(1)
    outer.onNext(1)
    #expect(!inner[0].hasObservers)
    inner[0].onNext(2)
    inner[0].onError(Boom())
    inner[1].onNext(3)
    expectEqual(probe.events, [.next(1), .next(3)])
    subscription.dispose()
  }

  @Test func aSwitchInsideADeliveryTakesEffectAtOnce() {
    let outer = PublishSubject<Int>()
    let inner = [PublishSubject<Int>(), PublishSubject<Int>()]
    let subscription = outer.flatMapLatest { inner[$0] }.do(onNext: { number in
      guard number == 1 else { return }
      inner[0].onNext(2)  // Waits for its turn, and is too late by then.
      outer.onNext(1)
      inner[1].onNext(3)
    }).subscribe(probe.on)
    outer.onNext(0)
    inner[0].onNext(1)
    expectEqual(probe.elements, [1, 3])
    subscription.dispose()
  }

  @Test func racingInnerStreamsNeverMixAfterASwitch() {
    for _ in 0..<100 {
      let outer = TrackedSource<Int>()
      let inner = [TrackedSource<Int>(), TrackedSource<Int>()]
      let probe = Probe<Int>()
      let subscription = outer.observable.flatMapLatest { inner[$0].observable }.subscribe(probe.on)
      outer.onNext(0)
      race(2) { thread in
        if thread == 0 {
          for _ in 0..<50 { inner[0].onNext(0) }
        } else {
          outer.onNext(1)
          inner[1].onNext(1)
        }
      }
      expectEqual(probe.elements.last, 1)
      expectEqual(probe.elements.filter { $0 == 1 }.count, 1)
      subscription.dispose()
    }
  }

  @Test func flatMapFirstIgnoresElementsWhileBusyAndCallsNoClosure() {
    let outer = PublishSubject<Int>()
    let inner = [PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()]
    let asked = Log<Int>()
    let subscription = outer.flatMapFirst { number in
      asked.write(number)
      return inner[number]
    }.subscribe(probe.on)
    outer.onNext(0)
    outer.onNext(1)
    inner[0].onNext(10)
    inner[0].onCompleted()
    outer.onNext(2)
    inner[2].onNext(12)
    outer.onCompleted()
    expectFalse(probe.isCompleted)
    inner[2].onCompleted()
    expectEqual(asked.entries, [0, 2])
    expectEqual(probe.elements, [10, 12])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }
}
