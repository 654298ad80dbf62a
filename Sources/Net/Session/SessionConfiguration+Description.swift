import Foundation

extension SessionConfiguration: CustomReflectable {
  /// The base URL and the headers, redacted by ``redaction``, and the timeouts.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "baseURL": baseURL.map(redaction.redacted) as Any, "headers": redaction.lines(of: headers),
        "timeouts": timeouts,
      ])
  }
}
