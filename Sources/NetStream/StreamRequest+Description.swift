extension StreamRequest: CustomDebugStringConvertible, CustomReflectable {
  /// The method, URL, header, parameters and content, redacted as the session of the network says; `print` shows it.
  public var debugDescription: String { description.words(network.shownRedaction) }

  /// The parts that ``debugDescription`` shows.
  public var customMirror: Mirror { description.mirror(of: self, network.shownRedaction) }
}

extension StreamWebSocket: CustomDebugStringConvertible, CustomReflectable {
  /// The request of the handshake and the subprotocols, redacted as the session of the network says; `print` shows it.
  public var debugDescription: String { description.words(network.shownRedaction) }

  /// The parts that ``debugDescription`` shows.
  public var customMirror: Mirror { description.mirror(of: self, network.shownRedaction) }
}

extension StreamWebSocketConnection: CustomDebugStringConvertible, CustomReflectable {
  /// The URL of the connection, redacted as its session says; `print` shows it.
  public var debugDescription: String {
    "StreamWebSocketConnection(\(response.url.map(response.redaction.redacted) ?? "open"))"
  }

  /// The response that opened the connection.
  public var customMirror: Mirror { Mirror(self, children: ["response": response], displayStyle: .struct) }
}
