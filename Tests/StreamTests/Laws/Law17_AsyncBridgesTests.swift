import Dispatch
import Stream
import TestSupport
import XCTest

/// Law 17: `value` and `values` can be cancelled, resume once, and hold no lock.
final class Law17_AsyncBridgesTests: XCTestCase {
  func testValueOfAReadySingleReturnsAtOnce() async throws {
    let value = try await Single.just(1).map { $0 + 1 }.value
    XCTAssertEqual(value, 2)
  }

  func testValueThrowsTheFailure() async {
    do {
      _ = try await Single<Int>.error(Boom(number: 4)).value
      XCTFail("no error")
    } catch {
      XCTAssertEqual(error as? Boom, Boom(number: 4))
    }
  }

  func testValueWaitsForALateResult() async throws {
    let value = try await Single<Int>.create { observer in
      DispatchQueue.global().async { observer(.success(3)) }
      return Disposables.create()
    }.value
    XCTAssertEqual(value, 3)
  }

  func testCancellingDisposesAndThrows() async {
    let source = TrackedSingle<Int>()
    let started = expectation(description: "subscribed")
    let single = source.single.do(onSubscribe: { started.fulfill() })
    let task = Task { try await single.value }
    await fulfillment(of: [started], timeout: .patience)
    task.cancel()
    do {
      _ = try await task.value
      XCTFail("no error")
    } catch {
      XCTAssertTrue(error is CancellationError)
    }
    XCTAssertEqual(source.subscribed.value, source.disposed.value)
    source.succeed(1)  // Too late, and harmless.
  }

  func testACancelledTaskStartsNoWork() async {
    let source = TrackedSingle<Int>()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await source.single.value
    }
    task.cancel()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(source.subscribed.value, 0)
  }

  func testARaceOfResultAndCancellationResumesOnce() async {
    for number in 0..<500 {
      let task = Task {
        try await Single<Int>.create { observer in
          DispatchQueue.global().async { observer(.success(number)) }
          return Disposables.create()
        }.value
      }
      DispatchQueue.global().async { task.cancel() }
      // A second resumption would trap, and a missing one would hang.
      switch await task.result {
      case .success(let value): XCTAssertEqual(value, number)
      case .failure(let error): XCTAssertTrue(error is CancellationError)
      }
    }
  }

  func testTheWorkCanUseOtherThreadsDuringItsSubscription() async throws {
    let value = try await Single<Bool>.create { observer in
      observer(.success(runsOnAnotherThread {}))
      return Disposables.create()
    }.value
    XCTAssertTrue(value)
  }

  func testDisposingASingleOfAsyncWorkCancelsItsTask() async {
    let started = expectation(description: "started")
    let cancelled = expectation(description: "cancelled")
    let subscription = Single<Int> {
      started.fulfill()
      while !Task.isCancelled { await Task.yield() }
      cancelled.fulfill()
      throw CancellationError()
    }.subscribe { _ in XCTFail("delivered after disposal") }
    await fulfillment(of: [started], timeout: .patience)
    subscription.dispose()
    await fulfillment(of: [cancelled], timeout: .patience)
  }

  func testASingleOfAsyncWorkDeliversItsResult() async throws {
    let value = try await Single<Int> {
      await Task.yield()
      return 5
    }.value
    XCTAssertEqual(value, 5)
  }

  func testValuesSubscribeWhenIterated() async throws {
    let source = TrackedSource<Int>()
    let values = source.observable.values
    var iterator = values.makeAsyncIterator()
    XCTAssertEqual(source.subscribed.value, 0)
    let cold = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create()
    }
    var other = cold.values.makeAsyncIterator()
    let first = try await other.next()
    XCTAssertEqual(first, 1)
    let end = try await other.next()
    XCTAssertNil(end)
    let afterTheEnd = try await other.next()
    XCTAssertNil(afterTheEnd)
    XCTAssertEqual(source.subscribed.value, 0)
    withExtendedLifetime(iterator) {}
    iterator = values.makeAsyncIterator()
  }

  func testValuesKeepTheirOrderAcrossThreads() async throws {
    let observable = Observable<Int>.create { observer in
      DispatchQueue.global().async {
        for number in 0..<10_000 { observer.onNext(number) }
        observer.onCompleted()
      }
      return Disposables.create()
    }
    var expected = 0
    for try await number in observable.values {
      XCTAssertEqual(number, expected)
      expected += 1
    }
    XCTAssertEqual(expected, 10_000)
  }

  func testValuesThrowTheErrorAfterTheElements() async {
    let observable = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onError(Boom())
      return Disposables.create()
    }
    var elements: [Int] = []
    do {
      for try await number in observable.values { elements.append(number) }
      XCTFail("no error")
    } catch {
      XCTAssertTrue(error is Boom)
    }
    XCTAssertEqual(elements, [1])
  }

  func testAnErrorIsThrownOnceAndEndsTheSequence() async throws {
    for policy in [BufferingPolicy.unbounded, .bufferingNewest(1)] {
      let failing = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onError(Boom())
        return Disposables.create()
      }
      var iterator = failing.values(buffering: policy).makeAsyncIterator()
      let first = try await iterator.next()
      XCTAssertEqual(first, 1)
      do {
        _ = try await iterator.next()
        XCTFail("no error")
      } catch {
        XCTAssertTrue(error is Boom)
      }
      for _ in 0..<2 {
        let afterTheEnd = try await iterator.next()
        XCTAssertNil(afterTheEnd)
      }
    }
  }

  func testBufferingPoliciesLimitTheBuffer() async throws {
    let numbers = Observable.from(1...5)
    let newest = try await gather(numbers.values(buffering: .bufferingNewest(2)))
    XCTAssertEqual(newest, [4, 5])
    let oldest = try await gather(numbers.values(buffering: .bufferingOldest(2)))
    XCTAssertEqual(oldest, [1, 2])
    let all = try await gather(numbers.values)
    XCTAssertEqual(all, [1, 2, 3, 4, 5])
    let none = try await gather(numbers.values(buffering: .bufferingNewest(0)))
    XCTAssertEqual(none, [])
  }

  func testAnElementGoesToAWaitingTaskWithoutABuffer() async throws {
    for policy in [BufferingPolicy.bufferingNewest(0), .bufferingOldest(0)] {
      let numbers = PublishSubject<Int>()
      let delivered = Locked(0)
      let task = Task {
        let counted = numbers.do(onNext: { _ in delivered.update { $0 += 1 } })
        for try await number in counted.values(buffering: policy) { return number }
        return -1
      }
      while !numbers.hasObservers { await Task.yield() }
      // What arrives before the task waits is dropped. It is sent one at a time: the task first delivers all that arrives
      // while it subscribes, and does not wait before.
      var sent = 0
      await waitPatiently {
        if delivered.value == sent {
          sent += 1
          numbers.onNext(7)
        }
        return !numbers.hasObservers
      }
      numbers.onCompleted()
      let number = try await task.value
      XCTAssertEqual(number, 7)
    }
  }

  func testLeavingTheLoopDisposes() async throws {
    let source = TrackedSource<Int>()
    let started = expectation(description: "subscribed")
    let observable = source.observable.do(onSubscribe: { started.fulfill() })
    let task = Task {
      for try await number in observable.values { return number }
      return -1
    }
    await fulfillment(of: [started], timeout: .patience)
    while source.subscribed.value == 0 { await Task.yield() }
    source.onNext(4)
    let number = try await task.value
    XCTAssertEqual(number, 4)
    XCTAssertEqual(source.disposed.value, 1)
  }

  func testCancellingAnIterationDisposesAndThrows() async {
    let source = TrackedSource<Int>()
    let received = expectation(description: "received")
    let task = Task {
      for try await _ in source.observable.values { received.fulfill() }
    }
    while source.subscribed.value == 0 { await Task.yield() }
    source.onNext(1)
    await fulfillment(of: [received], timeout: .patience)
    task.cancel()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(source.disposed.value, 1)
  }

  private func gather<Elements: AsyncSequence>(
    _ sequence: Elements
  ) async throws -> [Elements.Element] {
    var gathered: [Elements.Element] = []
    for try await element in sequence { gathered.append(element) }
    return gathered
  }
}

