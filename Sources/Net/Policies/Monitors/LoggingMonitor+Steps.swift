/// The log texts for connections, caches and WebSockets.
extension LoggingMonitor {
  /// Returns `connected to 127.0.0.1:80: name 1.2 ms, connect 0.3 ms, TLS 4.0 ms`, or nil if the transport knows
  /// nothing.
  func connection(_ timings: TransportTimings) -> String? {
    let steps = [
      ("name", timings.nameLookup), ("connect", timings.connect), ("TLS", timings.secureConnection),
    ].compactMap { name, duration in duration.map { "\(name) \($0.inMilliseconds)" } }
    guard timings.connection != nil || !steps.isEmpty else { return nil }
    let isReused = timings.connection?.isReused == true
    let address = timings.connection.map { " \($0.address)" } ?? ""
    return (isReused ? "reused the connection to" : "connected to")
      + (address.isEmpty ? " the server" : address)
      + (steps.isEmpty || isReused ? "" : ": " + steps.joined(separator: ", "))
  }

  /// Returns the text for an event.
  ///
  /// Messages are never logged, only their sizes.
  func words(for event: RequestEvent.WebSocketEvent) -> String {
    switch event {
    case .opened(let subprotocol):
      "opened" + (subprotocol.map { ", \(redaction.redacted(subprotocol: $0))" } ?? "")
    case .sent(let message): "→ \(words(for: message))"
    case .received(let message): "← \(words(for: message))"
    case .ponged(let delay): "pong after \(delay.inMilliseconds)"
    case .closed(let code, let reason):
      "closed, \(code)" + (reason.isEmpty ? "" : " \(redaction.redacted(text: reason).debugDescription)")
    }
  }

  private func words(for message: RequestEvent.WebSocketEvent.Message) -> String {
    switch message {
    case .text: "text, \(message.count.counted("byte"))"
    case .data: "data, \(message.count.counted("byte"))"
    }
  }
}

extension TransportConnection {
  /// `127.0.0.1:80`, or the kind of a socket that has no address.
  fileprivate var address: String {
    if remoteAddress.isEmpty { return "a Unix domain socket" }
    return remoteAddress.contains(":") ? "[\(remoteAddress)]:\(remotePort)" : "\(remoteAddress):\(remotePort)"
  }
}
