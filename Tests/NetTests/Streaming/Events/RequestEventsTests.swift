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
    #expect(try await data(network.post(url, body: ["q": 1])) == ["a", "b"])
    #expect(transport.requests.count == 1)
    #expect(transport.lastRequest?.headers["Accept"] == "text/event-stream")
    #expect(transport.lastRequest?.headers["Cache-Control"] == "no-store")
    #expect(transport.lastRequest?.headers["Last-Event-ID"] == nil)
  }

  @Test func aLostConnectionThrows() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("a")]).fault(.reset(after: .body)))
    #expect(await failure(network.get(url))?.reason == .transport(.body))
    #expect(transport.requests.count == 1)
  }

  @Test func anIDIsSentAndContinued() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("a")]))
    for try await event in network.get(url).events(after: "7") { #expect(event.id == "7") }
    #expect(transport.lastRequest?.headers["Last-Event-ID"] == "7")
  }

  @Test func anEmptyIDIsNotSent() async throws {
    transport.stub(.get(url), with: .status(204))
    #expect(try await data(network.get(url), after: "") == [])
    #expect(transport.lastRequest?.headers["Last-Event-ID"] == nil)
  }

  @Test(arguments: ["text/event-stream", "application/json, text/event-stream", "*/*"])
  func anotherTypeFailsWithItsBody(accept: String) async {
    transport.stub(.post(url), with: .json(#"{"id":1}"#))
    let error = await failure(network.post(url, headers: ["Accept": accept]))
    #expect(
      error?.reason
        == .validation(.contentType("application/json", acceptable: ["text/event-stream"])))
    #expect(error?.data == Data(#"{"id":1}"#.utf8))
    #expect(transport.lastRequest?.headers["Accept"] == accept)
  }

  @Test func anEventOverTheSizeLimitFails() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("abc")]))
    await #expect(throws: NetworkError.self) { try await data(network.get(url), maximumEventSize: 2) }
  }

  @Test func leavingTheLoopCancelsTheRequest() async throws {
    transport.stub(.get(url), with: .events([ServerSentEvent("a")]).fault(.stall(after: .body)))
    for try await _ in network.get(url).events() { break }
    #expect(transport.cancelCount == 1)
  }
}
