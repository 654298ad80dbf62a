/// A defect that prevents a request from being sent.
///
/// It is detected before anything is sent.
public enum InvalidRequest: Error, Sendable, Hashable {
  /// The text is neither an absolute `http` or `https` URL nor relative to a base URL of the session.
  case url(String)
  /// The base URL of the session, to which a relative URL was to be resolved, is not an absolute `http` or `https` URL.
  case baseURL(String)
  /// The name or value of a header field contains CR, LF, NUL or another character that RFC 9110 section 5 forbids.
  case header(name: String, value: String)
  /// The boundary of a multipart body is empty, longer than 70 characters, or contains others than letters, digits and
  /// `'+_-.` (RFC 2046 section 5.1.1).
  case boundary(String)
  /// The method is not a token (RFC 9110 section 9.1), or the transport would change it: ``URLSessionTransport``
  /// refuses methods such as `get`, because Foundation sends them in upper case.
  case method(String)
  /// The method must not have a body.
  case bodyNotAllowed(HTTPMethod)
  /// The `Content-Length` is not a number or differs from the length of the body. `body` is that length in bytes, nil
  /// if it is unknown (RFC 9110 section 8.6).
  case contentLength(String, body: Int64?)
  /// Only the transport may set this header field: `Transfer-Encoding`, `Upgrade`, and `Connection` and `TE` with a
  /// value that no transport supports (RFC 9110 sections 7.6.1, 7.8 and 10.1.4, RFC 9112 section 6.1). For a WebSocket
  /// also the fields of the handshake, `Sec-WebSocket-…` (RFC 6455 section 11.3).
  case connectionHeader(name: String, value: String)
  /// The request has several `Host` fields with different values; one is allowed (RFC 9112 section 3.2).
  case repeatedHost([String])
  /// A response points the next request to the origin `to`, but the credentials are for `from`. See
  /// ``CrossOriginPolicy``.
  case crossOrigin(from: String, to: String)
  /// The link or request of the next page leads to a page that the same stream has requested already, so the pages
  /// would have no end.
  case repeatedPage(String)
  /// A subprotocol of a WebSocket is not a token, or is there twice (RFC 6455 section 4.1).
  case subprotocols([String])
}
