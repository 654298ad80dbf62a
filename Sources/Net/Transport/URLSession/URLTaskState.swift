public import Foundation

/// The state of a URL session's task, as a pure value: turns the session's callbacks into the receiver's events.
///
/// ```text
/// head? body* end
/// ```
///
/// Other callbacks of Foundation (interim responses, challenges without a credential) are handled here.
struct URLTaskState: Sendable {
  /// What the task does in response to an input.
  struct Answer: Sendable {
    /// The events for the receiver, in order.
    var events: [TransportEvent] = []
    /// Whether to cancel the URL session's task.
    var cancelsTask = false
  }

  private enum Ending {
    case finished
    case failed(any Error, TransportPhase)
  }

  /// Why the receiver gets only the last event from now on.
  private enum Stop: Sendable {
    /// The task is cancelled, or about to be.
    case silenced
    /// More of the body arrived during a pause than is buffered.
    case overflown
    /// The connection was closed before a response.
    case lost
    /// A head is refused, for this reason.
    case refused(String)
  }

  private var bodyLength: Int64
  let bufferLimit: Int
  private let method: HTTPMethod
  private var bytesSent: Int64 = 0
  private(set) var hasHead = false
  /// A 417, which is reported unless another head follows.
  private var refusedExpectation: ResponseHead?
  /// Whether the response had a body that Foundation dropped.
  private var hasLostBody = false
  /// Silencing the task replaces any other reason; otherwise the first one is kept.
  private var stop: Stop?
  private var isCancelled = false
  private var isChallenged = false
  /// The error that ended reading the request body.
  private var bodyFailure: (any Error)?
  /// Why the server is not trusted.
  private var distrust: (any Error)?
  private var isPaused = false
  /// How often the task was paused.
  private(set) var pauses = 0
  private var buffer: [Data] = []
  private var buffered = 0
  private var ending: Ending?
  private var hasEnded = false
  private var timings = TransportTimings()

  /// - Parameters:
  ///   - bodyLength: The length of the request body, or nil while it is unknown.
  ///   - bufferLimit: The number of bytes that are buffered while the task is paused.
  ///   - method: The method of the request.
  init(bodyLength: Int64?, bufferLimit: Int, method: HTTPMethod = .get) {
    self.bodyLength = bodyLength ?? .max
    self.bufferLimit = bufferLimit
    self.method = method
  }

  private var isSilent: Bool { stop != nil || hasEnded }

  /// Called when a chunk of the request body was read before anything is sent.
  ///
  /// It only shows that there is progress.
  func preparing() -> Answer { isSilent ? Answer() : Answer(events: [.sent(bytes: 0)]) }

  /// Called when the request body is ready, and has this length.
  mutating func prepared(bodyLength: Int64) { self.bodyLength = bodyLength }

  /// Called when the request body could not be read completely.
  ///
  /// The task will complete without having sent it.
  mutating func bodyFailed(_ error: any Error) { bodyFailure = bodyFailure ?? error }

  /// Called when this many bytes of the request body have been sent.
  mutating func sent(_ bytes: Int64) -> Answer {
    guard !isSilent, bytes > bytesSent else { return Answer() }
    bytesSent = bytes
    return Answer(events: [.sent(bytes: bytes)])
  }

  /// A head arrived.
  ///
  /// Interim responses (RFC 9110 section 15.2) are ignored, including what follows them. After a 417 to `Expect`
  /// Foundation on Linux sends the request again, and reports the heads of both responses.
  mutating func received(_ head: ResponseHead) -> Answer {
    guard !isSilent else { return Answer() }
    stop = head.unrequestedProtocol.map(Stop.refused)
    guard !(100..<200).contains(head.status) else { return Answer(cancelsTask: stop != nil) }
    if method.hasBody(inResponse: head.status), let length = head.headers.invalidLength {
      stop = .refused("\(length)")
      return Answer(cancelsTask: true)
    }
    let isFirst = !hasHead
    hasHead = true
    buffer = []
    buffered = 0
    refusedExpectation = head.status == 417 && isFirst ? head : nil
    return refusedExpectation == nil ? Answer(events: [.head(head)]) : Answer()
  }

  /// Returns the head of a 417 that is the response after all.
  private mutating func takeRefusedExpectation() -> [TransportEvent] {
    defer { refusedExpectation = nil }
    return isSilent ? [] : refusedExpectation.map { [.head($0)] } ?? []
  }

  /// A head that Foundation did not report is found when the task completes.
  ///
  /// The body that followed it is lost.
  mutating func receivedLate(_ head: ResponseHead) -> Answer {
    guard !hasHead else { return Answer() }
    // Without a length, only the end of the connection would tell whether there was a body.
    hasLostBody = method.hasBody(inResponse: head.status) && head.headers.announcedLength != 0
    return received(head)
  }

