import Stream
import TestSupport
import Testing

/// Law 9: `flatMap` completes after the outer and all inner streams; an error of any of them ends all.
@Suite struct Law09_FlatMapEnd {
  private let outer = TrackedSource<Int>()
  private let inners = [TrackedSource<Int>(), TrackedSource<Int>()]
  private let probe = Probe<Int>()

  private func subscribe() -> any Disposable {
    let inners = inners
    return outer.observable.flatMap { inners[$0].observable }.subscribe(probe.on)
  }

  @Test func completionWaitsForTheInnerStreams() {
    let subscription = subscribe()
    outer.onNext(0)
    outer.onNext(1)
    outer.onCompleted()
    inners[0].onCompleted()
    expectFalse(probe.isCompleted)
    inners[1].onNext(7)
    inners[1].onCompleted()
    expectEqual(probe.elements, [7])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func completionWaitsForTheOuterStream() {
    let subscription = subscribe()
    outer.onNext(0)
    inners[0].onCompleted()
    expectFalse(probe.isCompleted)
    outer.onCompleted()
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func anErrorOfAnInnerStreamEndsAll() {
    let subscription = subscribe()
    outer.onNext(0)
    outer.onNext(1)
    inners[0].onError(Boom())
    #expect(probe.error is Boom)
    expectEqual(outer.disposed.value, 1)
    expectEqual(inners.map(\.disposed.value), [1, 1])
    inners[1].onNext(1)
    expectEqual(probe.events.count, 1)
    subscription.dispose()
  }

  @Test func anErrorOfTheOuterStreamEndsAll() {
    let subscription = subscribe()
    outer.onNext(0)
    outer.onError(Boom())
    #expect(probe.error is Boom)
    expectEqual(inners[0].disposed.value, 1)
    subscription.dispose()
  }

  @Test func disposalDisposesOfAll() {
    let subscription = subscribe()
    outer.onNext(0)
    outer.onNext(1)
    subscription.dispose()
    expectEqual(outer.disposed.value, 1)
    expectEqual(inners.map(\.disposed.value), [1, 1])
  }
}
