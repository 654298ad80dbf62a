extension ReceivedResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The request, the head and the size of the body, redacted as the request specifies.
  public var description: String { "\(request)\n\(head)\n\(data.count.counted("byte"))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted as the request specifies.
  ///
  /// The body appears as its size.
  public var customMirror: Mirror {
    Mirror(redacted: self, ["request": request, "head": head, "data": data.count.counted("byte")])
  }
}
