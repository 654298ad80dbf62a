import Net

extension Cassette.Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status, the headers and the size of the body, redacted by `Redaction.standard`.
  public var description: String {
    (["\(status)"] + Redaction.standard.lines(of: headers) + [body.count.counted("byte")])
      .joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted by `Redaction.standard`; for the body, its size.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "status": status, "headers": headers, "httpVersion": httpVersion as Any,
        "body": body.count.counted("byte"),
        "missingBody": missingBody as Any,
      ])
  }
}

extension Cassette.Entry: CustomReflectable {
  /// The parts, redacted by `Redaction.standard`.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "startedAt": startedAt, "request": request, "response": response as Any,
        "failure": failure.map { Redaction.standard.redacted(text: $0.text) } as Any, "timings": timings,
      ])
  }
}
