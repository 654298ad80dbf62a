extension WebSocketError: CustomDebugStringConvertible, CustomReflectable {
  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because the reason of a close frame may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}

extension WebSocketClosure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The code, and the reason if there is one, redacted by ``Redaction/standard``.
  public var description: String { reason.isEmpty ? "\(code)" : "\(code) \"\(shownReason)\"" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The code and the redacted reason.
  public var customMirror: Mirror { Mirror(redacted: self, ["code": code, "reason": shownReason]) }

  private var shownReason: String { Redaction.standard.redacted(text: reason).printed }
}
