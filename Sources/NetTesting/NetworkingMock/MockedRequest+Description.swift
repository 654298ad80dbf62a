package import Net

extension MockedRequest: CustomDebugStringConvertible, CustomReflectable {
  /// The method, URL, header, parameters and content as the caller gave them, redacted as the configuration of the mock
  /// says; `print` shows it.
  public var debugDescription: String { description.words(redaction.value ?? .standard) }

  /// The parts that ``debugDescription`` shows.
  public var customMirror: Mirror { description.mirror(of: self, redaction.value ?? .standard) }
}

extension NetworkingMock: RedactingNetwork {
  package var redaction: Redaction { session.redaction }
}

extension MockRequest: CustomReflectable {
  /// The mirror of the request of the session.
  var customMirror: Mirror { Mirror(reflecting: base) }
}
