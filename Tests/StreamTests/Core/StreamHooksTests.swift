import TestSupport
import Testing

@testable import Stream

@Suite struct StreamHooksTests {
  private let log = Log<String>()

  private func recording(_ body: () -> Void) {
    let log = log
    StreamHooks.withUnhandledErrorHandler({ error in log.write("\(error)") }, operation: body)
  }

  @Test func anErrorOfAnObservableWithoutAClosureGoesToTheHandler() {
    recording { _ = Observable<Int>.error(Boom(number: 1)).subscribe(onNext: { _ in }) }
    expectEqual(log.entries, ["Boom(number: 1)"])
  }

  @Test func aFailureOfASingleWithoutAClosureGoesToTheHandler() {
    recording { _ = Single<Int>.error(Boom(number: 1)).subscribe(onSuccess: { _ in }) }
    expectEqual(log.entries, ["Boom(number: 1)"])
  }

  @Test func theSubscriptionKeepsTheHandler() {
    let source = TrackedSource<Int>()
    let single = TrackedSingle<Int>()
    recording {
      _ = source.observable.subscribe()
      _ = single.single.subscribe()
    }
    source.onError(Boom(number: 1))
    single.fail(Boom(number: 2))
    expectEqual(log.entries, ["Boom(number: 1)", "Boom(number: 2)"])
  }

  @Test func aSubscriptionMadeOutsideDoesNotUseTheHandler() {
    let source = TrackedSource<Int>()
    _ = source.observable.subscribe(onError: nil)
    recording { source.onError(Boom()) }
    expectTrue(log.entries.isEmpty)
  }

  @Test func aHandledErrorDoesNotGoToTheHandler() {
    recording {
      _ = Observable<Int>.error(Boom()).subscribe(onError: { _ in })
      _ = Observable<Int>.error(Boom()).subscribe { _ in }
      _ = Observable<Int>.error(Boom()).catchAndReturn(1).subscribe()
      _ = Single<Int>.error(Boom()).subscribe(onFailure: { _ in })
      _ = Single<Int>.error(Boom()).subscribe { _ in }
    }
    expectTrue(log.entries.isEmpty)
  }

  @Test func theHandlerRunsBeforeOnDisposed() {
    let log = log
    recording {
      _ = Observable<Int>.error(Boom()).subscribe(onDisposed: { log.write("disposed") })
      _ = Single<Int>.error(Boom()).subscribe(onDisposed: { log.write("disposed") })
    }
    expectEqual(log.entries, ["Boom(number: 0)", "disposed", "Boom(number: 0)", "disposed"])
  }

  @Test func subscriptionsWithAnObjectUseTheHandler() {
    let token = Token()
    recording {
      _ = Observable<Int>.error(Boom(number: 1)).subscribe(with: token)
      _ = Single<Int>.error(Boom(number: 2)).subscribe(with: token)
      _ = Single<Int>.error(Boom(number: 3)).subscribe(with: token, onFailure: { _, _ in })
    }
    expectEqual(log.entries, ["Boom(number: 1)", "Boom(number: 2)"])
  }

  @Test func tasksCreatedInsideUseTheHandler() async {
    let log = log
    await StreamHooks.withUnhandledErrorHandler({ error in log.write("\(error)") }) {
      await Task { _ = Observable<Int>.error(Boom(number: 1)).subscribe() }.value
    }
    expectEqual(log.entries, ["Boom(number: 1)"])
  }

  @Test func theInnerHandlerReplacesTheOuter() {
    let log = log
    recording {
      StreamHooks.withUnhandledErrorHandler({ _ in log.write("inner") }) {
        _ = Observable<Int>.error(Boom()).subscribe()
      }
    }
    expectEqual(log.entries, ["inner"])
  }

  @Test func anErrorIsNotReportedAfterDisposal() {
    let source = TrackedSource<Int>()
    recording { source.observable.subscribe().dispose() }
    source.onError(Boom())
    expectTrue(log.entries.isEmpty)
  }

  @Test func theReportIsOneLine() {
    struct Odd: Error, CustomStringConvertible { let description = "a\nb\u{1B}[31m\u{2028}c" }
    expectEqual(StreamHooks.line(about: Odd()), "Stream: unhandled error: a b [31m c\n")
  }

  @Test func theReportHasALimit() {
    struct Long: Error, CustomStringConvertible { let description = String(repeating: "x", count: 5000) }
    expectEqual(StreamHooks.line(about: Long()).count, "Stream: unhandled error: \n".count + 1000)
  }
}
