import Dispatch
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
  /// The request has ended. Called once, or never if nothing has begun.
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

  /// Returns the destination with its consumer's queue resolved, or nil if that changes nothing.
  ///
  /// - `endedAtOnce`: Returns whether the request was ended at once, so that what waits on the queue, or is left of a
  ///   chunk, is not delivered. Made only if needed, because it needs two allocations.
  /// - `registration`: Registers a wait whose consumer is called on a queue. Made only if needed, too.
  func delivered(
    on queue: DispatchQueue?, unless endedAtOnce: () -> @Sendable () -> Bool,
    waits registration: (DispatchQueue?) -> DecodingConsumer.WaitRegistration
  ) -> BodyDestination? {
    guard case .consumer(let consumer, let buffer, let delivery) = self else { return nil }
    let (named, decoding) = (delivery.queue(queue), consumer as? any DecodingConsumer)
    guard named != nil || decoding != nil else { return nil }
    let endedAtOnce = endedAtOnce()
    decoding?.start(unless: endedAtOnce, waits: { registration(named) })
    guard let named else { return nil }
    return .consumer(
      QueueConsumer(consumer, on: named, unless: endedAtOnce), buffer: buffer, delivery: .inline)
  }
}
