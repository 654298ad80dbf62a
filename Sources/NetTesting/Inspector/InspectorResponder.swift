import Foundation
import Net

/// Answers the requests of an inspector's page.
final class InspectorResponder: Sendable {
  /// The random part of the URL.
  let token: String
  private let recorder: TraceRecorder
  private let page: TracePage
  private let showsBodies: Bool
  private let port = Lock(0)

  init(recorder: TraceRecorder, title: String, showsBodies: Bool) {
    self.recorder = recorder
    self.showsBodies = showsBodies
    page = TracePage(title: title, isLive: true)
    var generator = SystemRandomNumberGenerator()
    token = (0..<4).map { _ in
      String(UInt32.random(in: 0x1000_0000...UInt32.max, using: &generator), radix: 16)
    }
    .joined()
  }

  /// Sets the port that requests must name.
  func open(port: Int) { self.port.withLock { $0 = port } }

  func response(to request: RecordedRequest) -> StubResponse {
    guard isFromThePage(request) else { return refusal(403) }
    let path = request.url.path(percentEncoded: true)
    guard path.hasPrefix("/\(token)/") || path == "/\(token)" else { return refusal(404) }
    guard request.method == .get || request.method == .head else {
      return refusal(405).header("Allow", "GET, HEAD")
    }
    switch path {
    case "/\(token)": return refusal(308).header("Location", "/\(token)/")
    case "/\(token)/": return document
    case "/\(token)/events": return events(after: lastChange(request))
    default: return refusal(404)
    }
  }

  /// Whether the request names this server, and does not come from a page of another origin.
  private func isFromThePage(_ request: RecordedRequest) -> Bool {
    let port = port.withLock { $0 }
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    let named = request.headers.values(for: "Host")
    guard named.count == 1, let host = named.first?.lowercased(), hosts.contains(host) else { return false }
    // A target that is a whole URL replaces the field (RFC 9112 section 3.2.2).
    guard hosts.contains("\(request.url.canonicalHost ?? ""):\(request.url.port ?? 80)") else { return false }
    let origins = request.headers.values(for: "Origin")
    guard origins.allSatisfy({ $0 == "http://\(host)" }) else { return false }
    // A browser says here that another page asks, even without an `Origin`.
    return request.headers.values(for: "Sec-Fetch-Site").allSatisfy { ["same-origin", "none"].contains($0) }
  }

  private func refusal(_ status: Int) -> StubResponse {
    hardened(StubResponse.text(StatusPhrase.phrase(for: status) + "\n").status(status))
  }

  private func hardened(_ response: StubResponse) -> StubResponse {
    response.header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff")
      .header("Referrer-Policy", "no-referrer").header("X-Frame-Options", "DENY")
      .header("Cross-Origin-Resource-Policy", "same-origin")
  }

  private var document: StubResponse {
    let changes = recorder.changes()
    let html = page.html(of: shown(changes.trace), change: changes.last)
    return hardened(
      StubResponse.data(html, headers: ["Content-Type": "text/html; charset=utf-8"])
        .header("Content-Security-Policy", page.policy + "; frame-ancestors 'none'"))
  }

  /// The number of the last change that the page has received.
  private func lastChange(_ request: RecordedRequest) -> Int {
    let text = request.headers["Last-Event-ID"] ?? request.query("since")
    return text.flatMap { Int($0) }.map { max(0, $0) } ?? 0
  }

  /// Returns one event with everything that changed; then the page asks again.
  ///
  /// So a slow or closed page keeps nothing in memory.
  private func events(after change: Int) -> StubResponse {
    let changes = recorder.changes(since: change)
    let members = TraceJSON.members(of: shown(changes.trace), asScript: false).replacing("\n", with: "")
    let event = ServerSentEvent(
      "{\"reset\":\(changes.isReset),\"limit\":\(recorder.limits.requests),\(members)}",
      id: "\(changes.last)",
      retry: .milliseconds(300))
    return hardened(.events([event]))
  }

  private func shown(_ trace: Trace) -> Trace {
    guard !showsBodies else { return trace }
    var trace = trace
    for request in trace.requests.indices {
      trace.requests[request].notes = trace.requests[request].notes.map(\.withoutContent)
      trace.requests[request].storedResponse?.body = nil
      for attempt in trace.requests[request].attempts.indices {
        trace.requests[request].attempts[attempt].request.body = nil
        trace.requests[request].attempts[attempt].response?.body = nil
      }
    }
    return trace
  }
}
