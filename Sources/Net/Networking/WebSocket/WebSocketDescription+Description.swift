extension WebSocketDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The request of the handshake and the subprotocols, redacted by ``Redaction/standard``, or as its session specifies
  /// if it is that of a request.
  public var description: String { words(request.carriedRedaction ?? .standard) }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts that ``description`` shows.
  public var customMirror: Mirror { mirror(of: self, request.carriedRedaction ?? .standard) }

  package func words(_ redaction: Redaction) -> String {
    let subprotocols = shownSubprotocols(redaction)
    return ([request.words(redaction)] + (subprotocols.isEmpty ? [] : ["subprotocols: \(subprotocols)"]))
      .joined(separator: "\n")
  }

  package func mirror(of subject: some Any, _ redaction: Redaction) -> Mirror {
    Mirror(
      redacted: subject,
      ["request": request.words(redaction), "subprotocols": shownSubprotocols(redaction)])
  }

  private func shownSubprotocols(_ redaction: Redaction) -> String {
    redaction.redacted(subprotocols: subprotocols).joined(separator: ", ").printed
  }
}

extension WebSocketRequest: CustomDebugStringConvertible, CustomReflectable {
  /// The request of the handshake and the subprotocols, redacted as the session of the network says; `print` shows it.
  public var debugDescription: String { description.words(network.shownRedaction) }

  /// The parts that ``debugDescription`` shows.
  public var customMirror: Mirror { description.mirror(of: self, network.shownRedaction) }
}
