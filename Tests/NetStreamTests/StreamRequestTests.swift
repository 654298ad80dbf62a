import Foundation
import Net
import NetStream
import NetTesting
import Stream
import XCTest

final class StreamRequestTests: XCTestCase {
  private let url = "https://api.example.com/numbers"

  private func network(_ delivery: MockDelivery = .inline) -> NetworkingMock {
    let network = NetworkingMock(delivery: delivery)
    network.mockResponse(.success([1, 2, 3]))
    return network
  }

  func testCreatingAStreamSendsNothing() {
    let network = network()
    _ = network.stream.get(url).object(as: [Int].self)
    XCTAssertEqual(network.requestCallCount, 0)
  }

  func testEachSubscriptionSendsItsOwnRequest() {
    let network = network()
    let numbers = network.stream.get(url).object(as: [Int].self)
    for _ in 0..<3 { numbers.subscribe().disposed(afterEach: self) }
    XCTAssertEqual(network.requestCallCount, 3)
  }

  func testTheResultArrivesInsideSubscribe() {
    let observed = network().stream.get(url).object(as: [Int].self).record(afterEach: self)
    expect(observed.event).to(beSuccess([1, 2, 3]))
  }

  func testWorksThroughAnExistential() {
    let any: any Networking = network()
    let observed = any.stream.get(url).object(as: [Int].self).record(afterEach: self)
    expect(observed.event).to(beSuccess([1, 2, 3]))
  }

  func testDisposingCancelsTheRequestOnce() {
    let network = network(.held)
    let subscription = network.stream.get(url).object(as: [Int].self).subscribe()
    subscription.dispose()
    subscription.dispose()
    XCTAssertEqual(network.cancelCount, 1)
  }

  func testDisposingAfterTheEndCancelsNothing() {
    let network = network()
    network.stream.get(url).object(as: [Int].self).subscribe().dispose()
    XCTAssertEqual(network.cancelCount, 0)
  }

  func testNothingArrivesAfterDisposal() {
    let network = network(.held)
    let observed = network.stream.get(url).object(as: [Int].self).record(afterEach: self)
    let pending = network.pending.first
    observed.dispose()
    pending?.complete()
    XCTAssertNil(observed.event)
  }

  func testAnUnretainedSubscriptionIsReleasedWhenItEnds() {
    let network = network(.held)
    let token = ReleaseToken()
    weak let held = token.object
    token.withObject { object in
      _ = network.stream.get(url).object(as: [Int].self).map { numbers in (numbers, object) }.subscribe()
    }
    token.drop()
    XCTAssertNotNil(held)
    network.pending.first?.complete()
    XCTAssertNil(held)
  }

  func testATransportFailureIsANetworkError() {
    let network = NetworkingMock()
    network.mockResponse(.failure(URLError(.cannotConnectToHost)) as Result<[Int], any Error>)
    let observed = network.stream.get(url).object(as: [Int].self).record(afterEach: self)
    expect(observed.event).to(beFailure(with: NetworkError.self))
  }

  func testAnInvalidURLFailsTheStream() {
    let observed = network().stream.get("ftp://example.com/a").object(as: [Int].self).record(afterEach: self)
    expect(observed.event).to(
      beFailure(with: NetworkError.Reason.invalidRequest(.url("ftp://example.com/a"))))
  }

  func testAFailedResultFailsTheResponseForm() {
    let network = NetworkingMock()
    network.mockResponse(.success([1]), statusCode: 404)
    let observed = network.stream.get(url).responseObject(as: [Int].self).record(afterEach: self)
    expect(observed.event).to(beFailure(with: NetworkError.Reason.validation(.statusCode(404))))
  }

  func testRetrySendsTheRequestAgain() {
    let network = NetworkingMock()
    network.stub(
      .get(url),
      withSequence: [
        Result<[Int], any Error>.failure(URLError(.timedOut)), .failure(URLError(.timedOut)), .success([1]),
      ])
    let observed = network.stream.get(url).object(as: [Int].self).retry(3).record(afterEach: self)
    expect(observed.event).to(beSuccess([1]))
    XCTAssertEqual(network.requestCallCount, 3)
  }

