import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct FirstTests {
  @Test func succeedsWithTheFirstAndDisposes() {
    let scheduler = TestScheduler()
    let source = scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(220, 3), .completed(250),
    ])
    let result = scheduler.start { source.first() }
    expectEqual(result.events, [.next(210, 2), .completed(210)])
    expectEqual(source.subscriptions, [Subscription(200, 210)])
  }

  @Test func anEmptySourceGivesNil() {
    let probe = Probe<Int?>()
    _ = Observable<Int>.empty().first().subscribe(probe.onResult)
    expectEqual(probe.elements, [nil])
  }

  @Test func anErrorOfTheSourceFailsTheSingle() {
    let probe = Probe<Int?>()
    _ = Observable<Int>.error(Boom()).first().subscribe(probe.onResult)
    #expect(probe.error is Boom)
  }

  @Test func readsOneElement() {
    let read = Count()
    let probe = Probe<Int?>()
    _ = Observable.from(0..<10_000_000).do(onNext: { _ in read.increment() }).first()
      .subscribe(probe.onResult)
    expectEqual(probe.elements, [0])
    expectEqual(read.value, 1)
  }
}
