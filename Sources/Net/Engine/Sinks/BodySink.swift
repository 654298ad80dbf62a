import Foundation

/// The destination of one request's body, if it is not memory.
///
/// It is called for one step at a time, without locks held.
protocol BodySink: AnyObject, Sendable {
  /// Returns the bytes that an earlier request left on disk, and what is needed to resume.
  func savedPart(of request: TransportRequest) throws(NetworkError) -> DownloadPart?
  /// Discards the bytes on disk.
  func discardPart()
  /// Starts a body, which follows the bytes on disk.
  func begin(_ body: BeginningBody, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void)
  /// Consumes the next bytes.
  func take(_ load: BodyFlow.Load, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void)
  /// Consumes what the end of the body completes, such as a last line without a line break.
  func end(done: @escaping @Sendable (Result<Void, NetworkError>) -> Void)
  /// Stores bytes to be consumed later.
  func spill(_ chunk: Data) throws(NetworkError)
  /// Completes the body. The result or error is that of the request.
  ///
  /// What cannot be undone is done inside `commit`, which throws without doing it if the request has ended.
  func finish(
    _ received: ReceivedResponse, by rules: ValidationRules, commit: (() throws -> Void) throws -> Void
  ) throws(NetworkError) -> ReceivedResponse
  /// Called once when the request has ended, or never if nothing has begun.
  func close()
}

extension BodySink {
  func end(done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) { done(.success(())) }
}

/// The information for the start of a body.
struct BeginningBody: Sendable {
  /// The request and the head, without a body.
  var received: ReceivedResponse
  var rules: ValidationRules
  /// The bytes on disk, and what is needed to resume later.
  var part: DownloadPart
  /// Repeats what the sink does with files while no descriptor is free.
  var wait: DescriptorWait
}

extension BodyDestination {
  /// Creates the sink for a request with this destination; nil for memory.
  func makeSink() -> (any BodySink)? {
    switch self {
    case .memory: nil
    case .file(let destination): DownloadFile(destination)
    case .consumer(let consumer, _, _): ConsumedBody(consumer)
    }
  }

  /// Whether the body goes into memory.
  var isMemory: Bool { if case .memory = self { true } else { false } }

  /// Whether the body goes into a file.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// The buffer for the body.
  ///
  /// A file needs none, because it consumes chunks immediately.
  var buffer: StreamBuffer? { if case .consumer(_, let buffer, _) = self { buffer } else { nil } }
}