  /// A chunk of the body arrived.
  mutating func received(_ chunk: Data) -> Answer {
    guard !isSilent, hasHead, !chunk.isEmpty else { return Answer() }
    var answer = Answer(events: takeRefusedExpectation())
    guard isPaused else {
      answer.events.append(.body(chunk))
      return answer
    }
    buffer.append(chunk)
    buffered += chunk.count
    guard buffered > bufferLimit else { return answer }
    stop = .overflown
    buffer = []
    answer.cancelsTask = true
    return answer
  }

  /// Called when the server asks for credentials after its response has arrived.
  ///
  /// That response is the result.
  mutating func challenged() { isChallenged = true }

  /// Called when the connection was closed before a response, and Foundation is sending an incomplete request again.
  mutating func lostConnection() -> Answer {
    guard !isSilent else { return Answer() }
    stop = .lost
    return Answer(cancelsTask: true)
  }

  /// Called when the server is not trusted, for this reason.
  ///
  /// The task will complete without having started.
  mutating func distrusted(_ error: any Error) { distrust = error }

  /// Called when Foundation has measured the exchange, which is about to complete.
  mutating func measured(_ timings: TransportTimings) -> Answer {
    self.timings = timings
    return Answer()
  }

  /// Called when the URL session's task has completed.
  ///
  /// `facts` is what the error says about itself; with nil it is asked here.
  mutating func completed(_ error: (any Error)?, facts: URLErrorFacts? = nil) -> Answer {
    guard !hasEnded else { return Answer() }
    let head = takeRefusedExpectation()
    ending = ending(of: error, facts)
    return isPaused && !isSilent ? Answer(events: head) : end(after: head)
  }

  /// Pauses the delivery of the body.
  mutating func pause() {
    isPaused = true
    pauses += 1
  }

  /// Resumes the delivery of the body, starting with the buffered chunks, unless the task was paused again.
  ///
  /// `pauses` is the number of pauses when the receiver resumed the task.
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

  /// Drops the buffered body; from now on the receiver gets only the last event.
  ///
  /// The caller cancels the task afterwards.
  mutating func silence() {
    guard !hasEnded else { return }
    stop = .silenced
    buffer = []
  }

  /// Cancels the task.
  ///
  /// From now on the receiver gets only the last event.
  mutating func cancel() -> Answer {
    guard !hasEnded, !isCancelled else { return Answer() }
    silence()
    isCancelled = true
    guard ending == nil else {
      ending = .failed(CancellationError(), phase)
      return end()
    }
    return Answer(cancelsTask: true)
  }

  private mutating func end(after head: [TransportEvent] = []) -> Answer {
    guard let ending, !hasEnded else { return Answer() }
    hasEnded = true
    self.ending = nil
    var answer = Answer(events: head)
    for chunk in buffer { answer.events.append(.body(chunk)) }
    buffer = []
    switch ending {
    case .finished: answer.events.append(.finished(timings))
    case .failed(let error, let phase): answer.events.append(.failed(error, phase: phase))
    }
    return answer
  }

  private func ending(of error: (any Error)?, _ facts: URLErrorFacts?) -> Ending {
    switch stop {
    case .silenced: return .failed(CancellationError(), phase)
    case .overflown: return .failed(TransportBufferOverflow(limit: bufferLimit), .body)
    case .lost: return .failed(URLError(.networkConnectionLost), phase)
    case .refused(let reason):
      let information = [NSLocalizedDescriptionKey: reason]
      return .failed(URLError(.cannotParseResponse, userInfo: information), .head)
    case nil: break
    }
    if let distrust, !hasHead { return .failed(distrust, .secureConnection) }
    if hasLostBody { return .failed(DroppedBody(), .body) }
    guard let error else { return hasHead ? .finished : .failed(URLError(.badServerResponse), .head) }
    if let bodyFailure { return .failed(bodyFailure, .send) }
    let facts = facts ?? URLErrorFacts(error)
    if isChallenged, hasHead, facts.code == NSURLErrorCancelled { return .finished }
    return .failed(error, TransportPhase(of: facts, soFar: phase))
  }

  /// The phase that the task has reached, from what is known to have been sent and received.
  private var phase: TransportPhase {
    if hasHead { return .body }
    return bytesSent < bodyLength && bytesSent > 0 ? .send : .head
  }
}

/// Foundation on Linux dropped the body of a redirect without a `Location`.
///
/// The head was delivered.
public struct DroppedBody: Error, Sendable, Hashable, CustomStringConvertible {
  /// Creates an error.
  public init() {}

  /// What happened, and what to do about it.
  public var description: String {
    "Foundation on Linux drops the body of a redirect without a Location; CurlTransport keeps it"
  }
}

/// More of a body arrived during a pause than the transport buffers.
public struct TransportBufferOverflow: Error, Sendable, Hashable {
  /// The number of bytes that the transport buffers.
  public var limit: Int

  /// Creates an error.
  public init(limit: Int) { self.limit = limit }
}

extension DroppedBody: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension TransportBufferOverflow: CustomStringConvertible, LocalizedError {
  /// The error as text.
  public var description: String {
    "more of the body arrived during a pause than the \(limit.counted("byte")) that the transport buffers"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
