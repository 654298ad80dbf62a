import Foundation
import Net
import NetTesting
import Synchronization
import Testing

#if canImport(os)
  import os
#endif

/// The adapters of the article "Tracing requests".
@Suite(.netTesting) struct TracingGuideTests {
  private func session(_ monitor: any EventMonitor, _ status: Int = 200) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.monitors = [monitor]
    configuration.interceptors = [TraceContextInterceptor(origins: nil)]
    let transport = MockTransport(timer: TestScheduler(), afterEach: .test)
    transport.stub(.everything, with: .status(status))
    return NetworkSession(configuration: configuration, transport: transport, timer: TestScheduler())
  }

  private func send(_ monitor: any EventMonitor, _ status: Int = 200) {
    session(monitor, status).get("https://h.io/a")
      .response(delivery: .inline, responseSerializer: .data) { _ in }
  }

  @Test func aSpanOfDistributedTracingEndsWithItsRequest() {
    let monitor = SpanMonitor()
    send(monitor)
    send(monitor, 503)
    #expect(StandInSpan.ended.withLock { $0 } == ["GET 200", "GET error"])
  }

  @Test func aSignpostIntervalEndsWithItsRequest() {
    let monitor = SignpostMonitor()
    send(monitor)
    #if !canImport(os)
      #expect(OSSignposter.ended.withLock { $0 } == ["request 200"])
    #endif
  }

  @Test func eachAttemptIsASpanOfOTLP() throws {
    let recorder = TraceRecorder()
    send(recorder)
    let spans = recorder.trace.otlp["resourceSpans"][0]["scopeSpans"][0]["spans"]
    #expect(spans.array?.count == 1)
    #expect(spans[0]["traceId"].string?.count == 32)
    #expect(spans[0]["spanId"].string?.count == 16)
    #expect(spans[0]["name"] == "GET")
    let start = TestScheduler.usualStartDate.timeIntervalSince1970
    #expect(spans[0]["startTimeUnixNano"] == .string("\(Int64(start * 1_000))000000"))
  }
}

// snippet: spans
/// Makes a span of swift-distributed-tracing for each request of a session.
private final class SpanMonitor: EventMonitor {
  private let spans = Mutex<[RequestID: any Span]>([:])

  func request(_ id: RequestID, did event: RequestEvent) {
    switch event {
    case .started(let request):
      let span = startSpan(request.method.rawValue, ofKind: .client)
      spans.withLock { $0[id] = span }
    case .finished(let received, _):
      guard let span = spans.withLock({ $0.removeValue(forKey: id) }) else { return }
      span.attributes["http.response.status_code"] = received.head.status
      span.end()
    case .failed(let error, _):
      guard let span = spans.withLock({ $0.removeValue(forKey: id) }) else { return }
      span.recordError(error)
      span.end()
    default: break
    }
  }
}
// snippet.end

// snippet: signposts
/// Shows each request of a session as an interval in Instruments.
private final class SignpostMonitor: EventMonitor {
  private let signposter = OSSignposter(subsystem: "com.example.app", category: "requests")
  private let intervals = Mutex<[RequestID: OSSignpostIntervalState]>([:])

  func request(_ id: RequestID, did event: RequestEvent) {
    switch event {
    case .started(let request):
      let state = signposter.beginInterval("request", id: signposter.makeSignpostID(), "\(request.method)")
      intervals.withLock { $0[id] = state }
    case .finished(let received, _): end(id, "\(received.head.status)")
    case .failed(let error, _): end(id, "\(error.reason)")
    default: break
    }
  }

  private func end(_ id: RequestID, _ result: String) {
    guard let state = intervals.withLock({ $0.removeValue(forKey: id) }) else { return }
    signposter.endInterval("request", state, "\(result)")
  }
}
// snippet.end

// snippet: otlp
extension Trace {
  /// The attempts as spans in the JSON of OTLP, for `POST /v1/traces` of a collector.
  fileprivate var otlp: JSONValue {
    func time(_ time: Duration) -> JSONValue {
      .string("\(Int64(start.timeIntervalSince1970 * 1e9) + Int64(time / .nanoseconds(1)))")
    }
    let spans = requests.flatMap(\.attempts).compactMap { attempt -> JSONValue? in
      guard let end = attempt.end, let field = attempt.request.header("traceparent"),
        let context = TraceContext(traceparent: field)
      else { return nil }
      return [
        "traceId": .string(context.traceID), "spanId": .string(context.spanID),
        "name": .string(attempt.request.method), "kind": 3,
        "startTimeUnixNano": time(attempt.start), "endTimeUnixNano": time(end),
        "attributes": [["key": "url.full", "value": ["stringValue": .string(attempt.request.url)]]],
      ]
    }
    return ["resourceSpans": [["scopeSpans": [["spans": .array(spans)]]]]]
  }
}
// snippet.end

// MARK: - Stand-ins, with the declarations of the libraries that the adapters use

/// `Span` of swift-distributed-tracing.
private protocol Span: AnyObject, Sendable {
  var attributes: [String: any SpanAttributeConvertible] { get set }
  func recordError(_ error: any Error)
  func end()
}

private protocol SpanAttributeConvertible: Sendable {}

extension Int: SpanAttributeConvertible {}

private enum SpanKind: Sendable { case client }

private func startSpan(_ name: String, ofKind kind: SpanKind) -> any Span { StandInSpan(name) }

private final class StandInSpan: Span {
  static let ended = Mutex<[String]>([])

  private let name: String
  private let contents = Mutex<(attributes: [String: any SpanAttributeConvertible], hasFailed: Bool)>(
    ([:], false))

  init(_ name: String) { self.name = name }

  var attributes: [String: any SpanAttributeConvertible] {
    get { contents.withLock { $0.attributes } }
    set { contents.withLock { $0.attributes = newValue } }
  }

  func recordError(_ error: any Error) { contents.withLock { $0.hasFailed = true } }

  func end() {
    let result = contents.withLock { contents in
      if let status = contents.attributes["http.response.status_code"] { return "\(status)" }
      return contents.hasFailed ? "error" : "nothing"
    }
    Self.ended.withLock { $0.append("\(name) \(result)") }
  }
}

#if !canImport(os)
  private struct OSSignpostIntervalState: Sendable {
    let name: String
  }

  private struct OSSignposter: Sendable {
    static let ended = Mutex<[String]>([])

    init(subsystem: String, category: String) {}

    func makeSignpostID() -> Int { 0 }

    func beginInterval(_ name: StaticString, id: Int, _ message: String) -> OSSignpostIntervalState {
      OSSignpostIntervalState(name: "\(name)")
    }

    func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: String) {
      Self.ended.withLock { $0.append("\(state.name) \(message)") }
    }
  }
#endif
