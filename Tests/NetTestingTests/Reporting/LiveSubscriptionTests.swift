import Dispatch
import Stream
import TestSupport
import Testing

@testable import NetTesting

@Suite struct LiveSubscriptionTests {
  private let failures = CollectedFailures()

  private func checking() -> TestScope {
    TestScope(keepsFailures: false, checksLeaks: true, place: SourcePlace(file: #filePath, line: #line))
  }

  /// Runs a test that checks for leaks to its end.
  private func checked(_ test: () -> Void) {
    let scope = checking()
    failures.collect {
      LeakWitness.$grace.withValue(.milliseconds(1)) {
        scope.run {
          test()
          scope.end()
        }
      }
    }
  }

  /// Retains itself by the closure of a subscription that it keeps.
  private final class Screen: Sendable {
    let bag = DisposeBag()

    init(_ ticks: Observable<Int>) {
      ticks.subscribe(onNext: { _ in withExtendedLifetime(self) {} }).disposed(by: bag)
    }
  }

  @Test func anOwnerThatRetainsItselfByItsSubscriptionIsReported() {
    let ticks = PublishSubject<Int>()
    checked { _ = Screen(ticks.asObservable()) }
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("a subscription was live, to a stream of Int"), true)
  }

  @Test func allSubscriptionsThatAreLiveAreReportedTogether() {
    let kept = DisposeBag()
    let clock = TestScheduler()
    checked {
      Observable<Int>.interval(.seconds(1), scheduler: clock).subscribe().disposed(by: kept)
      Single<String>.never().subscribe().disposed(by: kept)
    }
    expectEqual(failures.messages.count, 1)
    expectEqual(
      failures.messages.first?.contains("2 subscriptions were live, to streams of Int, String"), true)
  }

  @Test func whatIsReportedIsDisposedOf() {
    let isDisposed = Captured<Bool>()
    let kept = DisposeBag()
    checked { Single<Int>.never().subscribe(onDisposed: { isDisposed.set(true) }).disposed(by: kept) }
    expectEqual(isDisposed.values, [true])
  }

  @Test func aSubscriptionThatHasEndedIsNotReported() {
    let ticks = PublishSubject<Int>()
    let kept = DisposeBag()
    checked {
      ticks.subscribe().disposed(by: kept)
      ticks.onCompleted()
    }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aSubscriptionThatIsDisposedOfAtTheEndIsNotReported() {
    let ticks = PublishSubject<Int>()
    checked { ticks.subscribe().disposed(afterEach: TestScope.current ?? TestScope()) }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aSubscriptionThatNothingRetainsIsNotReported() {
    checked { _ = Observable<Int>.never().subscribe() }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aSubscriptionThatNobodyCanDisposeOfIsReported() {
    checked { _ = PublishSubject<Int>().map { $0 + 1 }.subscribe() }
    expectEqual(failures.messages.count, 1)
  }

  @Test func aSubscriptionThatAnotherThreadIsEndingIsNotReported() {
    let ticks = PublishSubject<Int>()
    let kept = DisposeBag()
    let isDelivered = DispatchSemaphore(value: 0)
    let scope = checking()
    failures.collect {
      scope.run {
        ticks.subscribe(onNext: { _ in isDelivered.signal() }).disposed(by: kept)
        let queue = DispatchQueue(label: "another thread")
        queue.async {
          ticks.onNext(1)
          ticks.onCompleted()
        }
        isDelivered.wait()
        scope.end()
      }
    }
    expectTrue(failures.messages.isEmpty)
  }

  private typealias Action = @Sendable () -> Void

  /// Calls a closure on another thread and waits for it.
  private static func onAnotherThread(_ action: @escaping Action) {
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue(label: "another thread").async {
      action()
      isOver.signal()
    }
    isOver.wait()
  }

  /// Subscriptions whose closures call the other closure on another thread.
  private static let callbacks: [@Sendable (DisposeBag, @escaping Action) -> Void] = [
    { bag, callback in
      let ticks = PublishSubject<Int>()
      ticks.subscribe(onNext: { _ in callback() }).disposed(by: bag)
      onAnotherThread { ticks.onNext(1) }
    },
    { bag, callback in
      let ticks = PublishSubject<Int>()
      ticks.subscribe(onCompleted: { callback() }).disposed(by: bag)
      onAnotherThread { ticks.onCompleted() }
    },
    { bag, callback in
      let ticks = PublishSubject<Int>()
      ticks.asObservable().first().subscribe(onSuccess: { _ in callback() }).disposed(by: bag)
      onAnotherThread { ticks.onNext(1) }
    },
    { bag, callback in
      let (ticks, inner) = (PublishSubject<Int>(), PublishSubject<Int>())
      ticks.subscribe(onNext: { _ in inner.subscribe(onNext: { _ in callback() }).disposed(by: bag) })
        .disposed(by: bag)
      onAnotherThread { ticks.onNext(1) }
      onAnotherThread { inner.onNext(1) }
    },
  ]

  @Test(arguments: callbacks.indices)
  func whatAClosureSubscribesToOnAnotherThreadIsReported(_ index: Int) {
    let (bag, kept) = (DisposeBag(), DisposeBag())
    checked { Self.callbacks[index](bag) { Single<String>.never().subscribe().disposed(by: kept) } }
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("String"), true)
  }

  @Test func whatAClosureOfAnotherTestSubscribesToIsNotReported() {
    let ticks = PublishSubject<Int>()
    let (bag, kept) = (DisposeBag(), DisposeBag())
    ticks.subscribe(onNext: { _ in Single<String>.never().subscribe().disposed(by: kept) }).disposed(by: bag)
    checked { Self.onAnotherThread { ticks.onNext(1) } }
    expectTrue(failures.messages.isEmpty)
    withExtendedLifetime(bag) {}
  }

  @Test func theSubscriptionOfAReportedRecordingIsNotReportedAgain() {
    let ticks = PublishSubject<Int>()
    let recording = Captured<Recording<Int>>()
    checked { recording.set(ticks.record()) }
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("recorded here was live"), true)
  }

  @Test func subscriptionsInTasksOfTheTestAreSeen() async {
    let kept = DisposeBag()
    let scope = checking()
    await failures.collectAsync {
      await LeakWitness.$grace.withValue(.milliseconds(1)) {
        await scope.run {
          await Task { Observable<Int>.never().subscribe().disposed(by: kept) }.value
          scope.end()
        }
      }
    }
    expectEqual(failures.messages.count, 1)
  }

  /// Runs a test on the main actor up to the point where its task awaits, and then to its end.
  @MainActor private func checkedWhileAwaiting(
    _ subject: PublishSubject<Int>, _ operation: @escaping @MainActor () async throws -> Void
  ) async {
    let scope = checking()
    await failures.collectAsync {
      await LeakWitness.$grace.withValue(.milliseconds(1)) {
        await scope.run {
          let task = Task { @MainActor in try await operation() }
          while !subject.hasObservers { await Task.yield() }
          scope.end()
          _ = await task.result
        }
      }
    }
  }

  @Test @MainActor func aTaskThatAwaitsElementsIsReportedAndEnded() async {
    let ticks = PublishSubject<Int>()
    await checkedWhileAwaiting(ticks) { for try await _ in ticks.asObservable().values {} }
    expectEqual(failures.messages.count, 1)
    expectFalse(ticks.hasObservers)
  }

  @Test @MainActor func aTaskThatAwaitsASingleIsReportedAndEnded() async {
    let ticks = PublishSubject<Int>()
    await checkedWhileAwaiting(ticks) { _ = try await ticks.asObservable().take(1).asSingle().value }
    expectEqual(failures.messages.count, 1)
    expectFalse(ticks.hasObservers)
  }

  @Test func whatHasBeenAwaitedIsNotReported() async throws {
    let scope = checking()
    try await failures.collectAsync {
      try await scope.run {
        for try await number in Observable.from([1, 2, 3]).values where number == 2 { break }
        for try await _ in Observable.from([1, 2, 3]).values {}
        let single = Single<Int> {
          await Task.yield()
          return 1
        }
        _ = try await single.value
        scope.end()
      }
    }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func withoutACheckForLeaksNothingIsSeen() {
    let kept = DisposeBag()
    let scope = TestScope()
    failures.collect {
      scope.run {
        Observable<Int>.never().subscribe().disposed(by: kept)
        scope.end()
      }
    }
    expectTrue(failures.messages.isEmpty)
  }

  @Test(.checkingLeaks) func theTraitSeesSubscriptions() {
    let kept = DisposeBag()
    Observable<Int>.never().subscribe().disposed(by: kept)
    expectEqual(TestScope.current?.checksLeaks, true)
  }
}
