extension StreamRequest: CustomDebugStringConvertible, CustomReflectable {
  /// The method, URL, header, parameters and content, redacted as the session of the network says; `print` shows it.
  public var debugDescription: String { description.words(network.shownRedaction) }

  /// The parts that ``debugDescription`` shows.
  public var customMirror: Mirror { description.mirror(of: self, network.shownRedaction) }
}

extension StreamWebSocket: CustomDebugStringConvertible, CustomReflectable {
  /// The request of the handshake, redacted as the session of the network says; `print` shows it.
  public var debugDescription: String { description.request.words(network.shownRedaction) }

  /// The parts that ``debugDescription`` shows.
  public var customMirror: Mirror { description.request.mirror(of: self, network.shownRedaction) }
}
