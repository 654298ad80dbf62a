import Foundation

/// One task of a URL session as a pure value: what the session tells of it, and what the receiver is told.
///
/// ```text
/// head? body* end
/// ```
///
/// What Foundation tells beside that (interim responses, a challenge for credentials that nobody has) is set
/// right here.
struct URLTaskState: Sendable {
  /// What the shell does about something.
  struct Answer: Sendable {
    /// What the receiver is told, in order.
    var events: [TransportEvent] = []
    /// Whether the task of the URL session is cancelled.
    var cancelsTask = false
  }

  private enum Ending {
    case finished
    case failed(any Error, TransportPhase)
  }

  private var bodyLength: Int64
  let bufferLimit: Int
  private var bytesSent: Int64 = 0
  private var hasHead = false
  /// Whether the response had a body that Foundation dropped.
  private var hasLostBody = false
  /// Nothing but the end is told any more.
  private var isCalledOff = false
  private var isCancelled = false
  private var isOverflown = false
  private var isLost = false
  private var isChallenged = false
  /// Why the request's body could not be read to its end.
  private var bodyFailure: (any Error)?
  /// Why the server is not trusted.
  private var distrust: (any Error)?
  private var isPaused = false
  /// How many times the body was asked to be kept back.
  private(set) var pauses = 0
  private var buffer: [Data] = []
  private var buffered = 0
  private var ending: Ending?
  private var hasEnded = false

  /// - Parameters:
  ///   - bodyLength: The length of the request's body; nil as long as it is not known.
  ///   - bufferLimit: How many bytes are kept while the task is paused.
  init(bodyLength: Int64?, bufferLimit: Int) {
    self.bodyLength = bodyLength ?? .max
    self.bufferLimit = bufferLimit
  }

  private var isSilent: Bool { isCalledOff || isOverflown || isLost || hasEnded }

  /// A piece of the request's body was read before anything is sent: a sign of life, and no more.
  func preparing() -> Answer { isSilent ? Answer() : Answer(events: [.sent(bytes: 0)]) }

  /// The request's body is ready, and has this length.
  mutating func prepared(bodyLength: Int64) { self.bodyLength = bodyLength }

  /// The request's body could not be read to its end; the task will be over without having sent it.
  mutating func bodyFailed(_ error: any Error) { bodyFailure = bodyFailure ?? error }

  /// So much of the request's body has been sent.
  mutating func sent(_ bytes: Int64) -> Answer {
    guard !isSilent, bytes > bytesSent else { return Answer() }
    bytesSent = bytes
    return Answer(events: [.sent(bytes: bytes)])
  }

  /// A head arrived.
  ///
  /// Interim ones (RFC 9110 section 15.2) are passed over, with what followed them.
  mutating func received(_ head: ResponseHead) -> Answer {
    guard !isSilent, !(100..<200).contains(head.status) else { return Answer() }
    hasHead = true
    buffer = []
    buffered = 0
    return Answer(events: [.head(head)])
  }

