import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// The same service code at every level of NetTesting.
@Suite(.netTesting) struct StreamLevelsTests {
  private struct Article: Codable, Equatable, Sendable {
    var title: String
  }

  private func article(_ network: any Networking, _ id: Int) async throws -> Article {
    try await network.stream.get("articles/\(id)").object(as: Article.self).value
  }

  private func session(_ transport: any Transport, _ base: String) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: base)
    return NetworkSession(configuration: configuration, transport: transport)
  }

  @Test func worksOverATypedMock() async throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/articles/7"), with: Article(title: "Seven"))
    expectEqual(try await article(network, 7), Article(title: "Seven"))
  }

  @Test func worksOverAMockTransport() async throws {
    let transport = MockTransport()
    transport.stub(.get("/articles/7"), with: .json(["title": "Seven"]))
    expectEqual(try await article(session(transport, "https://example.com/"), 7), Article(title: "Seven"))
  }

  @Test func worksOverAServer() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/articles/7"), with: .json(["title": "Seven"]))
    try server.start()
    let network = session(URLSessionTransport(), server.baseURL.absoluteString)
    expectEqual(try await article(network, 7), Article(title: "Seven"))
  }

  @Test func disposingClosesTheConnectionOfTheServer() async throws {
    let server = MockServer(timer: TestScheduler(), afterEach: .test)
    server.stub(.everything, with: StubResponse.json(["title": "Late"]).delay(.seconds(60)))
    try server.start()
    let subscription = session(PlatformTransport.standard(), server.baseURL.absoluteString)
      .stream.get("articles/7").object(as: Article.self).subscribe()
    _ = try await server.takeRequest()
    subscription.dispose()
    try await server.waitForClientCloses(1)
  }

  @Test func disposingCancelsTheTaskOfTheTransportOnce() {
    let transport = MockTransport(delivery: .held)
    transport.stub(.everything, with: .json(["title": "Late"]))
    let subscription = session(transport, "https://example.com/")
      .stream.get("articles/7").object(as: Article.self).subscribe()
    subscription.dispose()
    subscription.dispose()
    expectEqual(transport.cancelCount, 1)
  }

  @Test func aRetryPolicyRetriesWithinOneSubscription() async throws {
    let timer = TestScheduler()
    let transport = MockTransport()
    transport.stub(
      .everything,
      withSequence: [StubResponse.status(503).header("Retry-After", "2"), .json(["title": "Seven"])])
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy()]
    let network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let observed = network.stream.get("https://example.com/a").object(as: Article.self).record(
      afterEach: .test)
    timer.advance(by: .milliseconds(1999))
    expectNil(observed.event)
    timer.advance(by: .milliseconds(1))
    expectEqual(observed.value, Article(title: "Seven"))
  }

  @Test func disposingDuringABackoffSendsNothingMore() {
    let timer = TestScheduler()
    let transport = MockTransport()
    transport.stub(.everything, with: StubResponse.status(503).header("Retry-After", "2"))
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy()]
    let network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    network.stream.get("https://example.com/a").object(as: Article.self).subscribe().dispose()
    timer.advance(by: .seconds(10))
    expectEqual(transport.requests.count, 1)
    expectEqual(timer.pendingCount, 0)
  }
}
