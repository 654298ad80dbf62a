extension WebSocketDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The request of the handshake and the subprotocols, redacted by ``Redaction/standard``.
  public var description: String {
    ([request.description] + (shownSubprotocols.isEmpty ? [] : ["subprotocols: \(shownSubprotocols)"]))
      .joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts that ``description`` shows.
  public var customMirror: Mirror {
    Mirror(redacted: self, ["request": request.description, "subprotocols": shownSubprotocols])
  }

  private var shownSubprotocols: String {
    Redaction.standard.redacted(subprotocols: subprotocols).joined(separator: ", ").printed
  }
}
