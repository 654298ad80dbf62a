import Stream
import TestSupport
import Testing

@Suite struct DoTests {
  private let log = Log<String>()

  private func watched(_ observable: Observable<Int>) -> Observable<Int> {
    let log = log
    return observable.do(
      onNext: { log.write("next \($0)") }, onError: { _ in log.write("error") },
      onCompleted: { log.write("completed") }, onSubscribe: { log.write("subscribe") },
      onDispose: { log.write("dispose") })
  }

  @Test func closuresRunInOrder() {
    let log = log
    _ = watched(Observable.of(1)).subscribe { event in log.write("got \(event)") }
    expectEqual(log.entries, ["subscribe", "next 1", "got next(1)", "completed", "got completed", "dispose"])
  }

  @Test func onErrorRunsOnce() {
    _ = watched(.error(Boom())).subscribe { _ in }
    expectEqual(log.entries, ["subscribe", "error", "dispose"])
  }

  @Test func onDisposeRunsOnce() {
    let subscription = watched(.never()).subscribe { _ in }
    subscription.dispose()
    subscription.dispose()
    expectEqual(log.entries, ["subscribe", "dispose"])
  }

  @Test func onDisposeRunsWhenADownstreamOperatorDisposes() {
    _ = watched(Observable.of(1, 2)).take(1).subscribe { _ in }
    expectEqual(log.entries, ["subscribe", "next 1", "dispose"])
  }

  @Test func eachClosureOfASingleMayBeTheOnlyOne() {
    let log = log
    let single = Single<Int>.just(1)
    _ = single.do(onSubscribed: { log.write("onSubscribed") }).subscribe { _ in }
    _ = single.do(afterSuccess: { _ in log.write("afterSuccess") }).subscribe { _ in }
    _ = single.do(onDispose: { log.write("onDispose") }).subscribe { _ in }
    _ = Single<Int>.error(Boom()).do(afterError: { _ in log.write("afterError") }).subscribe { _ in }
    expectEqual(log.entries, ["onSubscribed", "afterSuccess", "onDispose", "afterError"])
  }

  @Test func closuresOfASingleRunInOrder() {
    let log = log
    _ = Single.just(1).do(
      onSuccess: { log.write("success \($0)") }, onError: { _ in log.write("error") },
      onSubscribe: { log.write("subscribe") }, onDispose: { log.write("dispose") }
    ).subscribe(onSuccess: { log.write("got \($0)") })
    expectEqual(log.entries, ["subscribe", "success 1", "got 1", "dispose"])
  }
}
