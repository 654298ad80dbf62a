import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing

// snippet: messages
struct Price: Codable, Equatable, Sendable {
  var product: String
  var cents: Int
}

struct PriceService: Sendable {
  let network: any Networking

  /// The prices of a product, from one connection.
  func prices(of product: String) -> Observable<Price> {
    network.stream.webSocket("wss://example.com/prices/\(product)").messages().decoded()
  }
}
// snippet.end

// snippet: session
struct PriceFeed: Sendable {
  let network: any Networking

  /// The prices of some products, over as many connections as necessary.
  func prices(of products: [String]) -> Observable<Price> {
    network.stream.webSocket("wss://example.com/prices")
      .with { $0.options.pingInterval = .seconds(20) }
      .session(reconnecting: .backoff(base: .seconds(1), maximumDelay: .seconds(30), jitter: 0.5)) {
        connection in connection.send(json: ["subscribe": products])
      }
      .messages()
      .decoded()
  }
}
// snippet.end

/// The samples of the pages about WebSockets.
@Suite(.netTesting) struct WebSocketGuideTests {
  @Test func theMessagesOfOneConnection() {
    let network = NetworkingMock()
    // snippet: script
    network.stub(
      .webSocket("wss://example.com/prices/{product}"),
      with: .script { peer in
        peer.send(json: Price(product: "tea", cents: 250))
        peer.close(.normal)
      })
    let prices = PriceService(network: network).prices(of: "tea").record(afterEach: .test)

    #expect(prices.values == [Price(product: "tea", cents: 250)])
    #expect(prices.isCompleted)
    // snippet.end
  }

  @Test func sendingOverAConnection() {
    let network = NetworkingMock()
    network.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.expect(.text("hello"))
        peer.send(.text("welcome"))
        peer.close()
      })
    // snippet: connect
    let answers = network.stream.webSocket("/chat").connect().asObservable().flatMap { connection in
      connection.send(.text("hello")).asObservable().flatMap { connection.messages }
    }
    // snippet.end
    #expect(answers.record(afterEach: .test).values == [.text("welcome")])
  }

  @Test func aSessionReconnects() {
    // snippet: reconnection
    let time = TestScheduler()
    let network = NetworkingMock(timer: time, afterEach: .test)
    network.stub(
      .webSocket("wss://example.com/prices"),
      with: .script { peer in
        peer.expect(.text(#"{"subscribe":["tea"]}"#))
        peer.send(json: Price(product: "tea", cents: 250))
      })
    let prices = PriceFeed(network: network).prices(of: ["tea"]).record(afterEach: .test)

    network.webSockets.last?.fault(.disconnect)
    time.advance(by: .seconds(1))
    #expect(network.webSockets.count == 2)
    #expect(prices.values.count == 2)

    prices.dispose()
    #expect(network.webSockets.last?.closure?.code == .goingAway)
    // snippet.end
  }

  @Test func faultsInVirtualTime() {
    // snippet: faults
    let time = TestScheduler()
    let network = NetworkingMock(timer: time, afterEach: .test)
    network.stub(.webSocket("/chat"), with: .script { peer in peer.fault(.unansweredPings) })
    let messages = network.stream.webSocket("/chat")
      .with { $0.options.pingInterval = .seconds(20) }
      .messages().record(afterEach: .test)

    // A ping after 20 seconds, and 10 more to answer it.
    time.advance(by: .seconds(30))
    #expect(messages.error as? WebSocketError == .pongTimeout)
    // snippet.end
  }

  #if os(Linux)
    @Test func overARealServer() async throws {
      // snippet: server
      let server = MockServer(afterEach: .test)
      server.webSocket("/chat") { peer in
        peer.expect(.text("hi"))
        peer.send(.text("hello"))
        peer.close(.normal)
      }
      try server.start()

      let url = server.baseURL.appending(path: "chat")
      let connection = try await NetworkSession().webSocket(url).connect()
      try await connection.send(.text("hi"))
      for try await message in connection.messages { #expect(message == .text("hello")) }
      // snippet.end
    }
  #endif
}
