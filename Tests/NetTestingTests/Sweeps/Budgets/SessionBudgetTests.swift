import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing

/// Budgets of what a session really sends.
@Suite struct SessionBudgetTests {
  private let scheduler = TestScheduler()
  private let recorder = TraceRecorder()
  private let network: NetworkingMock

  init() {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.monitors = [recorder]
    configuration.cache = .memory(limit: 1 << 20)
    network = NetworkingMock(
      configuration: configuration, timer: scheduler,
      profile: .custom(roundTrip: .milliseconds(100), down: .unlimited, up: .unlimited))
  }

  private func load<Configured>(_ path: String, _ change: (any NetworkRequesting) -> Configured = { _ in }) {
    let request = network.get("http://h\(path)")
    _ = change(request)
    request.responseData { _ in }
    scheduler.run()
  }

  /// The figures of the trace, from the message of an expectation that always fails.
  private var figures: String {
    failures { expect(recorder.trace).toNot(stayWithin(roundTrips: 100, bytes: 1 << 30, requests: 100)) }
      .first
      .map { String($0.drop { $0 != "," }.dropFirst(2)) } ?? ""
  }

  @Test func aCacheHitDoesNotCountAsARequestAndHasNoBytes() {
    network.stub(.get("/a"), with: .data(Data(count: 500)).header("Cache-Control", "max-age=60"))
    for _ in 1...3 { load("/a") }
    #expect(figures.hasSuffix("got 3 round trips, 500 bytes, 300 ms and 1 request"), "\(figures)")
  }

  @Test func aRevalidationIsARequestWithoutBytes() {
    network.stub(
      .get("/a"),
      withSequence: [
        .data(Data(count: 500)).header("ETag", "\"1\"").header("Cache-Control", "no-cache"),
        StubResponse.status(304).header("ETag", "\"1\""),
      ])
    load("/a")
    load("/a")
    #expect(figures.hasSuffix("got 4 round trips, 500 bytes, 400 ms and 2 requests"), "\(figures)")
  }

  @Test func retriesAndRedirectsAreRequests() {
    network.stub(.get("/a"), withSequence: [.status(503).header("Retry-After", "1"), .redirect(to: "/b")])
    network.stub(.get("/b"), with: .data(Data(count: 10)))
    load("/a") { $0.retry(RetryPolicy()) }
    // A lookup, a connection, three exchanges, and a second before the retry.
    #expect(figures.hasSuffix("got 5 round trips, 10 bytes, 1.50 s and 3 requests"), "\(figures)")
  }

  @Test func aCancelledRequestCountsWithTheBytesThatArrived() {
    network.stub(.get("/a"), with: .data(Data(count: 10)).fault(.stall(after: .bodyBytes(4))))
    load("/a") { request in
      scheduler.schedule(after: .seconds(2)) { request.cancel() }.disposed(by: bag)
    }
    // The handshakes of a cancelled exchange are not reported.
    #expect(figures.hasSuffix("got 1 round trip, 4 bytes, 2.00 s and 1 request"), "\(figures)")
  }

  @Test func aCachedRedirectHidesNoBytesOfItsTarget() {
    network.stub(
      .get("/a"), with: .status(301).header("Location", "/b").header("Cache-Control", "max-age=60"))
    network.stub(.get("/b"), with: .data(Data(count: 700)).header("Cache-Control", "no-store"))
    for _ in 1...2 { load("/a") }
    #expect(figures.contains(" 1,400 bytes, "), "\(figures)")
    #expect(figures.hasSuffix(" and 3 requests"), "\(figures)")
  }

  @Test func aStoredTargetOfARedirectHasNoBytes() {
    network.stub(.get("/a"), with: .status(302).header("Location", "/b"))
    network.stub(.get("/b"), with: .data(Data(count: 700)).header("Cache-Control", "max-age=60"))
    for _ in 1...2 { load("/a") }
    #expect(figures.contains(" 700 bytes, "), "\(figures)")
  }

  @Test func aStoredErrorHidesNoBytesOfTheRetry() {
    network.stub(
      .get("/a"),
      withSequence: [.status(404).header("Cache-Control", "max-age=1"), .data(Data(count: 300))])
    load("/a")
    load("/a") { $0.retry(RetryPolicy(base: .seconds(2), statusCodes: [404])) }
    #expect(figures.contains(" 300 bytes, "), "\(figures)")
  }

  @Test(arguments: [1, 2])
  func sharedExchangesInSequenceAreRoundTripsInSequence(_ members: Int) {
    for path in ["/a", "/b", "/c", "/d"] {
      network.stub(.get(path), with: .text("x").header("Cache-Control", "no-store"))
      for _ in 0..<members { network.get("http://10.0.0.1\(path)").coalesced().responseData { _ in } }
      scheduler.run()
    }
    // One for the connection, and one for each exchange.
    #expect(figures.contains("got 5 round trips, "), "\(figures)")
    #expect(figures.hasSuffix(" and 4 requests"), "\(figures)")
  }

  @Test func theBodyOfARedirectCounts() {
    network.stub(.get("/a"), with: .data(Data(count: 30)).status(302).header("Location", "/b"))
    network.stub(.get("/b"), with: .data(Data(count: 10)))
    load("/a")
    #expect(figures.contains(" 40 bytes, "), "\(figures)")
  }

  @Test func eachUploadOfAFileCounts() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("file", String(repeating: "a", count: 50))
    network.stub(.put("/a"), withSequence: [.status(503).header("Retry-After", "1"), .status(204)])
    network.put("http://h/a", file: file).retry(RetryPolicy()).responseData { _ in }
    scheduler.run()
    #expect(figures.contains(" 100 bytes, "), "\(figures)")
  }

  @Test func aStoredResponseInsteadOfAFailureHasNoBytes() {
    network.stub(
      .get("/a"),
      withSequence: [
        .data(Data(count: 500)).header("Cache-Control", "max-age=0, stale-if-error=60"),
        .data(Data(count: 7)).status(503),
      ])
    load("/a")
    load("/a")
    #expect(figures.contains(" 507 bytes, "), "\(figures)")
  }

  private let bag = DisposeBag()
}
