import Stream
import TestSupport
import Testing

/// The order of the closures of `do` is RxSwift's: `onDispose` runs last.
@Suite struct DoOrderTests {
  private let log = Log<String>()
  private let source = TrackedSource<Int>()

  private func watched(_ observable: Observable<Int>, _ name: String = "") -> Observable<Int> {
    let log = log
    return observable.do(
      onNext: { log.write("\(name)next \($0)") }, afterNext: { log.write("\(name)after \($0)") },
      onError: { _ in log.write("\(name)error") }, afterError: { _ in log.write("\(name)after error") },
      onCompleted: { log.write("\(name)completed") },
      afterCompleted: { log.write("\(name)after completed") },
      onSubscribe: { log.write("\(name)subscribe") }, onSubscribed: { log.write("\(name)subscribed") },
      onDispose: { log.write("\(name)dispose") })
  }

  private func watched(_ single: Single<Int>) -> Single<Int> {
    let log = log
    return single.do(
      onSuccess: { log.write("success \($0)") }, afterSuccess: { log.write("after \($0)") },
      onError: { _ in log.write("error") }, afterError: { _ in log.write("after error") },
      onSubscribe: { log.write("subscribe") }, onSubscribed: { log.write("subscribed") },
      onDispose: { log.write("dispose") })
  }

  private func subscribe(_ observable: Observable<Int>) -> any Disposable {
    let log = log
    return observable.subscribe(
      onNext: { log.write("got \($0)") }, onError: { _ in log.write("got error") },
      onCompleted: { log.write("got completed") })
  }

  private func subscribe(_ single: Single<Int>) -> any Disposable {
    let log = log
    return single.subscribe(
      onSuccess: { log.write("got \($0)") }, onFailure: { _ in log.write("got error") })
  }

  @Test func orderWhenAStreamCompletesInsideSubscribe() {
    _ = subscribe(watched(Observable.just(1)))
    expectEqual(
      log.entries,
      [
        "subscribe", "next 1", "got 1", "after 1", "completed", "got completed", "after completed",
        "subscribed", "dispose",
      ])
  }

  @Test func orderWhenAStreamFailsInsideSubscribe() {
    _ = subscribe(watched(Observable<Int>.error(Boom())))
    expectEqual(log.entries, ["subscribe", "error", "got error", "after error", "subscribed", "dispose"])
  }

  @Test func orderWhenAStreamCompletesLater() {
    _ = subscribe(watched(source.observable))
    source.onNext(1)
    source.onCompleted()
    expectEqual(
      log.entries,
      [
        "subscribe", "subscribed", "next 1", "got 1", "after 1", "completed", "got completed",
        "after completed", "dispose",
      ])
  }

  @Test func orderWhenAStreamFailsLater() {
    _ = subscribe(watched(source.observable))
    source.onError(Boom())
    expectEqual(log.entries, ["subscribe", "subscribed", "error", "got error", "after error", "dispose"])
  }

  @Test func orderWhenAStreamIsDisposedOf() {
    let subscription = subscribe(watched(source.observable))
    subscription.dispose()
    subscription.dispose()
    expectEqual(log.entries, ["subscribe", "subscribed", "dispose"])
  }

  @Test func orderWhenAStreamIsDisposedOfInsideSubscribe() {
    let log = log
    let stop = PublishSubject<Void>()
    let producer = Observable<Int>.create { observer in
      observer.onNext(1)
      stop.onNext(())
      log.write("stopped: \(observer.isDisposed)")
      observer.onNext(2)
      return Disposables.create { log.write("source disposed") }
    }
    _ = subscribe(watched(producer).take(until: stop))
    expectEqual(
      log.entries,
      [
        "subscribe", "next 1", "got 1", "after 1", "got completed", "stopped: true", "source disposed",
        "subscribed", "dispose",
      ])
  }

  @Test func orderWhenADownstreamOperatorStopsAStreamInsideSubscribe() {
    _ = subscribe(watched(Observable.of(1, 2)).take(1))
    expectEqual(
      log.entries,
      [
        "subscribe", "next 1", "got 1", "got completed", "after 1", "subscribed", "dispose",
      ])
  }

  @Test func orderWhenAClosureThrowsInsideSubscribe() {
    let log = log
    let thrower = Observable.of(1, 2).do(
      onNext: { _ in throw Boom() }, onSubscribed: { log.write("subscribed") },
      onDispose: { log.write("dispose") })
    _ = subscribe(thrower)
    expectEqual(log.entries, ["got error", "subscribed", "dispose"])
  }

  @Test func orderOfTwoInAChainThatEndsInsideSubscribe() {
    _ = subscribe(watched(watched(.empty(), "inner "), "outer "))
    expectEqual(
      log.entries,
      [
        "outer subscribe", "inner subscribe", "inner completed", "outer completed", "got completed",
        "outer after completed", "inner after completed", "inner subscribed", "inner dispose",
        "outer subscribed", "outer dispose",
      ])
  }

  @Test func theSourceIsReleasedBeforeOnDispose() {
    let log = log
    let source = Observable<Int>.create { observer in
      observer.onCompleted()
      return Disposables.create { log.write("source disposed") }
    }
    _ = subscribe(watched(source))
    expectEqual(
      log.entries,
      [
        "subscribe", "completed", "got completed", "after completed", "source disposed", "subscribed",
        "dispose",
      ])
  }

  @Test func orderWhenASingleSucceedsInsideSubscribe() {
    _ = subscribe(watched(Single.just(1)))
    expectEqual(log.entries, ["subscribe", "success 1", "got 1", "after 1", "subscribed", "dispose"])
  }

  @Test func orderWhenASingleFailsInsideSubscribe() {
    _ = subscribe(watched(Single<Int>.error(Boom())))
    expectEqual(log.entries, ["subscribe", "error", "got error", "after error", "subscribed", "dispose"])
  }

  @Test func orderWhenASingleSucceedsLater() {
    let single = TrackedSingle<Int>()
    _ = subscribe(watched(single.single))
    single.succeed(1)
    expectEqual(log.entries, ["subscribe", "subscribed", "success 1", "got 1", "after 1", "dispose"])
  }

  @Test func orderWhenASingleFailsLater() {
    let single = TrackedSingle<Int>()
    _ = subscribe(watched(single.single))
    single.fail(Boom())
    expectEqual(log.entries, ["subscribe", "subscribed", "error", "got error", "after error", "dispose"])
  }

  @Test func orderWhenASingleIsDisposedOf() {
    let single = TrackedSingle<Int>()
    subscribe(watched(single.single)).dispose()
    expectEqual(log.entries, ["subscribe", "subscribed", "dispose"])
  }

  @Test func disposingInsideOnNextLaterRunsOnDisposeAtOnce() {
    let log = log
    let subscription = SerialDisposable()
    subscription.disposable = watched(source.observable).subscribe(onNext: { _ in
      subscription.dispose()
      log.write("disposed of")
    })
    source.onNext(1)
    expectEqual(log.entries, ["subscribe", "subscribed", "next 1", "dispose", "disposed of", "after 1"])
  }
}
