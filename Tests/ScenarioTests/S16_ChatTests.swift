import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing

/// A chat: log in, connect with the token, 1,000 lines each way, a restart of the server in the middle,
/// backoff, resubscription, and a clean close when the view goes away.
@Suite(.netTesting) struct S16_Chat {
  private static let lines = (1...1_000).map { "line \($0)" }

  private let room = ChatRoom(restartingAfter: 500)

  /// The same stubs at every level.
  private func stub(_ mock: some Stubbing) {
    mock.stub(.post("/login"), with: .json(["token": "t0ken"]))
    let serve = StubResponse.script { [room] peer in room.serve(peer) }
    mock.stub(
      .webSocket("/chat") && .header("Authorization", equals: "Bearer t0ken"),
      withSequence: [serve, .status(503), serve])
  }

  @Test func nothingIsLostInARestart() {
    let time = TestScheduler()
    let network = NetworkingMock(timer: time, afterEach: .test)
    stub(network)
    let client = ChatClient(network: network)
    let view = client.run(.backoff(base: .seconds(1))).record(afterEach: .test)

    for line in Self.lines { client.say(line) }
    // The last line before the restart was accepted, but its confirmation was lost.
    #expect(room.lines == Array(Self.lines.prefix(500)))
    #expect(client.current.confirmed == 499)
    #expect(client.current.losses == [.seconds(1)])

    time.advance(by: .seconds(1))
    #expect(client.current.losses == [.seconds(1), .seconds(2)])
    time.advance(by: .seconds(2))
    #expect(room.lines == Self.lines)
    #expect(client.current.news == Self.lines)
    #expect(client.current.confirmed == 1_000)
    let firsts: [WebSocketMessage?] = network.webSockets.map(\.received.first)
    #expect(firsts == [.text("hello 0"), .text("hello 499")])

    #expect(network.webSockets.last?.isOpen == true)
    view.dispose()
    #expect(network.webSockets.last?.closure?.code == .goingAway)
    #expect(network.webSockets.map(\.isOpen) == [false, false])
    #expect(time.pendingCount == 0)
  }

  @Test func aRejectedTokenIsNotSentAgain() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.post("/login"), with: .json(["token": "stolen"]))
    network.stub(.webSocket("/chat"), with: .status(401))
    let view = ChatClient(network: network).run(.backoff()).record(afterEach: .test)
    #expect((view.error as? NetworkError)?.reason == .validation(.statusCode(401)))
  }

  #if os(Linux)
    @Test func nothingIsLostOverSockets() async throws {
      let server = MockServer(afterEach: .test)
      stub(server)
      try server.start()
      var configuration = SessionConfiguration()
      configuration.baseURL = server.baseURL
      let client = ChatClient(network: NetworkSession(configuration: configuration))
      let view = client.run(.backoff(base: .milliseconds(1))).record(afterEach: .test)

      for line in Self.lines { client.say(line) }
      await expect(client.current.news.count).toEventually(equal(1_000))
      #expect(client.current.news == Self.lines)
      #expect(room.lines == Self.lines)
      await expect(client.current.confirmed).toEventually(equal(1_000))
      #expect(client.current.losses == [.milliseconds(1), .milliseconds(2)])

      view.dispose()
      await expect(server.webSockets.last?.closure?.code).toEventually(equal(.goingAway))
      await expect(server.webSockets.map(\.isOpen)).toEventually(equal([false, false]))
    }
  #endif
}
