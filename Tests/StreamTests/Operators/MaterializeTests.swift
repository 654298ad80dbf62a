import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct MaterializeTests {
  private let scheduler = TestScheduler()

  private func description(_ event: Event<Int>) -> String {
    switch event {
    case .next(let element): "\(element)"
    case .error(let error): "\(error)"
    case .completed: "completed"
    }
  }

  @Test func eachEventBecomesAnElementAndTheErrorAlsoCompletes() {
    let source = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .error(220, Boom())])
    let result = scheduler.start { source.materialize().map { event in description(event) } }
    expectEqual(result.events, [.next(210, "2"), .next(220, "Boom(number: 0)"), .completed(220)])
    expectEqual(source.subscriptions, [Subscription(200, 220)])
  }

  @Test func completionBecomesAnElement() {
    let source = scheduler.createHotObservable([.completed(220, Int.self)])
    let result = scheduler.start { source.materialize().map { event in description(event) } }
    expectEqual(result.events, [.next(220, "completed"), .completed(220)])
  }

  @Test func dematerializeIsTheInverse() {
    let source = scheduler.createHotObservable([.next(210, 2), .next(215, 3), .error(220, Boom())])
    let result = scheduler.start { source.materialize().dematerialize() }
    expectEqual(result.events, [.next(210, 2), .next(215, 3), .error(220, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 220)])
  }

  @Test func anEndAsAnElementDisposesOfTheSource() {
    let source = TrackedSource<Event<Int>>()
    let probe = Probe<Int>()
    _ = source.observable.dematerialize().subscribe(probe.on)
    source.onNext(.next(1))
    source.onNext(.completed)
    source.onNext(.next(2))
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
    expectEqual(source.disposed.value, 1)
  }

  @Test func dematerializeEndsWithItsSource() {
    let source = TrackedSource<Event<Int>>()
    let probe = Probe<Int>()
    _ = source.observable.dematerialize().subscribe(probe.on)
    source.onError(Boom())
    expectEqual(probe.error as? Boom, Boom())
  }
}
