import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import XCTest

/// The main job over loopback, with real sockets and each real transport.
final class S10_MainJobOverTheServerTests: TransportScenario {
  private func server(_ followers: FollowersStub = FollowersStub()) throws -> MockServer {
    let server = MockServer(afterEach: self)
    for stub in followers.routes { server.stub(stub.matcher, respondingWith: stub.respond) }
    server.stub(
      .get("/users/octavia/followers"), with: StubResponse.status(503).header("Retry-After", "1"), times: 1)
    try server.start()
    return server
  }

  private func service(_ server: MockServer, timer: EagerTimer = EagerTimer()) -> GitHubService {
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configuration.timeouts = RequestTimeouts()
    configuration.interceptors = [RetryPolicy()]
    return GitHubService(
      network: NetworkSession(configuration: configuration, transport: transport, timer: timer))
  }

  func test_S10_everyFollowerArrivesInOrder() async throws {
    try await overEachTransport {
      let followers = try await service(try server()).followers(of: "octavia").value
      XCTAssertEqual(followers.map(\.login), FollowersStub().logins)
    }
  }

  func test_S10_theTableIsSortedByFollowersThenByLogin() async throws {
    try await overEachTransport {
      let table = try await service(try server()).followers(of: "octavia").map { users in
        users.sorted { ($1.followers, $0.login) < ($0.followers, $1.login) }.map {
          "\($0.followers) \($0.login)"
        }
      }.value
      // A follower in the stub has as many followers as the login has characters.
      let expected = FollowersStub().logins.map { "\($0.count) \($0)" }
      XCTAssertEqual(
        table,
        expected.filter { $0.hasPrefix("11 ") }.sorted() + expected.filter { $0.hasPrefix("10 ") }.sorted())
      XCTAssertEqual(table.first, "11 follower-10")
      XCTAssertEqual(table.last, "10 follower-9")
    }
  }

  func test_S10_progressIsReportedForEachFollower() async throws {
    try await overEachTransport {
      let loaded = Captured<User>()
      _ = try await service(try server()).followers(of: "octavia", loaded: loaded.set).value
      XCTAssertEqual(loaded.count, 60)
    }
  }

  func test_S10_the503IsRetriedAndNothingElseIsSentTwice() async throws {
    try await overEachTransport {
      let server = try server()
      _ = try await service(server).followers(of: "octavia").value
      XCTAssertEqual(server.requests.count, 60 + 3 + 1)
    }
  }

  func test_S10_theBackoffHonoursRetryAfter() async throws {
    try await overEachTransport {
      let timer = EagerTimer()
      _ = try await service(try server(), timer: timer).followers(of: "octavia").value
      XCTAssertEqual(timer.delays.values, [.seconds(1)])
    }
  }

  func test_S10_cancellingHalfWayClosesEveryOpenRequest() async throws {
    try await overEachTransport {
      var stub = FollowersStub()
      stub.detailDelay = .seconds(3600)
      let server = MockServer(timer: TestScheduler(), afterEach: self)
      for stub in stub.routes { server.stub(stub.matcher, respondingWith: stub.respond) }
      try server.start()
      let subscription = service(server).followers(of: "octavia").subscribe()
      let open = 4
      for _ in 0..<(3 + open) { _ = try await server.takeRequest() }
      subscription.dispose()
      try await server.waitForClientCloses(open)
      XCTAssertEqual(server.requests.count, 3 + open)
    }
  }
}

/// The same service code over the typed mock, without sockets.
final class S10_MainJobOverTheMockTests: XCTestCase {
  private func network(_ delivery: MockDelivery = .inline) -> NetworkingMock {
    let network = NetworkingMock(delivery: delivery)
    for stub in FollowersStub().routes { network.stub(stub.matcher, respondingWith: stub.respond) }
    return network
  }

  func test_S10_everyFollowerArrivesInsideSubscribe() {
    let observed = GitHubService(network: network()).followers(of: "octavia").record(afterEach: self)
    XCTAssertEqual(observed.value?.map(\.login), FollowersStub().logins)
  }

  func test_S10_atMostFourDetailsAreInFlight() {
    let network = network(.held)
    GitHubService(network: network).followers(of: "octavia").subscribe().disposed(afterEach: self)
    var most = 0
    for _ in 0..<63 {
      let details = network.pending.filter { !$0.request.url.path.contains("followers") }
      most = max(most, details.count)
      network.pending.first?.complete()
    }
    XCTAssertEqual(most, 4)
    XCTAssertEqual(network.requestCallCount, 63)
  }

  func test_S10_progressIsReportedOnTheWay() {
    let network = network(.held)
    let loaded = Captured<User>()
    let observed = GitHubService(network: network).followers(of: "octavia", loaded: loaded.set)
      .record(afterEach: self)
    network.pending.first?.complete()
    for number in 1...2 {
      network.pending.first { !$0.request.url.path.contains("followers") }?.complete()
      XCTAssertEqual(loaded.values.map(\.login), FollowersStub().logins.prefix(number).map { $0 })
    }
    XCTAssertNil(observed.event)
  }

  func test_S10_theOrderIsKeptWhenDetailsArriveOutOfOrder() {
    let network = network(.held)
    let observed = GitHubService(network: network).followers(of: "octavia").record(afterEach: self)
    for _ in 0..<63 { network.pending.last?.complete() }
    XCTAssertEqual(observed.value?.map(\.login), FollowersStub().logins)
  }

  func test_S10_cancellingHalfWayCancelsEveryOpenRequest() {
    let network = network(.held)
    let subscription = GitHubService(network: network).followers(of: "octavia").subscribe()
    for _ in 0..<10 { network.pending.first?.complete() }
    let open = network.pending.count
    subscription.dispose()
    XCTAssertGreaterThanOrEqual(open, 4)
    XCTAssertEqual(network.cancelCount, open)
    XCTAssertTrue(network.pending.isEmpty)
  }

  func test_S10_aFailedDetailEndsTheJobWithItsError() {
    let network = network()
    network.stub(.get("/users/follower-7"), with: .status(404))
    let observed = GitHubService(network: network).followers(of: "octavia").record(afterEach: self)
    expect(observed.event).to(beFailure(with: NetworkError.Reason.validation(.statusCode(404))))
  }
}
