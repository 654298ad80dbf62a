import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// The orders of events that every law of transports and WebSockets checks.
@Suite struct ContractGrammarTests {
  private static let (head, body) = (
    TransportEvent.head(ResponseHead(status: 200)), TransportEvent.body(Data("a".utf8))
  )
  private static let sent = TransportEvent.sent(bytes: 1)
  private static let interim = TransportEvent.interim(ResponseHead(status: 103))
  private static let trailers = TransportEvent.trailers(["X-A": "1"])
  private static let finished = TransportEvent.finished(TransportTimings())
  private static let failed = TransportEvent.failed(ContractFailure(), phase: .body)

  private static let orders: [[TransportEvent]] = [
    [finished], [failed], [head, finished], [head, failed], [head, body, body, failed],
    [sent, sent, interim, sent, interim, head, sent, body, sent, body, trailers, finished],
    [head, trailers, failed],
  ]

  @Test(arguments: orders)
  func anOrderOfATransportIsAccepted(_ events: [TransportEvent]) throws {
    try log(events).checkGrammar()
  }

  private static let disorders: [([TransportEvent], String)] = [
    ([finished, finished], "events out of order"), ([failed, finished], "events out of order"),
    ([head, head], "events out of order"), ([body], "events out of order"),
    ([head, trailers, body], "events out of order"), ([head, trailers, trailers], "events out of order"),
    ([trailers], "events out of order"), ([head, trailers, sent], "events out of order"),
    ([head, finished, sent], "events out of order"), ([head, finished, body], "events out of order"),
    ([head, interim], "an interim response after the head"),
    ([.interim(ResponseHead(status: 99))], "an interim head of status 99"),
    ([.interim(ResponseHead(status: 200))], "an interim head of status 200"),
    ([head, .body(Data())], "an empty chunk of a body"),
    ([.redirect(ResponseHead(status: 301))], "a redirect was followed by the transport"),
  ]

  @Test(arguments: disorders)
  func aDisorderOfATransportIsFound(_ events: [TransportEvent], _ found: String) throws {
    let breach = try #require(throws: ContractBreach.self) { try log(events).checkGrammar() }
    #expect(breach.found.hasPrefix(found))
  }

  @Test func anEventDuringAnotherOneIsFound() throws {
    let log = TransportLog { event, task in if event.isHead { task.resume() } }
    log.begin(ReplayTask(failingWith: ContractFailure(), receiver: log))
    log.receive(Self.head)
    let breach = try #require(throws: ContractBreach.self) { try log.checkGrammar() }
    expectEqual(breach.found, "an event was delivered during another one")
  }

  private func log(_ events: [TransportEvent]) -> TransportLog {
    let log = TransportLog { _, _ in }
    for event in events { log.receive(event) }
    return log
  }

  private typealias SocketEvent = WebSocketTransportEvent

  private static let opened = SocketEvent.opened(WebSocketOpening(head: ResponseHead(status: 101)))
  private static let text = SocketEvent.message(.text("a"))
  private static let closed = SocketEvent.closed(WebSocketClosure(code: .normal))
  private static let socketHead = SocketEvent.head(ResponseHead(status: 403))
  private static let socketBody = SocketEvent.body(Data("a".utf8))
  private static let socketInterim = SocketEvent.interim(ResponseHead(status: 103))
  private static let refused = SocketEvent.finished(TransportTimings())
  private static let lost = SocketEvent.failed(ContractFailure(), phase: .body)

  private static let socketOrders: [[WebSocketTransportEvent]] = [
    [lost], [socketInterim, socketInterim, lost], [opened, closed], [opened, lost],
    [socketInterim, opened, text, .ping, .pong, text, closed], [opened, .pong, lost],
    [socketHead, refused], [socketInterim, socketHead, socketBody, socketBody, refused], [socketHead, lost],
    [socketHead, socketBody, lost],
  ]

  @Test(arguments: socketOrders)
  func anOrderOfAWebSocketIsAccepted(_ events: [WebSocketTransportEvent]) throws {
    try log(events).checkGrammar()
  }

  private static let socketDisorders: [[WebSocketTransportEvent]] = [
    [closed], [text], [.pong], [refused], [socketBody], [opened, opened], [opened, socketInterim],
    [opened, socketHead], [opened, socketBody], [opened, refused], [socketHead, opened],
    [socketHead, socketHead],
    [socketHead, closed], [socketHead, text], [socketHead, socketBody, opened], [closed, closed],
    [opened, closed, text], [opened, lost, lost], [opened, text, opened],
    [socketHead, refused, refused],
  ]

  @Test(arguments: socketDisorders)
  func aDisorderOfAWebSocketIsFound(_ events: [WebSocketTransportEvent]) throws {
    let breach = try #require(throws: ContractBreach.self) { try log(events).checkGrammar() }
    #expect(breach.found.hasPrefix("events out of order"))
  }

  @Test func anEventOfAWebSocketDuringAnotherOneIsFound() throws {
    let log = WebSocketLog { event, task in if event.isOpening { task.resume() } }
    log.begin(
      RefusedWebSocketTask(log) { ReplayTask(failingWith: ContractFailure(), receiver: $0) })
    log.receive(Self.opened)
    let breach = try #require(throws: ContractBreach.self) { try log.checkGrammar() }
    expectEqual(breach.found, "an event was delivered during another one")
  }

  private func log(_ events: [WebSocketTransportEvent]) -> WebSocketLog {
    let log = WebSocketLog()
    for event in events { log.receive(event) }
    return log
  }
}