  /// A head that was not reported is known at the end, when the body that followed it has been dropped.
  ///
  /// - `isBodiless`: Whether no body follows such a head, whatever its fields say.
  mutating func receivedLate(_ head: ResponseHead, isBodiless: Bool) -> Answer {
    guard !hasHead else { return Answer() }
    let length = head.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits) ?? 0
    hasLostBody = !isBodiless && (length > 0 || head.headers.contains("Transfer-Encoding"))
    return received(head)
  }

  /// A piece of the body arrived.
  mutating func received(_ piece: Data) -> Answer {
    guard !isSilent, hasHead, !piece.isEmpty else { return Answer() }
    guard isPaused else { return Answer(events: [.body(piece)]) }
    buffer.append(piece)
    buffered += piece.count
    guard buffered > bufferLimit else { return Answer() }
    isOverflown = true
    buffer = []
    return Answer(cancelsTask: true)
  }

  /// The server asks for credentials, after its response has arrived: that response is the answer.
  mutating func challenged() { isChallenged = true }

  /// The connection was closed before any answer, and what is sent now in its place is not the whole request.
  mutating func lostConnection() -> Answer {
    guard !isSilent else { return Answer() }
    isLost = true
    return Answer(cancelsTask: true)
  }

  /// The server is not trusted, for this reason; the task will be over without having begun.
  mutating func distrusted(_ error: any Error) { distrust = error }

  /// The task of the URL session is over.
  mutating func completed(_ error: (any Error)?) -> Answer {
    guard !hasEnded else { return Answer() }
    ending = ending(of: error)
    guard isPaused, !isSilent else { return end() }
    return Answer()
  }

  /// Keeps the body back.
  mutating func pause() {
    isPaused = true
    pauses += 1
  }

  /// Hands on the body again, first what was kept back; unless it was asked to be kept back once more since
  /// that call, which counted so many pauses.
  mutating func proceed(from pauses: Int) -> Answer {
    guard isPaused, pauses == self.pauses else { return Answer() }
    isPaused = false
    guard !isSilent else { return Answer() }
    let events = buffer.map { TransportEvent.body($0) }
    buffer = []
    buffered = 0
    var answer = Answer(events: events)
    if ending != nil { answer.events += end().events }
    return answer
  }

  /// Tells nothing but the end from here on.
  ///
  /// The task is cancelled after it.
  mutating func callOff() {
    guard !hasEnded else { return }
    isCalledOff = true
    buffer = []
  }

  /// Cancels the task; nothing but its end is told from here on.
  mutating func cancel() -> Answer {
    guard !hasEnded, !isCancelled else { return Answer() }
    callOff()
    isCancelled = true
    guard ending == nil else {
      ending = .failed(CancellationError(), phase)
      return end()
    }
    return Answer(cancelsTask: true)
  }

  private mutating func end() -> Answer {
    guard let ending, !hasEnded else { return Answer() }
    hasEnded = true
    self.ending = nil
    let rest = buffer.map { TransportEvent.body($0) }
    buffer = []
    switch ending {
    case .finished: return Answer(events: rest + [.finished(TransportTimings())])
    case .failed(let error, let phase): return Answer(events: rest + [.failed(error, phase: phase)])
    }
  }

  private func ending(of error: (any Error)?) -> Ending {
    if isCalledOff { return .failed(CancellationError(), phase) }
    if isOverflown { return .failed(TransportBufferOverflow(limit: bufferLimit), .body) }
    if isLost { return .failed(URLError(.networkConnectionLost), phase) }
    if let distrust, !hasHead { return .failed(distrust, .secureConnection) }
    if hasLostBody { return .failed(DroppedBody(), .body) }
    guard let error else { return hasHead ? .finished : .failed(URLError(.badServerResponse), .head) }
    if let bodyFailure { return .failed(bodyFailure, .send) }
    let code = (error as NSError).code
    if isChallenged, hasHead, code == NSURLErrorCancelled { return .finished }
    return .failed(error, TransportPhase(of: error, soFar: phase))
  }

  /// How far the task has come, by what is known to have been sent and received.
  private var phase: TransportPhase {
    if hasHead { return .body }
    return bytesSent < bodyLength && bytesSent > 0 ? .send : .head
  }
}

/// Foundation on Linux dropped the body of a redirect without a `Location`.
///
/// The head has arrived.
public struct DroppedBody: Error, Sendable, Hashable, CustomStringConvertible {
  /// Makes an error.
  public init() {}

  /// What happened, and what to do.
  public var description: String {
    "Foundation on Linux drops the body of a redirect without a Location; CurlTransport keeps it"
  }
}

/// More of a body arrived while the task was paused than its transport keeps.
public struct TransportBufferOverflow: Error, Sendable, Hashable {
  /// How many bytes the transport keeps.
  public var limit: Int

  /// Makes an error.
  public init(limit: Int) { self.limit = limit }
}
