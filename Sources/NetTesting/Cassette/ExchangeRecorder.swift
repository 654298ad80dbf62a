import Foundation
import Net

/// Passes the events of a transport to a receiver, and records them until the exchange ends.
final class ExchangeRecorder: TransportReceiver {
  fileprivate struct State: Sendable {
    var head: ResponseHead?
    var body = Data()
    /// The number of received bytes, including those that are not kept.
    var size = 0
    var headAt: Duration?
    /// The timeout for which the session cancels the request.
    var timeout: TimeoutKind?
  }

  private let state = Lock(State())
  private let request: RecordedRequest
  private let startedAt: Date
  private let bodyLimit: Int
  private let start: Duration
  private let timer: any NetworkTimer
  private let receiver: any TransportReceiver
  private let record: @Sendable (Cassette.Entry) -> Void

  init(
    _ request: RecordedRequest, at startedAt: Date, bodyLimit: Int, timer: any NetworkTimer,
    receiver: any TransportReceiver, record: @escaping @Sendable (Cassette.Entry) -> Void
  ) {
    self.request = request
    self.startedAt = startedAt
    self.bodyLimit = bodyLimit
    self.timer = timer
    self.receiver = receiver
    self.record = record
    start = timer.now
  }

  func receive(_ event: TransportEvent) {
    // Recorded before the end is delivered, so that code that waits for the end finds the entry.
    switch event {
    case .head(let head):
      let now = timer.now
      state.withLock { state in
        state.head = head
        state.headAt = now
        state.body = Data()
        state.size = 0
      }
    case .body(let chunk): state.withLock { $0.append(chunk, limit: bodyLimit) }
    case .finished(let timings): end(nil, timings)
    case .failed(let error, let phase):
      if let failure = error is CancellationError ? cancellation(phase) : Self.failure(error, phase) {
        end(failure, TransportTimings())
      }
    case .sent, .interim, .trailers, .redirect: break
    }
    receiver.receive(event)
  }

  /// The time since the start.
  var elapsed: Duration { timer.now - start }

  /// The request will be cancelled because of this timeout.
  func willEnd(for timeout: TimeoutKind) { state.withLock { $0.timeout = timeout } }

  /// How a cancelled request is recorded; nil if it is not.
  ///
  /// Without a head and a timeout, it says nothing about the network.
  private func cancellation(_ phase: TransportPhase) -> Cassette.Failure? {
    state.withLock { state in
      if let timeout = state.timeout { return Cassette.Failure(timeout, phase) }
      return state.head.map { _ in Cassette.Failure(cutAfter: "\(state.size.counted("byte")) of the body") }
    }
  }

  private func end(_ failure: Cassette.Failure?, _ timings: TransportTimings) {
    let now = timer.now
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    let response = ended.head.map { head in
      Cassette.Response(
        status: head.status, headers: head.headers, httpVersion: head.httpVersion, body: ended.body,
        missingBody: ended.size > bodyLimit ? Self.missing(ended.size, limit: bodyLimit) : nil)
    }
    let connect = timings.connect.map { $0.addingSaturated(timings.secureConnection ?? .zero) }
    let connecting = (timings.nameLookup ?? .zero).addingSaturated(connect ?? .zero)
    record(
      Cassette.Entry(
        startedAt: startedAt, request: request, response: response, failure: failure,
        timings: Cassette.Timings(
          nameLookup: timings.nameLookup, connect: connect, secureConnection: timings.secureConnection,
          wait: max(.zero, ((ended.headAt ?? now) - start).subtractingSaturated(connecting)),
          receive: ended.headAt.map { now - $0 })))
  }

  private static func missing(_ size: Int, limit: Int) -> String {
    "it has \(size.counted("byte")), and \(limit) are recorded at most, as maximumBodySize says"
  }

  private static func failure(_ error: any Error, _ phase: TransportPhase) -> Cassette.Failure {
    if isOfFoundation(error) {
      let foundation = error as NSError
      return Cassette.Failure(
        text: "\(foundation.domain) \(foundation.code)", domain: foundation.domain, code: foundation.code,
        phase: phase)
    }
    var failure = Cassette.Failure(text: "\(error)", phase: phase)
    failure.error = RecordedError(error)
    return failure
  }
}

extension ExchangeRecorder.State {
  /// Appends the chunk; discards everything once the body exceeds the limit.
  fileprivate mutating func append(_ chunk: Data, limit: Int) {
    size += chunk.count
    if size > limit { body = Data() } else { body.append(chunk) }
  }
}
