import Foundation

/// What a server can do to a client in place of an answer.
///
/// ```swift
/// server.route(.get("/flaky"), .fault(.reset), .json("{}"))
/// ```
///
/// It is an error, so that it stands where an answer of a mock transport would be a failure.
public enum ServerFault: Error, Sendable, Hashable {
  /// The connection is reset when the request has been read, before any answer (RFC 9293 section 3.5.2).
  case reset
  /// The connection is closed in order when the request has been read, without an answer.
  case close
}

extension StubResponse {
  /// No answer, but this fault. Give it to a ``MockServer``.
  public static func fault(_ fault: ServerFault) -> StubResponse { StubResponse(.failure(fault)) }
}
