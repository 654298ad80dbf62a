import Foundation
import Net

/// One request of a stubbed session, from its start to its end: its answer, or the redirects to it.
final class StubLoading: Sendable {
  /// The client is kept to the end alone, for it keeps the loading.
  private enum Phase: Sendable {
    case waiting(StubClient, (any Cancellation)?)
    case ended

    var client: StubClient? { if case .waiting(let client, _) = self { client } else { nil } }
  }

  private let phase: Lock<Phase>
  private let stubs: URLStubs

  init(_ client: StubClient, stubs: URLStubs) {
    phase = Lock(.waiting(client, nil))
    self.stubs = stubs
  }

  /// Answers the request; nil when Foundation has none with a URL.
  func start(_ request: RecordedRequest?) {
    guard let request else { return fail(URLError(.badURL)) }
    if let refusal = waitingClient?.refusal {
      stubs.reporter.fail(refusal.description, at: stubs.place)
      return fail(URLError(stubFailure: refusal))
    }
    stubs.didBegin(self, request)
    load(request, redirects: 0)
  }

  /// Calls off what is still to come.
  func stop() {
    let stopped = phase.withLock { phase -> Phase in
      defer { phase = .ended }
      return phase
    }
    guard case .waiting(_, let scheduled) = stopped else { return }
    scheduled?.cancel()
    stubs.didEnd(self, isCancelled: true)
  }

  private func load(_ request: RecordedRequest, redirects: Int) {
    do throws(UnmatchedRequest) {
      let response = try stubs.answer(to: request)
      guard response.delay > .zero else { return deliver(response, to: request, redirects: redirects) }
      let scheduled = stubs.timer.schedule(after: response.delay) { [self] in
        deliver(response, to: request, redirects: redirects)
      }
      let isLate = phase.withLock { phase in
        guard let client = phase.client else { return true }
        phase = .waiting(client, scheduled)
        return false
      }
      if isLate { scheduled.cancel() }
    } catch {
      fail(URLError(stubFailure: error))
    }
  }

  private func deliver(_ response: StubResponse, to request: RecordedRequest, redirects: Int) {
    let response = response.resolved(for: request)
    if case .failure(let error) = response.outcome { return fail(error) }
    // There is no wire that could break; what the fault leaves of an answer is not told.
    if let fault = response.fault { return fail(fault) }
    guard case .response(let status, let headers, let body) = response.outcome else {
      let misuse = StubMisuse("this answer cannot be given by a URLSession's stubs; use a MockServer")
      stubs.reporter.fail(misuse.description, at: stubs.place)
      return fail(URLError(stubFailure: misuse))
    }
    let content = request.method != .head && StubResponse.hasContent(status) ? body : Data()
    let head = Self.head(status, headers, url: request.url, length: content.count)
    let redirect = TransportRequest(
      method: request.method, url: request.url, headers: request.headers,
      body: request.body.isEmpty ? .none : .data(request.body)
    ).redirected(by: head)
    guard let redirect, let client = waitingClient else { return finish(head, content) }
    #if canImport(FoundationNetworking)
      client.askDelegate(about: head, to: redirect) { [self] next in
        guard let next, waitingClient != nil else { return finish(head, content) }
        guard redirects < 20 else { return fail(URLError(.httpTooManyRedirects)) }
        load(RecordedRequest(next), redirects: redirects + 1)
      }
    #else
      if end() != nil { client.handOver(head, to: redirect) }
    #endif
  }

  private var waitingClient: StubClient? { phase.withLock { $0.client } }

  /// The client, for the one that ends it.
  private func end() -> StubClient? {
    let client = phase.withLock { phase in
      defer { phase = .ended }
      return phase.client
    }
    if client != nil { stubs.didEnd(self) }
    return client
  }

  private func finish(_ head: ResponseHead, _ body: Data) { end()?.finish(head, body) }

  func fail(_ error: any Error) { end()?.fail(error) }

  private static func head(_ status: Int, _ headers: HTTPHeaders, url: URL, length: Int) -> ResponseHead {
    var headers = headers
    if length > 0 { headers.setDefault(name: "Content-Length", value: "\(length)") }
    return ResponseHead(status: status, headers: headers, url: url, httpVersion: "HTTP/1.1")
  }
}
