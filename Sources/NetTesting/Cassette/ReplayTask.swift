import Foundation
import Net

/// Replays an entry of a cassette, or fails with an error.
final class ReplayTask: PlaybackTask {
  private let state: Lock<MockTaskState>
  let timer: any NetworkTimer

  /// The maximum number of bytes in a chunk of a replayed body.
  private static let chunkSize = 16_384

  private init(
    _ steps: [StubPlayback.Step], receiver: any TransportReceiver, timer: any NetworkTimer = DispatchTimer()
  ) {
    state = Lock(MockTaskState(receiver: receiver, playback: StubPlayback(steps)))
    self.timer = timer
  }

  convenience init(
    failingWith error: any Error, phase: TransportPhase = .connect, receiver: any TransportReceiver
  ) {
    self.init([.event(.failed(error, phase: phase))], receiver: receiver)
  }

  /// Creates a task that replays an entry: at once, or with the recorded delays.
  ///
  /// - `bodySize`: The number of bytes of the request's body; nil for that of the recorded one.
  convenience init(
    _ entry: Cassette.Entry, _ request: RecordedRequest, bodySize: Int64? = nil,
    receiver: any TransportReceiver, timer: any NetworkTimer = DispatchTimer(), replaysDelays: Bool = false
  ) {
    self.init(
      Self.steps(of: entry, request, bodySize ?? Int64(request.body.count), waits: replaysDelays),
      receiver: receiver, timer: timer)
  }

  private static func steps(
    of entry: Cassette.Entry, _ request: RecordedRequest, _ bodySize: Int64, waits: Bool
  ) -> [StubPlayback.Step] {
    var steps: [StubPlayback.Step] = []
    func wait(_ duration: Duration?) {
      if waits, let duration, duration > .zero { steps.append(.wait(duration)) }
    }
    // The request had been sent before it failed while waiting for the response.
    let isSent = entry.response != nil || entry.failure?.phase == .head || entry.failure?.phase == .body
    if isSent, bodySize > 0 { steps.append(.event(.sent(bytes: bodySize))) }
    wait(entry.timings.untilHead)
    if let response = entry.response {
      let head = ResponseHead(
        status: response.status, headers: headers(of: response, isWhole: entry.failure == nil),
        url: request.url,
        httpVersion: response.httpVersion)
      steps.append(.event(.head(head)))
      wait(entry.timings.receive)
      var rest = response.body[...]
      while !rest.isEmpty {
        steps.append(.event(.body(Data(rest.prefix(chunkSize)))))
        rest = rest.dropFirst(chunkSize)
      }
    }
    if let failure = entry.failure {
      if failure.isCut { steps.append(.wait(entry.patience)) }
      steps.append(.event(.failed(failure.replayed, phase: failure.phase)))
    } else {
      steps.append(.event(.finished(TransportTimings())))
    }
    return steps
  }

  /// The headers, with the length of the body as it is replayed: redaction and editors of the file change it.
  ///
  /// The length of a body that was encoded is that of the encoded one, and a body that broke off is shorter.
  private static func headers(of response: Cassette.Response, isWhole: Bool) -> HTTPHeaders {
    var headers = response.headers
    guard isWhole, !response.body.isEmpty, headers.contains("Content-Length"),
      ["", "identity"].contains(headers["Content-Encoding"]?.lowercased() ?? "")
    else { return headers }
    headers.update(name: "Content-Length", value: "\(response.body.count)")
    return headers
  }

  func resume() {
    _ = state.withLock { $0.resume() }
    deliver()
  }

  func cancel() {
    state.withLock { $0.cancel().scheduled }?.cancel()
    deliver()
  }

  func withState<Result: Sendable>(_ body: (inout MockTaskState) -> Result) -> Result { state.withLock(body) }

  func deliver(_ event: TransportEvent, to receiver: any TransportReceiver) { receiver.receive(event) }

  func continueDelivery(_ action: @escaping @Sendable () -> Void) { action() }
}

extension Cassette.Failure {
  /// The error that is replayed: one of the package or of Foundation with its type, the timeout of the session;
  /// otherwise the text.
  var replayed: any Error {
    if let error = error?.error { return error }
    if let timeout { return NetworkError(.timeout(timeout)) }
    guard !isCut else { return ReplayedFailure(text) }
    guard let domain, let code else { return ReplayedFailure(text) }
    return foundationError(domain, code)
  }

  /// Whether it is replayed as an error of the recorded type.
  var hasType: Bool { error?.error != nil || domain != nil && !isCut }

  private func foundationError(_ domain: String, _ code: Int) -> any Error {
    switch domain {
    case NSURLErrorDomain:
      // Optional on Linux, where only known codes exist.
      let known: URLError.Code? = URLError.Code(rawValue: code)
      if let known { return URLError(known) }
    case NSPOSIXErrorDomain:
      if let known = Int32(exactly: code).flatMap(POSIXErrorCode.init) { return POSIXError(known) }
    case NSCocoaErrorDomain: return CocoaError(CocoaError.Code(rawValue: code))
    default: break
    }
    return NSError(domain: domain, code: code)
  }
}
