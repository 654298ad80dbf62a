import Stream
import TestSupport
import Testing

@Suite struct JustEmptyErrorNeverTests {
  private let probe = Probe<Int>()

  @Test func justSendsOneElementAndCompletes() {
    _ = Observable.just(1).subscribe(probe.on)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
  }

  @Test func emptyCompletes() {
    _ = Observable<Int>.empty().subscribe(probe.on)
    expectEqual(probe.events.count, 1)
    expectTrue(probe.isCompleted)
  }

  @Test func errorFails() {
    _ = Observable<Int>.error(Boom()).subscribe(probe.on)
    #expect(probe.error is Boom)
    _ = Single<Int>.error(Boom(number: 1)).subscribe(probe.onResult)
    expectEqual(probe.error as? Boom, Boom(number: 1))
  }

  @Test func neverSendsNothingAndCanBeDisposedOf() {
    let disposed = Count()
    Observable<Int>.never().subscribe(onNext: { _ in }, onDisposed: { disposed.increment() }).dispose()
    Single<Int>.never().subscribe(onSuccess: { _ in }, onDisposed: { disposed.increment() }).dispose()
    expectEqual(disposed.value, 2)
  }
}
