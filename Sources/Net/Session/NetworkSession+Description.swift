extension NetworkSession: RedactingNetwork {
  package var redaction: Redaction { configuration.redaction }
}

extension NetworkSession: CustomReflectable {
  /// The configuration, redacted by its ``SessionConfiguration/redaction``.
  public var customMirror: Mirror { Mirror(redacted: self, ["configuration": configuration]) }
}

extension ExchangeRequest: CustomReflectable {
  /// The method, URL, header, parameters and content, redacted as its session says.
  var customMirror: Mirror { requestDescription.mirror(of: self, redaction) }
}
