/// What makes a request impossible to send. It is found before anything is sent.
public enum InvalidRequest: Error, Sendable, Hashable {
  /// The text is not an absolute `http` or `https` URL, nor relative to a base URL of the session.
  case url(String)
  /// The name or the value of a header holds CR, LF, NUL, or what else RFC 9110 section 5 forbids.
  case header(name: String, value: String)
  /// The method is not a token (RFC 9110 section 9.1).
  case method(String)
  /// The method cannot carry a body.
  case bodyNotAllowed(HTTPMethod)
}

extension InvalidRequest: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .url(let text):
      "\"\(Redaction.standard.redacted(urlText: text))\" is not an absolute http or https URL, and does not become one with the session's base URL"
    case .header(let name, let value):
      """
      the header \(name.debugDescription): \
      \(Redaction.standard.hides(headerName: name) ? Redaction.placeholder : value.debugDescription) \
      holds characters that a header may not have
      """
    case .method(let name): "\(name.debugDescription) is not an HTTP method"
    case .bodyNotAllowed(let method): "a \(method) request cannot carry a body"
    }
  }
}
