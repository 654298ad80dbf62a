public import Foundation

/// What is wrong with an answer on its way: how a server misbehaves.
///
/// ```swift
/// server.stub(.get("/flaky"), withSequence: [.fault(.reset), .json("{}")], then: .repeatingLast)
/// server.stub(.get("/report"), with: .text("a long report").fault(.reset(after: .bodyBytes(6))))
/// ```
///
/// A ``MockServer`` does it on the wire. A mock transport delivers what a client would have received before it,
/// and then fails with this as its error; one that stalls delivers nothing more until it is cancelled. A port
/// that refuses connections is no answer: see ``MockServer/refuseConnections()``.
public enum ServerFault: Error, Sendable, Hashable {
  /// The answer breaks off at this place.
  case breaks(Break, after: Cut)
  /// The body is chunked, and ends in the middle of a chunk (RFC 9112 section 7.1).
  case truncatedChunk
  /// `Content-Length` is off by so much: with a positive number the connection closes before the body is as long
  /// as it says, with a negative one the body goes on behind what it says.
  case contentLength(off: Int)
  /// These bytes in the place of an answer, and then a close.
  case garbage(Data)
  /// The header section never ends: one field after the other, until the client has enough.
  case endlessHeader

  /// A length that is off by so much, as near to that as a length can be.
  static func length(_ count: Int, off: Int) -> Int {
    let (sum, isTooMuch) = count.addingReportingOverflow(off)
    return isTooMuch ? .max : max(0, sum)
  }

  /// How an answer breaks off.
  public enum Break: Sendable, Hashable {
    /// The connection is reset (RFC 9293 section 3.5.2).
    case reset
    /// The connection is closed in order.
    case close
    /// The connection stays open, and nothing more comes.
    case stall
  }

  /// Where an answer breaks off.
  public enum Cut: Sendable, Hashable {
    /// When the request has been read, before the first byte.
    case nothing
    /// So many bytes into the head, or at its end.
    case headBytes(Int)
    /// So many bytes into the body, or at its end. What ends a chunked body does not come.
    case bodyBytes(Int)
    /// When all of the answer has been sent.
    case end

    /// At the end of the body, before what ends it if it is chunked.
    public static let body = Cut.bodyBytes(.max)
  }

  /// The connection is reset before any answer.
  public static let reset = ServerFault.breaks(.reset, after: .nothing)
  /// The connection is closed in order, without an answer.
  public static let close = ServerFault.breaks(.close, after: .nothing)
  /// There is no answer, and no end.
  public static let stall = ServerFault.breaks(.stall, after: .nothing)
  /// Bytes that are no HTTP, in the place of an answer.
  public static let garbage = ServerFault.garbage(Data("\u{1}\u{2} this is no HTTP\r\n\r\n".utf8))

  /// The connection is reset in the middle of the answer.
  public static func reset(after cut: Cut) -> ServerFault { .breaks(.reset, after: cut) }
  /// The connection is closed in order in the middle of the answer.
  public static func close(after cut: Cut) -> ServerFault { .breaks(.close, after: cut) }
  /// Nothing comes from the middle of the answer on, and the connection stays open.
  public static func stall(after cut: Cut) -> ServerFault { .breaks(.stall, after: cut) }
}

extension StubResponse {
  /// No answer, but this fault; those that break an answer have one of a few words to break.
  ///
  /// ```swift
  /// server.stub(.get("/flaky"), withSequence: [.fault(.close), .json("{}")], then: .repeatingLast)
  /// ```
  public static func fault(_ fault: ServerFault) -> StubResponse { StubResponse(.failure(fault)) }

  /// The same, with this fault on its way.
  ///
  /// A failure stays as it is.
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