/// Law 17: a cancellation that arrives while the work is being started is not lost.
final class Law17_CancelledWhileStartingTests: XCTestCase {
  func testCancellingDuringTheStartDisposesOfTheWork() async {
    let disposed = Count()
    let single = Single<Int>.create { _ in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return Disposables.create { disposed.increment() }
    }
    let result = await Task { try await single.value }.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(disposed.value, 1)
  }

  func testCancellingDuringTheStartStopsASynchronousSource() async {
    let read = Count()
    let source = Observable.from(0...100_000_000).do(onNext: {
      if $0 == 0 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      if $0 == 100_000_000 { read.increment() }
    })
    let task = Task {
      for try await _ in source.values(buffering: .bufferingNewest(1)) {}
    }
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(read.value, 0)
  }
}

/// Law 17: a cancellation while no element is awaited disposes at the next call, although the iterator is kept.
final class Law17_CancelledWhileConsumingTests: XCTestCase {
  private func assertDisposes(buffering policy: BufferingPolicy, sent: Int) async throws {
    let disposed = Count()
    let source = Observable<Int>.create { observer in
      for number in 0..<sent { observer.onNext(number) }
      return Disposables.create { disposed.increment() }
    }
    let count = try await Task {
      var iterator = source.values(buffering: policy).makeAsyncIterator()
      let first = try await iterator.next()
      XCTAssertEqual(first, 0)
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await assertIsCancelled { _ = try await iterator.next() }
      let count = disposed.value
      await assertIsCancelled { _ = try await iterator.next() }
      return count
    }.value
    XCTAssertEqual(count, 1)
  }

  func testCancellingBetweenElementsDisposes() async throws {
    try await assertDisposes(buffering: .unbounded, sent: 1)
    try await assertDisposes(buffering: .bufferingOldest(3), sent: 3)
  }

  func testCancellingInsideABatchDisposes() async throws {
    try await assertDisposes(buffering: .unbounded, sent: 3)
  }
}

private func assertIsCancelled(_ body: () async throws -> Void) async {
  do {
    try await body()
    XCTFail("no error")
  } catch {
    XCTAssertTrue(error is CancellationError)
  }
}
