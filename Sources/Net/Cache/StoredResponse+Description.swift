extension StoredResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, URL, status and header fields, redacted by ``Redaction/standard``.
  public var description: String {
    (["\(method) \(Redaction.standard.redacted(urlText: url))".printed, "\(status)"]
      + Redaction.standard.lines(of: headers))
      .joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted by ``Redaction/standard``.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "description": description, "requestTime": requestTime.shown,
        "responseTime": responseTime.shown,
      ])
  }
}
