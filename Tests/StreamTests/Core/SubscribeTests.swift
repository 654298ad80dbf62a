import Stream
import TestSupport
import Testing

@Suite struct SubscribeTests {
  private final class Screen: Sendable {
    let log = Log<String>()
  }

  @Test func subscribingWithAnObjectDoesNotRetainIt() {
    let subject = PublishSubject<Int>()
    let log: Log<String>
    let subscription: any Disposable
    do {
      let screen = Screen()
      log = screen.log
      subscription = subject.subscribe(
        with: screen, onNext: { $0.log.write("\($1)") }, onCompleted: { $0.log.write("completed") })
      subject.onNext(1)
    }
    subject.onNext(2)
    subject.onCompleted()
    expectEqual(log.entries, ["1"])
    subscription.dispose()
  }

  @Test func subscribingToASingleWithAnObjectDoesNotRetainIt() {
    let source = TrackedSingle<Int>()
    let log: Log<String>
    let subscription: any Disposable
    do {
      let screen = Screen()
      log = screen.log
      subscription = source.single.subscribe(with: screen, onSuccess: { $0.log.write("\($1)") })
    }
    source.succeed(1)
    expectEqual(log.entries, [])
    subscription.dispose()

    let screen = Screen()
    _ = Single.just(2).subscribe(with: screen, onSuccess: { $0.log.write("\($1)") })
    expectEqual(screen.log.entries, ["2"])
  }

  @Test func anErrorAndTheDisposalArePassedWithTheObject() {
    let screen = Screen()
    _ = Observable<Int>.error(Boom()).subscribe(
      with: screen, onNext: { _, _ in }, onError: { screen, _ in screen.log.write("error") },
      onDisposed: { $0.log.write("disposed") })
    _ = Single<Int>.error(Boom()).subscribe(
      with: screen, onSuccess: { _, _ in }, onFailure: { screen, _ in screen.log.write("failure") },
      onDisposed: { $0.log.write("disposed") })
    expectEqual(screen.log.entries, ["error", "disposed", "failure", "disposed"])
  }

  @Test func aSingleCallsBackOnce() {
    let log = Log<String>()
    _ = Single.just(1).subscribe(
      onSuccess: { log.write("success \($0)") }, onFailure: { _ in log.write("failure") },
      onDisposed: { log.write("disposed") })
    expectEqual(log.entries, ["success 1", "disposed"])
  }

  @Test func aSingleConvertsToAnObservable() {
    let probe = Probe<Int>()
    let source = TrackedSingle<Int>()
    let subscription = source.single.asObservable().subscribe(probe.on)
    source.succeed(1)
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }
}