  func testEveryFailureIsANetworkErrorInBothForms() {
    let answers: [(StubResponse, NetworkError.Reason?)] = [
      (.fault(.reset), .transport(.head)), (.status(404), .validation(.statusCode(404))),
      (.text("no"), .validation(.contentType("text/plain; charset=utf-8", acceptable: ["application/json"]))),
      (.json("no JSON"), nil), (.json(["a": 1]), nil),
    ]
    for (answer, reason) in answers {
      let network = NetworkingMock(afterEach: self)
      network.stub(.get(url), with: answer)
      let value = network.stream.get(url).object(as: [Int].self).record(afterEach: self).error
      let response = network.stream.get(url).responseObject(as: [Int].self).record(afterEach: self).error
      for error in [value, response] {
        guard let error = error as? NetworkError else { return XCTFail("\(String(describing: error))") }
        if let reason { XCTAssertEqual(error.reason, reason) }
      }
    }
  }

  func testRetryWithABackoffSendsAgainAfterTheDelay() {
    let scheduler = TestScheduler()
    let network = NetworkingMock(afterEach: self)
    network.stub(.get(url), withSequence: [.status(500), .status(500), .json([1])])
    let observed = network.stream.get(url).object(as: [Int].self)
      .retry(backoff: Backoff(maximumAttempts: 3, base: .seconds(1)), scheduler: scheduler)
      .record(afterEach: self)
    XCTAssertEqual(network.requestCallCount, 1)
    scheduler.advance(by: .seconds(1))
    XCTAssertEqual(network.requestCallCount, 2)
    scheduler.advance(by: .milliseconds(1_999))
    XCTAssertNil(observed.event)
    scheduler.advance(by: .milliseconds(1))
    expect(observed.event).to(beSuccess([1]))
    XCTAssertEqual(network.requestCallCount, 3)
  }

  func testTheLastRetryBeforeTheNotifierCompletesDelivers() {
    let scheduler = TestScheduler()
    let network = NetworkingMock(afterEach: self)
    network.stub(.get(url), withSequence: [.status(500), .status(500), .json([1])])
    let observed = network.stream.get(url).object(as: [Int].self)
      .retry(when: { errors in errors.take(2).delay(.milliseconds(10), scheduler: scheduler) })
      .record(afterEach: self)
    scheduler.advance(by: .milliseconds(20))
    expect(observed.event).to(beSuccess([1]))
    XCTAssertEqual(network.requestCallCount, 3)
  }

  func testAChainOfRequestsCompletesInsideSubscribe() {
    let network = NetworkingMock(afterEach: self)
    network.stub(.get("/first"), with: "second")
    network.stub(.get("/second"), with: [1, 2])
    let observed = network.stream.get("/first").object(as: String.self)
      .flatMap { path in network.stream.get("/\(path)").object(as: [Int].self) }
      .map(\.count)
      .record(afterEach: self)
    expect(observed.event).to(beSuccess(2))
  }

  func testProgressIsReportedForEachSubscription() {
    let network = NetworkingMock()
    network.stub(.get(url), with: .data(Data("1234".utf8)))
    let progress = Captured<TransferProgress>()
    let data = network.stream.get(url).progress { progress.set($0) }.data()
    for _ in 0..<2 { data.subscribe().disposed(afterEach: self) }
    XCTAssertEqual(progress.values.map(\.completed), [4, 4])
  }

  func testAwaitingTheValue() async throws {
    let numbers = try await network().stream.get(url).object(as: [Int].self).value
    XCTAssertEqual(numbers, [1, 2, 3])
  }

  func testCancellingTheTaskCancelsTheRequest() async {
    let network = network(.held)
    let task = Task { [url] in try await network.stream.get(url).object(as: [Int].self).value }
    task.cancel()
    let result = await task.result
    XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertTrue(network.pending.isEmpty)
  }
}

/// Holds an object until `drop()`, to check whether something else holds it too.
private final class ReleaseToken {
  final class Object: Sendable {}

  private(set) var object: Object? = Object()

  func withObject(_ body: (Object) -> Void) { if let object { body(object) } }

  func drop() { object = nil }
}
