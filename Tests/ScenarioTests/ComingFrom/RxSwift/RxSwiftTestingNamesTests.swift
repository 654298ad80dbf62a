import NetStream
import NetTesting
import Testing

/// What to write instead of RxBlocking and of what is left out of RxTest.
@Suite(.netTesting) struct RxSwiftTestingNamesTests {
  private let source = Observable.of(1, 2, 3, 4)

  @Test func awaitingReplacesBlocking() async throws {
    // Row: source.toBlocking().first()
    let first = try await source.first().value
    #expect(first == 1)
    // Row: source.toBlocking().last()
    let last = try await source.take(last: 1).first().value
    #expect(last == 4)
    #expect(try await Observable<Int>.empty().take(last: 1).first().value == nil)
    // Row: source.toBlocking().single()
    await #expect(throws: StreamError.moreThanOneElement) { try await source.asSingle().value }
    // Row: source.toBlocking().toArray()
    let all = try await source.toArray().value
    #expect(all == [1, 2, 3, 4])
    // Row: source.toBlocking().materialize()
    let events = try await source.materialize().toArray().value
    #expect(events.count == 5)
    // Row: AsyncPublisher, source.values
    var numbers: [Int] = []
    for try await number in source.values { numbers.append(number) }
    #expect(numbers == all)
  }

  @Test func aTimeoutLimitsTheWholeStream() {
    let scheduler = TestScheduler()
    let source = Observable<Int>.interval(.milliseconds(300), scheduler: scheduler).take(10)
    // Row: toBlocking(timeout: 1)
    let recording = source.toArray().timeout(.seconds(1), scheduler: scheduler).record(afterEach: .test)
    scheduler.advance(by: .seconds(1))
    #expect(recording.error as? StreamError == .timeout)
  }

  @Test func timeOfATest() {
    let scheduler = TestScheduler(initialClock: 0)
    let xs = scheduler.createHotObservable([.next(5, 1), .next(12, 2), .next(20, 3)])
    let recording = xs.record(afterEach: .test)
    // Row: scheduler.advanceTo(10), sleep(5)
    scheduler.advance(to: 10)
    #expect(recording.values == [1])
    scheduler.advance(by: 5)
    #expect(recording.values == [1, 2])
    // Row: scheduler.stop()
    scheduler.advance(to: 15)
    #expect(scheduler.clock == 15)
    #expect(recording.values == [1, 2])
  }

  @Test func theElementsOfAResultAreAnArray() {
    let scheduler = TestScheduler(initialClock: 0)
    let result = scheduler.start { Observable.just(10) }
    // Row: XCTAssertRecordedElements(result.events, [10])
    #expect(result.events.compactMap(\.value.element) == [10])
  }
}

// Row: Resources.total
@Suite(.checkingLeaks) struct RxSwiftLeaksTests {
  @Test func aSubscriptionIsDisposed() {
    let subject = PublishSubject<Int>()
    #expect(subject.record(afterEach: .test).values.isEmpty)
  }
}
