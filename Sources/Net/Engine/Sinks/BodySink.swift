import Dispatch
import Foundation

/// Where the body of one request goes, if not into memory.
///
/// It is called for one thing at a time, outside all locks.
protocol BodySink: AnyObject, Sendable {
  /// What is there already of the body of the request, from an earlier one.
  func savedPart(of request: TransportRequest) throws(NetworkError) -> DownloadPart?
  /// What is there of the body is of no use.
  func discardPart()
  /// A body begins, behind what is there of it.
  func begin(_ body: BeginningBody, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void)
  /// The next bytes.
  func take(_ load: BodyFlow.Load, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void)
  /// Keeps bytes to be taken later.
  func spill(_ piece: Data) throws(NetworkError)
  /// The body is complete. What is returned, or thrown, is the end of the request.
  func finish(_ received: ReceivedResponse, by rules: ValidationRules) throws(NetworkError)
    -> ReceivedResponse
  /// The request has ended. Called once, or not at all when nothing has begun.
  func close()
}

/// What there is to know when a body begins.
struct BeginningBody: Sendable {
  /// The request and the head; no body.
  var received: ReceivedResponse
  var rules: ValidationRules
  /// What is there already, and what it takes to go on another time.
  var part: DownloadPart
}

extension BodyDestination {
  /// What is made for a request with this destination; nil for memory.
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

  /// What is kept of the body as it comes.
  ///
  /// A file takes what comes at once.
  var buffer: StreamBuffer? { if case .consumer(_, let buffer, _) = self { buffer } else { nil } }

  /// The destination with the place named where its consumer is called.
  func delivered(on queue: DispatchQueue?) -> BodyDestination {
    guard case .consumer(let consumer, let buffer, let delivery) = self else { return self }
    let named: DispatchQueue? =
      switch delivery {
      case .callbackQueue: queue
      case .queue(let queue): queue
      case .inline: nil
      }
    guard let named else { return self }
    return .consumer(QueueConsumer(consumer, on: named), buffer: buffer, delivery: .inline)
  }
}
