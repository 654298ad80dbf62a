import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockDeliveryTests {
  let timer = TestScheduler()
  let got = Captured<DataResponse<User>>()
  let trent = User(name: "Trent")

  @Test func aDelayUsesTheTimer() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/a"), with: .json(["name": "Trent"]).delay(.seconds(5)))
    network.get("https://h/a").responseObject(completionHandler: got.set)
    timer.advance(by: .milliseconds(4900))
    expectEqual(got.count, 0)
    timer.advance(by: .milliseconds(100))
    expectEqual(got.value?.value, trent)
  }

  @Test func theMockCanDelayAllResponses() {
    let network = NetworkingMock(delivery: .after(.seconds(1)), timer: timer, afterEach: .test)
    network.mockResponse(.success(trent))
    network.get("https://h/a").responseObject(completionHandler: got.set)
    timer.advance(by: .milliseconds(999))
    expectEqual(got.count, 0)
    timer.advance(by: .milliseconds(1))
    expectEqual(got.count, 1)
  }

  @Test func cancellingDuringADelayDeliversOnlyTheCancellation() {
    let network = NetworkingMock(delivery: .after(.seconds(5)), timer: timer, afterEach: .test)
    network.mockResponse(.success(trent))
    let request = network.get("https://h/a").responseObject(completionHandler: got.set)
    timer.advance(by: .milliseconds(500))
    request.cancel()
    request.cancel()
    expectEqual(got.value?.error?.reason, .cancelled)
    timer.advance(by: .seconds(10))
    expectEqual(got.count, 1)
    expectEqual(network.cancelCount, 1)
    expectEqual(network.requests.map(\.isCancelled), [true])
    expectEqual(request.state, .cancelled)
  }

  @Test func aHeldResponseWaitsForTheTest() throws {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    network.stub(.get("/{n}"), with: trent)
    network.get("https://h/a").responseObject(completionHandler: got.set)
    network.get("https://h/b").responseObject(completionHandler: got.set)
    expectEqual(network.pending.map(\.request.url.path), ["/a", "/b"])
    expectEqual(got.count, 0)
    let second = try #require(network.pending.last)
    second.complete()
    second.complete()
    expectEqual(got.values.map(\.request?.url.path), ["/b"])
    expectEqual(network.pending.map(\.request.url.path), ["/a"])
  }

  @Test func theTestCanChooseTheResponseOfAHeldRequest() {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    for _ in 0..<4 { network.get("https://h/a").responseObject(completionHandler: got.set) }
    network.pending.first?.complete(with: trent)
    network.pending.first?.complete(with: .json(["name": "Ada"]))
    network.pending.first?.complete(with: Result<User, URLError>.failure(URLError(.timedOut)))
    network.pending.first?.fail(URLError(.badURL))
    expectEqual(got.values.map(\.value?.name), ["Trent", "Ada", nil, nil])
    expectEqual(
      got.values.compactMap { $0.error?.underlyingError as? URLError },
      [
        URLError(.timedOut), URLError(.badURL),
      ])
  }

  @Test func aCancelledRequestIsNotPending() {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    network.mockResponse(.success(trent))
    let request = network.get("https://h/a").responseObject(completionHandler: got.set)
    let pending = network.pending.first
    request.cancel()
    expectTrue(network.pending.isEmpty)
    pending?.complete()
    expectEqual(got.values.map(\.error?.reason), [.cancelled])
    expectEqual(network.cancelCount, 1)
  }

  @Test func aStubCanOverrideTheDelivery() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/a"), with: .value(trent).delivered(.held))
    network.stub(.get("/b"), with: .value(trent).delivered(.after(.seconds(1))))
    network.stub(.get("/c"), with: trent)
    for path in ["a", "b", "c"] {
      network.get("https://h/\(path)").responseObject(completionHandler: got.set)
    }
    expectEqual(got.values.map(\.request?.url.path), ["/c"])
    network.pending.first?.complete()
    timer.advance(by: .seconds(1))
    expectEqual(got.values.map(\.request?.url.path), ["/c", "/a", "/b"])
  }

  @Test func theDeliveryCanChangeBetweenRequests() {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    network.mockResponse(.success(trent))
    network.get("https://h/a").responseObject(completionHandler: got.set)
    network.delivery = .inline
    network.get("https://h/b").responseObject(completionHandler: got.set)
    expectEqual(got.values.map(\.request?.url.path), ["/b"])
    network.pending.first?.complete()
    expectEqual(got.count, 2)
  }

  @Test func headProgressAndCompletionArriveInOrder() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/a"), with: .json(["name": "Trent"]).header("ETag", "1"))
    let steps = Lock<[String]>([])
    let step = { @Sendable (text: String) in steps.withLock { $0.append(text) } }
    network.get("https://h/a")
      .onHTTPResponse { step("head \($0.headers["ETag"] ?? "")") }
      .progress(delivery: .inline) { step("\($0.completed) of \($0.total ?? -1)") }
      .responseObject(as: User.self) { step($0.value?.name ?? "error") }
    expectEqual(steps.withLock { $0 }, ["head 1", "16 of 16", "Trent"])
  }

  @Test func progressIsDeliveredInlineUnlessAQueueIsNamed() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/a"), with: .text("hello"))
    let steps = Lock<[Int64]>([])
    network.get("https://h/a").progress { step in steps.withLock { $0.append(step.completed) } }.resume()
    expectEqual(steps.withLock { $0 }, [5])
  }

  @Test func cancellingInsideTheHeadHandlerCancelsOnce() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/a"), with: .json(["name": "Trent"]))
    let steps = Lock<[String]>([])
    let request = network.get("https://h/a")
    request.onHTTPResponse { [weak request] _ in request?.cancel() }
      .progress(delivery: .inline) { _ in steps.withLock { $0.append("progress") } }
      .responseObject(completionHandler: got.set)
    expectEqual(got.values.map(\.error?.reason), [.cancelled])
    expectEqual(steps.withLock { $0 }, [])
    expectEqual(network.requests.map(\.isCancelled), [true])
  }

  @Test func cancellingAfterTheEndDoesNothing() {
    let network = NetworkingMock(afterEach: .test)
    network.mockResponse(.success(trent))
    let request = network.get("https://h/a").responseObject(completionHandler: got.set)
    request.cancel()
    expectEqual(got.count, 1)
    expectEqual(network.cancelCount, 0)
    expectEqual(request.state, .finished)
  }

  @Test func theEndOfTheTestCancelsHeldRequests() {
    let scope = TestScope()
    let network = NetworkingMock(delivery: .held, afterEach: scope)
    network.mockResponse(.success(trent))
    network.get("https://h/a").responseObject(completionHandler: got.set)
    scope.end()
    expectEqual(got.values.map(\.error?.reason), [.cancelled])
  }

  @Test func aFinishedRequestIsReleased() {
    let network = NetworkingMock(afterEach: .test)
    network.mockResponse(.success(trent))
    weak let request = network.get("https://h/a").responseObject(completionHandler: got.set)
    expectEqual(got.count, 1)
    expectNil(request)
  }

  @Test func aHeldRequestIsReleasedWhenCancelled() {
    let network = NetworkingMock(delivery: .held, afterEach: .test)
    network.mockResponse(.success(trent))
    weak let request = network.get("https://h/a").responseObject(completionHandler: got.set)
    expectNotNil(request)
    request?.cancel()
    expectNil(request)
  }

  @Test func aMockIsReleasedAfterItsRequestsComplete() {
    weak var released: NetworkingMock?
    do {
      let network = NetworkingMock()
      network.mockResponse(.success(trent))
      network.get("https://h/a").responseObject(completionHandler: got.set)
      released = network
    }
    expectNil(released)
  }
}
