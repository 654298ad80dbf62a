import AppleFoundation
import Foundation
import FoundationNetworking
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What the transport passes to Foundation's WebSocket task, and how the delegate passes its callbacks on.
///
/// The tasks are never resumed: Foundation on Linux may not support them.
@Suite struct URLSessionWebSocketTests {
  private final class Receiver: WebSocketReceiver {
    let events = Captured<WebSocketTransportEvent>()
    func receive(_ event: WebSocketTransportEvent) { events.set(event) }
  }

  private let session = URLSession(configuration: .ephemeral)
  private let events = URLSessionEvents()

  private func request(_ url: String, _ headers: HTTPHeaders = [:]) throws -> TransportRequest {
    TransportRequest(url: try #require(URL(string: url)), headers: headers)
  }

  /// A task of the transport that was started over a task of Foundation.
  private func run() throws -> (task: URLWebSocketTask, urlTask: URLSessionWebSocketTask, receiver: Receiver)
  {
    let receiver = Receiver()
    let task = URLWebSocketTask(
      subprotocols: ["v2"], options: WebSocketOptions(), receiver: receiver, crew: JobCrew("net-test")
    ) { _ in }
    let urlTask = session.webSocketTask(with: try #require(URL(string: "wss://a.test/")))
    events.keep(task, for: urlTask)
    task.resume()
    return (task, urlTask, receiver)
  }

  @Test func theTransportOpensWebSockets() {
    #expect((URLSessionTransport() as any Transport) is any WebSocketTransport)
  }

  @Test(arguments: [
    ("https://a.test/b?c=d", "wss://a.test/b?c=d"), ("http://a.test:81/", "ws://a.test:81/"),
  ])
  func theURLHasTheSchemeOfAWebSocket(url: String, expected: String) throws {
    let urlRequest = try URLSessionTransport().webSocketRequest(try request(url), subprotocols: [])
    #expect(urlRequest.url?.absoluteString == expected)
  }

  @Test func onlyFoundationSetsTheFieldsOfTheHandshake() throws {
    let headers: HTTPHeaders = [
      "X-A": "1", "Upgrade": "other", "Sec-WebSocket-Key": "x", "Content-Length": "0",
    ]
    let urlRequest = try URLSessionTransport()
      .webSocketRequest(try request("https://a.test/", headers), subprotocols: ["v1", "v2"])
    #expect(
      urlRequest.allHTTPHeaderFields == ["X-A": "1", "Sec-WebSocket-Protocol": "v1, v2"])
  }

  /// Foundation would send it to the server (RFC 9110 section 11.7.2).
  @Test func aServerReceivesNoCredentialsForAProxy() throws {
    let urlRequest = try URLSessionTransport().webSocketRequest(
      try request("https://a.test/", ["X-A": "1", "Proxy-Authorization": "Basic eDp5"]), subprotocols: [])
    #expect(urlRequest.allHTTPHeaderFields == ["X-A": "1"])
  }

  @Test func aLineBreakInAFieldIsNotGivenToFoundation() async throws {
    let receiver = Receiver()
    let value = "1\r\nX-B: 2"
    let task = URLSessionTransport()
      .webSocketTask(
        for: try request("https://a.test/", ["X-A": value]), subprotocols: [], options: WebSocketOptions(),
        receiver: receiver)
    task.resume()
    guard case .failed(let error, _)? = await receiver.events.next(within: .patience) else {
      Issue.record("the task did not fail")
      return
    }
    #expect(error as? InvalidRequest == .header(name: "X-A", value: value))
  }

  @Test func theDelegateReportsTheOpeningAndTheCloseFrame() async throws {
    let (task, urlTask, receiver) = try run()
    events.urlSession(session, webSocketTask: urlTask, didOpenWithProtocol: "v2")
    guard case .opened(let opening)? = await receiver.events.next(within: .patience) else {
      Issue.record("the task was not opened")
      return
    }
    #expect(opening.subprotocol == "v2")
    task.close(WebSocketClosure(code: .normal))
    events.urlSession(session, webSocketTask: urlTask, didCloseWith: .goingAway, reason: Data("bye".utf8))
    guard case .closed(let closure)? = await receiver.events.next(within: .patience) else {
      Issue.record("the task was not closed")
      return
    }
    #expect(closure == WebSocketClosure(code: .goingAway, reason: "bye"))
  }

  @Test func theDelegateReportsAFailure() async throws {
    let (_, urlTask, receiver) = try run()
    events.urlSession(session, task: urlTask, didCompleteWithError: URLError(.cannotFindHost))
    guard case .failed(let error, .nameLookup)? = await receiver.events.next(within: .patience) else {
      Issue.record("the task did not fail")
      return
    }
    #expect((error as? URLError)?.code == .cannotFindHost)
  }
}
