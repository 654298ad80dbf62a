import Dispatch
import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.netTesting) struct RecordingTests {
  private let subject = PublishSubject<Int>()

  @Test func aNewRecordingIsEmpty() {
    let recording = subject.record(afterEach: .test)
    expect(recording.event).to(beNil())
    expectTrue(recording.events.isEmpty)
    expectFalse(recording.isDisposed)
  }

  @Test func elementsAreRecorded() {
    let recording = subject.record(afterEach: .test)
    subject.onNext(1)
    subject.onNext(2)
    expectEqual(recording.values, [1, 2])
    expectEqual(recording.value, 2)
    expectEqual(recording.event, .next(2))
    expectFalse(recording.isCompleted)
  }

  @Test func theValueOfAStreamOfOptionalsIsTheLastElement() {
    let recording = Observable<Int?>.of(1, nil).record(afterEach: .test)
    expectEqual(recording.value, .some(nil))
    expectNil(Observable<Int>.empty().record(afterEach: .test).value)
  }

  @Test(.heavy) func readingTheValueDoesNotReadAllElements() {
    #expect(timeOfReading(after: 16_000) < timeOfReading(after: 1_000) * 4 + .milliseconds(50))
  }

  /// The time in which the last of this many elements is read repeatedly.
  private func timeOfReading(after count: Int) -> Duration {
    let subject = PublishSubject<Int>()
    let recording = subject.record(afterEach: .test)
    for number in 0..<count { subject.onNext(number) }
    return processorTime {
      for _ in 0..<200 { _ = recording.value }
    }
  }

  @Test func completionIsRecorded() {
    let recording = Observable.of(1, 2).record(afterEach: .test)
    expectEqual(recording.events, [.next(1), .next(2), .completed])
    expectTrue(recording.isCompleted)
    expectTrue(recording.isDisposed)
    expectEqual(recording.value, 2)
    expectNil(recording.error)
    expect(recording).to(beCompleted())
  }

  @Test func theErrorIsRecorded() {
    let recording = Observable<Int>.error(Offline.cable).record(afterEach: .test)
    expectEqual(recording.error as? Offline, .cable)
    expectFalse(recording.isCompleted)
    expect(recording).to(beFailure(with: Offline.cable))
  }

  @Test func aRecordingStopsWhenDisposedOf() {
    let recording = subject.record()
    expectTrue(subject.hasObservers)
    recording.dispose()
    subject.onNext(1)
    expectTrue(recording.isDisposed)
    expectTrue(recording.events.isEmpty)
    expectFalse(subject.hasObservers)
  }

  @Test func aRecordingStopsAtTheEndOfTheTest() {
    let scope = TestScope()
    let recording = subject.record(afterEach: scope)
    scope.end()
    expectTrue(recording.isDisposed)
    expectFalse(subject.hasObservers)
  }

  @Test func aSubscriptionIsDisposedOfAtTheEndOfTheTest() {
    let scope = TestScope()
    subject.subscribe(onNext: { _ in }).disposed(afterEach: scope)
    expectTrue(subject.hasObservers)
    scope.end()
    expectFalse(subject.hasObservers)
  }

  @Test func theTraitDisposesOfSubscriptions() async throws {
    let test = try #require(Test.current)
    let subject = subject
    try await NetTestingTrait().provideScope(for: test, testCase: Test.Case.current) {
      subject.subscribe(onNext: { _ in }).disposed(afterEach: .test)
      expectTrue(subject.hasObservers)
    }
    expectFalse(subject.hasObservers)
  }

  @Test func completionWaitsForTheEndOfTheStream() async {
    let subject = subject
    let recording = subject.record(afterEach: .test)
    DispatchQueue.global().async {
      subject.onNext(1)
      subject.onCompleted()
    }
    let end = await recording.completion()
    expect(end).to(beCompleted())
    expectEqual(recording.values, [1])
  }

  @Test func nextWaitsForAnElement() async {
    let subject = subject
    let recording = subject.record(afterEach: .test)
    DispatchQueue.global().async { (1...2).forEach(subject.onNext) }
    let elements = [await recording.next(), await recording.next()]
    expectEqual(elements, [1, 2])
  }

  @Test func completionFailsTheTestAtTheTimeLimit() async {
    let (collected, recording) = (CollectedFailures(), subject.record(afterEach: .test))
    subject.onNext(1)
    let line: UInt = #line + 1
    await collected.collectAsync { await recording.completion(within: .milliseconds(10)) }
    expectEqual(collected.messages, ["expected the end of the stream within 0.01 seconds, got only next(1)"])
    expectEqual(collected.places, [SourcePlace(file: #filePath, line: line)])
  }

  @Test func completionFailsImmediatelyIfTheRecordingWasDisposedOf() async {
    let (collected, recording) = (CollectedFailures(), subject.record(afterEach: .test))
    recording.dispose()
    await collected.collectAsync { await recording.completion(within: .seconds(3600)) }
    expectEqual(
      collected.messages, ["expected the end of the stream, got no event before it was disposed of"])
  }

  @Test func nextFailsImmediatelyIfTheStreamHasEnded() async {
    let (collected, recording) = (CollectedFailures(), Observable.of(1).record(afterEach: .test))
    await collected.collectAsync {
      await recording.next()
      await recording.next(within: .seconds(3600))
    }
    expectEqual(collected.messages, ["expected an element, got completed after the first 1"])
  }

  @Test func toEventuallyNoticesANewEvent() async {
    let (subject, recording) = (subject, subject.record(afterEach: .test))
    DispatchQueue.global().async { subject.onNext(3) }
    await expect(recording.event).toEventually(beSuccess(3))
  }

  @Test func withoutTheTraitTheTestFailsAtTheLineOfTheCall() {
    let (collected, subject) = (CollectedFailures(), subject)
    let line: UInt = #line + 2
    TestScope.$current.withValue(nil) {
      collected.collect { _ = subject.record(afterEach: .test) }
    }
    expectEqual(collected.places, [SourcePlace(file: #filePath, line: line)])
    expectEqual(collected.messages.first?.contains("@Test(.netTesting)"), true)
  }
}

@Suite(.netTesting) struct SingleRecordingTests {
  @Test func theSuccessOfASingleIsRecorded() {
    let recording = Single.just(3).record(afterEach: .test)
    expect(recording.event).to(beSuccess(3))
    expect(recording).to(beSuccess(3))
    expectEqual(recording.value, 3)
    expectEqual(recording.values, [3])
    expectEqual(recording.events.count, 1)
    expectTrue(recording.isCompleted)
    expectTrue(recording.isDisposed)
  }

  @Test func theFailureOfASingleIsRecorded() {
    let recording = Single<Int>.error(Offline.cable).record(afterEach: .test)
    expect(recording.event).to(beFailure(with: Offline.cable))
    expectEqual(recording.error as? Offline, .cable)
    expectNil(recording.value)
    expectFalse(recording.isCompleted)
  }

  @Test func aRecordingIsOpenUntilTheResult() {
    let scope = TestScope()
    let recording = Single<Int>.never().record(afterEach: scope)
    expect(recording.event).to(beNil())
    expectFalse(recording.isCompleted)
    expectFalse(recording.isDisposed)
    scope.end()
    expectTrue(recording.isDisposed)
    expectFalse(recording.isCompleted)
  }

  @Test func completionWaitsForTheResult() async {
    let recording = Single<Int>.create { observer in
      DispatchQueue.global().async { observer(.success(3)) }
      return Disposables.create()
    }.record(afterEach: .test)
    let event = await recording.completion()
    expect(event).to(beSuccess(3))
  }

  @Test func completionFailsTheTestIfNoResultArrives() async {
    let (collected, recording) = (CollectedFailures(), Single<Int>.never().record(afterEach: .test))
    await collected.collectAsync { await recording.completion(within: .milliseconds(10)) }
    recording.dispose()
    await collected.collectAsync { await recording.completion(within: .seconds(3600)) }
    expectEqual(
      collected.messages,
      [
        "expected a success or a failure within 0.01 seconds, got nothing",
        "expected a success or a failure, got nothing before it was disposed of",
      ])
  }
}

@Suite(.netTesting) struct RecordingDescriptionTests {
  /// An element whose description reads its own recording, as the description of a view model might.
  private struct Curious: Sendable, CustomStringConvertible {
    let recording: Captured<Recording<Curious>>
    var description: String { "one of \(recording.value?.events.count ?? 0)" }
  }

  @Test func anElementsDescriptionCanReadTheRecording() async {
    let (collected, own) = (CollectedFailures(), Captured<Recording<Curious>>())
    let subject = PublishSubject<Curious>()
    let recording = subject.record(afterEach: .test)
    own.set(recording)
    subject.onNext(Curious(recording: own))
    await collected.collectAsync { await recording.completion(within: .milliseconds(10)) }
    expectEqual(
      collected.messages, ["expected the end of the stream within 0.01 seconds, got only next(one of 1)"])
  }
}

@Suite struct RecordingSecretsTests {
  @Test func anErrorInsteadOfAnElementIsReportedWithoutSecrets() async throws {
    let url = try #require(URL(string: "https://h/a?access_token=1234"))
    let error = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
    let (collected, recording) = (CollectedFailures(), Observable<Int>.error(error).record())
    await collected.collectAsync { await recording.next() }
    let message = try #require(collected.messages.first)
    #expect(message.hasPrefix("expected an element, got the error "))
    #expect(message.contains("access_token=<redacted>") && !message.contains("1234"))
  }
}

final class RecordingXCTests: XCTestCase {
  private let subject = PublishSubject<Int>()
  private let recorded = Captured<Recording<Int>>()

  func testARecordingStopsAtTheEndOfTheTest() {
    recorded.set(subject.record(afterEach: self))
    subject.subscribe(onNext: { _ in }).disposed(afterEach: self)
    subject.onNext(1)
    XCTAssertEqual(recorded.value?.isDisposed, false)
  }

  override func tearDown() {
    XCTAssertEqual(recorded.value?.isDisposed, true)
    XCTAssertEqual(recorded.value?.values, [1])
    XCTAssertFalse(subject.hasObservers)
  }
}
