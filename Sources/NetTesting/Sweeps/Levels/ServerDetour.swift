import Foundation
import Net

/// A transport that sends every request to a server on this machine, and names its origin in a field.
///
/// The session above it sees its own URLs, and the server restores them, so that stubs with a host match.
/// Each request has its own connection, because a transport may repeat a request that fails on a connection
/// that was used before.
struct ServerDetour: TransportWrapper {
  let base: any Transport
  private let server: String

  init(_ base: any Transport, to server: URL) {
    self.base = base
    self.server = server.absoluteString
  }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    guard let detour = detour(of: request, closes: true) else {
      return base.task(for: request, receiver: receiver)
    }
    return base.task(for: detour, receiver: Receiver(base: receiver, url: request.url))
  }

  func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    Direct(base: base).webSocketTask(
      for: detour(of: request, closes: false) ?? request, subprotocols: subprotocols, options: options,
      receiver: SocketReceiver(base: receiver, url: request.url))
  }

  /// The request to the server; nil if the URL has no host.
  private func detour(of request: TransportRequest, closes: Bool) -> TransportRequest? {
    let text = request.url.absoluteString
    guard let scheme = text.range(of: "://") else { return nil }
    let end = text[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    guard end > scheme.upperBound else { return nil }
    let rest = text[end...]
    guard let url = URL(string: server + (rest.hasPrefix("/") ? "" : "/") + rest) else { return nil }
    var detour = request
    detour.url = url
    detour.headers.update(name: ServerSettings.originField, value: String(text[..<end]))
    if closes { detour.headers.setDefault(name: "Connection", value: "close") }
    return detour
  }

  /// Opens the WebSockets of a transport, or fails if it has none, as every wrapper does.
  private struct Direct: TransportWrapper {
    let base: any Transport
  }

  private struct Receiver: TransportReceiver {
    let base: any TransportReceiver
    let url: URL

    func receive(_ event: TransportEvent) {
      switch event {
      case .head(let head): base.receive(.head(head.restored(url)))
      case .interim(let head): base.receive(.interim(head.restored(url)))
      case .redirect(let head): base.receive(.redirect(head.restored(url)))
      case .sent, .body, .trailers, .finished, .failed: base.receive(event)
      }
    }
  }

  private struct SocketReceiver: WebSocketReceiver {
    let base: any WebSocketReceiver
    let url: URL

    func receive(_ event: WebSocketTransportEvent) {
      switch event {
      case .head(let head): base.receive(.head(head.restored(url)))
      case .interim(let head): base.receive(.interim(head.restored(url)))
      case .opened(var opening):
        opening.head = opening.head.restored(url)
        base.receive(.opened(opening))
      case .body, .finished, .message, .ping, .pong, .closed, .failed: base.receive(event)
      }
    }
  }
}

extension ResponseHead {
  /// The head with the URL that the client asked for.
  fileprivate func restored(_ url: URL) -> ResponseHead {
    var head = self
    head.url = url
    return head
  }
}
