import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Events of one connection in a loop.
@Suite struct RequestEventsTests {
  private let transport = MockTransport()
  private var network: any Networking { NetworkSession(transport: transport) }
  private let url = "https://example.com/chat"

  private func data(
    _ request: any NetworkRequesting, after lastEventID: String? = nil, maximumEventSize: Int = 100
  ) async throws -> [String] {
    var data: [String] = []
    for try await event in request.events(after: lastEventID, maximumEventSize: maximumEventSize) {
      data.append(event.data)
    }
    return data
  }

  private func failure(_ request: any NetworkRequesting) async -> NetworkError? {
    do {
      _ = try await data(request)
      return nil
    } catch {
      return error as? NetworkError
    }
  }

  @Test func theLoopEndsWithTheConnection() async throws {
    transport.stub(.post(url), with: .events([ServerSentEvent("a"), ServerSentEvent("b")]))
    expectEqual(try await data(network.post(url, body: ["q": 1])), ["a", "b"])
    expectEqual(transport.requests.count, 1)
    expectEqual(transport.lastRequest?.headers["Accept"], "text/event-stream")
    expectEqual(transport.lastRequest?.headers["Cache-Control"], "no-store")
    expectNil(transport.lastRequest?.headers["Last-Event-ID"])
  }

  @Test func aLostConnectionThrows() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("a")]).fault(.reset(after: .body)))
    expectEqual(await failure(network.get(url))?.reason, .transport(.body))
    expectEqual(transport.requests.count, 1)
  }

  @Test func anIDIsSentAndContinued() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("a")]))
    for try await event in network.get(url).events(after: "7") { expectEqual(event.id, "7") }
    expectEqual(transport.lastRequest?.headers["Last-Event-ID"], "7")
  }

  @Test func anEmptyIDIsNotSent() async throws {
    transport.stub(.get(url), with: .status(204))
    expectEqual(try await data(network.get(url), after: ""), [])
    expectNil(transport.lastRequest?.headers["Last-Event-ID"])
  }

  @Test(arguments: ["text/event-stream", "application/json, text/event-stream", "*/*"])
  func anotherTypeFailsWithItsBody(accept: String) async {
    transport.stub(.post(url), with: .json(#"{"id":1}"#))
    let error = await failure(network.post(url, headers: ["Accept": accept]))
    expectEqual(
      error?.reason, .validation(.contentType("application/json", acceptable: ["text/event-stream"])))
    expectEqual(error?.data, Data(#"{"id":1}"#.utf8))
    expectEqual(transport.lastRequest?.headers["Accept"], accept)
  }

  @Test func anEventOverTheSizeLimitFails() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("abc")]))
    await #expect(throws: NetworkError.self) { try await data(network.get(url), maximumEventSize: 2) }
  }

  @Test func leavingTheLoopCancelsTheRequest() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("a")]).fault(.stall(after: .body)))
    for try await _ in network.get(url).events() { break }
    expectEqual(transport.cancelCount, 1)
  }

  // MARK: - Decoded events

  private struct Tick: Codable, Equatable { var maxValue: Int }

  /// A network whose JSON has snake case, and sends such an event.
  private func snakes(_ data: String = #"{"max_value":1}"#) -> any Networking {
    transport.stub(.get(url), with: .events([ServerSentEvent(data)]))
    var configuration = SessionConfiguration()
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    configuration.decoder = decoder
    return NetworkSession(configuration: configuration, transport: transport)
  }

  @Test func anEventIsDecodedByTheSessionsDecoder() async throws {
    for try await event in snakes().get(url).events() {
      expectEqual(try event.decoded(as: Tick.self), Tick(maxValue: 1))
    }
    expectEqual(transport.requests.count, 1)
  }

  @Test func aParsersEventIsDecodedByTheSessionsDecoder() async throws {
    for try await event in snakes().get(url).parsed(by: EventStreamParser()) {
      expectEqual(try event.decoded(as: Tick.self), Tick(maxValue: 1))
    }
  }

  @Test func theDecoderOfTheRequestTakesPrecedence() async throws {
    for try await event in snakes().get(url).decoder(JSONDecoder()).events() {
      #expect(throws: NetworkError.self) { try event.decoded(as: Tick.self) }
      expectEqual(try event.decoded(as: [String: Int].self), ["max_value": 1])
    }
  }

  @Test func theDecoderOfTheCallTakesPrecedence() async throws {
    for try await event in snakes().get(url).events() {
      #expect(throws: NetworkError.self) { try event.decoded(as: Tick.self, decoder: JSONDecoder()) }
    }
  }

  @Test func anEventSourcesEventIsDecodedByTheSessionsDecoder() {
    let got = Captured<Tick>()
    let source = EventSource(RequestDescription(url), network: snakes(), reconnection: .never)
    source.open(delivery: .inline) { update in
      if case .event(let event) = update, let tick = try? event.decoded(as: Tick.self) { got.set(tick) }
    }
    expectEqual(got.values, [Tick(maxValue: 1)])
  }

  @Test func anEventWithoutAResponseIsDecodedByAPlainDecoder() throws {
    expectEqual(try ServerSentEvent(#"{"maxValue":1}"#).decoded(as: Tick.self), Tick(maxValue: 1))
  }

  @Test func anEventThatCannotBeDecodedIsKeptAndDescribed() {
    let error = #expect(throws: NetworkError.self) {
      try ServerSentEvent(#"{"token":"s3cret"}"#).decoded(as: Tick.self)
    }
    expectEqual(error?.data, Data(#"{"token":"s3cret"}"#.utf8))
    #expect(error?.underlyingError is DecodingError)
    expectEqual(error.map { "\($0)".contains("Tick") && !"\($0)".contains("s3cret") }, true)
  }

  @Test func theDecoderIsNotPartOfAnEvent() async throws {
    for try await event in snakes("1").get(url).events() {
      expectEqual(event, ServerSentEvent("1"))
      expectEqual("\(event)", "\(ServerSentEvent("1"))")
      expectEqual(
        Mirror(reflecting: event).children.compactMap(\.label), ["id", "event", "data", "retry", "comment"])
    }
  }
}
