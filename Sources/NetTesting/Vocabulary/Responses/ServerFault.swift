public import Foundation
import Net

/// A fault of a response: how a server misbehaves.
///
/// ```swift
/// server.stub(.get("/flaky"), withSequence: [.fault(.reset), .json("{}")], then: .repeatingLast)
/// server.stub(.get("/report"), with: .text("a long report").fault(.reset(after: .bodyBytes(6))))
/// ```
///
/// A ``MockServer`` produces it on the wire. A mock transport delivers what a client would receive before the fault,
/// and then fails with the fault as its error; after a stall it delivers nothing more until it is cancelled. To refuse
/// connections, use ``MockServer/refuseConnections()``.
public enum ServerFault: Error, Sendable, Hashable {
  /// The response is cut off at this point.
  case breaks(Break, after: Cut)
  /// The body is chunked and ends in the middle of a chunk (RFC 9112 section 7.1).
  case truncatedChunk
  /// `Content-Length` is wrong by this many bytes. If positive, the connection closes before the announced length is
  /// reached; if negative, the body is longer than announced.
  case contentLength(off: Int)
  /// These bytes are sent instead of a response, and the connection closes.
  case garbage(Data)
  /// The header section never ends: fields are sent until the client disconnects.
  case endlessHeader

  /// The length plus the offset, clamped to valid lengths.
  static func length(_ count: Int, off: Int) -> Int { max(0, count.addingSaturated(off)) }

  /// How a response is cut off.
  public enum Break: Sendable, Hashable {
    /// The connection is reset (RFC 9293 section 3.5.2).
    case reset
    /// The connection is closed normally.
    case close
    /// The connection stays open, and nothing more is sent.
    case stall
  }

  /// Where a response is cut off.
  public enum Cut: Sendable, Hashable {
    /// After the request has been read, before the first byte.
    case nothing
    /// After this many bytes of the head, at most before its last one.
    case headBytes(Int)
    /// After this many bytes of the body; a chunked body is not terminated.
    ///
    /// The body must be longer, or a stream: otherwise the response is complete, no client can notice the fault, and
    /// the stub fails the test.
    case bodyBytes(Int)
    /// After the whole response has been sent.
    case end

    /// At the end of the body of a stream, which is not terminated.
    public static let body = Cut.bodyBytes(.max)
  }

  /// Resets the connection before any response.
  public static let reset = ServerFault.breaks(.reset, after: .nothing)
  /// Closes the connection normally, without a response.
  public static let close = ServerFault.breaks(.close, after: .nothing)
  /// Sends no response, and leaves the connection open.
  public static let stall = ServerFault.breaks(.stall, after: .nothing)
  /// Sends bytes that are not HTTP instead of a response.
  public static let garbage = ServerFault.garbage(Data("\u{1}\u{2} this is no HTTP\r\n\r\n".utf8))

  /// Resets the connection at this point of the response.
  public static func reset(after cut: Cut) -> ServerFault { .breaks(.reset, after: cut) }
  /// Closes the connection normally at this point of the response.
  public static func close(after cut: Cut) -> ServerFault { .breaks(.close, after: cut) }
  /// Sends nothing after this point of the response, and leaves the connection open.
  public static func stall(after cut: Cut) -> ServerFault { .breaks(.stall, after: cut) }
}

extension StubResponse {
  /// Produces this fault instead of a response.
  ///
  /// If the fault cuts off a response, the response is a short text whose length is not announced.
  ///
  /// ```swift
  /// server.stub(.get("/flaky"), withSequence: [.fault(.close), .json("{}")], then: .repeatingLast)
  /// ```
  public static func fault(_ fault: ServerFault) -> StubResponse { StubResponse(.failure(fault)) }

  /// The response that a fault cuts off if the stub has none.
  ///
  /// It has no length, so it is incomplete wherever it is cut off.
  static func broken(by fault: ServerFault) -> StubResponse {
    stream(
      ["This response breaks, as its stub says."], headers: ["Content-Type": "text/plain; charset=utf-8"]
    )
    .fault(fault)
  }

  /// Returns a copy with this fault.
  ///
  /// A failure is unchanged. A fault that no client can notice, such as a close at the end of a body whose length is
  /// announced, fails the test and the request.
  ///
  /// ```swift
  /// server.stub(.get("/feed"), with: .events([ServerSentEvent("1")]).fault(.close(after: .body)))
  /// ```
  public func fault(_ fault: ServerFault) -> StubResponse {
    var changed = self
    changed.fault = fault
    return changed
  }
}

extension ServerFault: CustomStringConvertible, LocalizedError {
  /// The fault as text.
  public var description: String {
    switch self {
    case .breaks(.reset, let cut): "the server resets the connection \(cut.words)"
    case .breaks(.close, let cut): "the server closes the connection \(cut.words)"
    case .breaks(.stall, let cut): "the server sends nothing more \(cut.words)"
    case .truncatedChunk: "the body ends in the middle of a chunk"
    case .contentLength(let offset): "Content-Length is wrong by \(offset.counted("byte"))"
    case .garbage: "the server sends bytes that are not HTTP"
    case .endlessHeader: "the header of the response never ends"
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension ServerFault.Cut {
  fileprivate var words: String {
    switch self {
    case .nothing: "before the response"
    case .headBytes(let count): "after \(count.counted("byte")) of the head"
    case .bodyBytes(.max): "at the end of the body"
    case .bodyBytes(let count): "after \(count.counted("byte")) of the body"
    case .end: "after the response"
    }
  }
}
