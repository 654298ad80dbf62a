import Net

/// Records the requests of a ``NetworkingMock`` as its callers made them, from the events of its session.
final class MockRecords: EventMonitor {
  private struct State: Sendable {
    var requests: [MockedRequest] = []
    /// The positions of the running requests in `requests`, the last one at the end.
    var running: [RequestID: [Int]] = [:]
    var startedCount = 0
    var uploadCount = 0

    /// Records that a request was sent; a retry or a followed redirect is recorded as a further request.
    mutating func sent(_ request: TransportRequest, _ id: RequestID) {
      guard let index = running[id]?.last else { return }
      guard requests[index].transportRequest != nil else {
        requests[index].transportRequest = request
        return
      }
      running[id]?.append(requests.count)
      let (description, redaction) = (requests[index].description, requests[index].redaction)
      requests.append(MockedRequest(description, transportRequest: request, redaction: redaction))
    }

    /// Returns the descriptions with the code of the caller, which has no effect any more and may hold the mock.
    mutating func end(_ id: RequestID, isCancelled: Bool) -> [RequestDescription] {
      guard let indices = running.removeValue(forKey: id) else { return [] }
      if isCancelled, let last = indices.last { requests[last].isCancelled = true }
      return indices.compactMap { requests[$0].description.removeCode(isInspected: true) }
    }
  }

  private let state = Lock(State())
  private let ledger: StubLedger
  private let redaction: CarriedRedaction

  init(_ ledger: StubLedger, redaction: Redaction) {
    self.ledger = ledger
    self.redaction = CarriedRedaction(redaction)
  }

  var requests: [MockedRequest] { read { $0.requests } }

  var startedCount: Int { read { $0.startedCount } }

  var uploadCount: Int { read { $0.uploadCount } }

  /// How many requests of the code under test were cancelled.
  ///
  /// A request can be cancelled after its transport has ended, so the count of the transport is too low.
  var cancelCount: Int { read { $0.requests.count { $0.isCancelled && !$0.description.isInternal } } }

  /// The last request that was sent as this one; of several to its URL, the one with its headers and its body.
  func request(sentAs recorded: RecordedRequest) -> MockedRequest? {
    let requests = state.withLock { $0.requests }
    func isToURL(_ request: MockedRequest) -> Bool {
      request.method == recorded.method && request.absoluteURL == recorded.url
    }
    let same = requests.last { isToURL($0) && $0.transportRequest?.hasContent(of: recorded) == true }
    return same ?? requests.last(where: isToURL)
  }

  func request(_ id: RequestID, did event: RequestEvent) {
    switch event {
    case .started(let description):
      // The code under test has not made the lookup of `updates(of:)`, which never reaches a stub, and has not started
      // a request that it cancelled before.
      guard !description.isProbe, !description.isUnstarted else { return }
      state.withLock { state in
        // The code under test has not made what the session sends on behalf of its requests.
        if !description.isInternal {
          state.startedCount += 1
          if description.content != nil { state.uploadCount += 1 }
        }
        state.running[id] = [state.requests.count]
        state.requests.append(MockedRequest(description, transportRequest: nil, redaction: redaction))
      }
    case .sent(let request, _), .resent(let request):
      state.withLock { $0.sent(request, id) }
    // With a cause, not the client but the transport cancelled it.
    case .failed(let error, _):
      end(id, isCancelled: error.reason == .cancelled && error.underlyingError == nil)
    case .finished: end(id)
    case .configuredTooLate(let call):
      return ledger.fail(
        """
        \(call) was called on a request that had started, so it changed nothing. The first response… call starts a \
        request; configure it before.
        """)
    default: return
    }
    ledger.changes.notify()
  }

  private func end(_ id: RequestID, isCancelled: Bool = false) {
    // Returned, so that the code of the caller is released without the lock held.
    _ = state.withLock { $0.end(id, isCancelled: isCancelled) }
  }

  private func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
    ledger.changes.noteRead()
    return state.withLock { body($0) }
  }
}

extension TransportRequest {
  /// Whether it has the headers and the body of the recorded request.
  ///
  /// A body that can be read only once, or arrives over time, is not compared.
  fileprivate func hasContent(of recorded: RecordedRequest) -> Bool {
    guard headers == recorded.headers else { return false }
    return !body.isRepeatable || body.isSequence || (try? body.contents()) == recorded.body
  }
}
