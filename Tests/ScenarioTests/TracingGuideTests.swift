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
    send(spanMonitor)
    send(spanMonitor, 503)
    #expect(StandInSpan.ended.withLock { $0 } == ["GET 200", "GET 503, error"])
  }

  @Test func aSignpostIntervalEndsWithItsRequest() {
    send(signpostMonitor)
    #if !canImport(os)
      #expect(OSSignposter.ended.withLock { $0 } == ["request 200"])
    #endif
  }

  @Test func eachAttemptIsASpanOfOTLP() throws {
    let collector = SpanCollector()
    send(collector.monitor)
    let spans = spans(of: collector)
    #expect(spans.count == 1)
    #expect(collector.take(of: "shop") == nil)
    #expect(spans[0]["traceId"].string?.count == 32)
    #expect(spans[0]["spanId"].string?.count == 16)
    #expect(spans[0]["name"] == "GET")
    let start = TestScheduler.usualStartDate.timeIntervalSince1970
    #expect(spans[0]["startTimeUnixNano"] == .string("\(Int64(start * 1_000))000000"))
  }

  @Test func aNumberIsANumberInOTLP() throws {
    let collector = SpanCollector()
    send(collector.monitor, 503)
    let attributes = try #require(spans(of: collector).first?["attributes"].array)
    let status = attributes.first { $0["key"] == "http.response.status_code" }
    #expect(status?["value"] == ["intValue": "503"])
    let method = attributes.first { $0["key"] == "http.request.method" }
    #expect(method?["value"] == ["stringValue": "GET"])
  }

  @Test func aBodyOfOTLPNamesTheService() throws {
    let collector = SpanCollector()
    send(collector.monitor)
    let body = try #require(collector.take(of: "shop"))
    let name = body["resourceSpans"].array?.first?["resource"]["attributes"].array?.first
    #expect(name == ["key": "service.name", "value": ["stringValue": "shop"]])
  }

  private func spans(of collector: SpanCollector) -> [JSONValue] {
    let resource = collector.take(of: "shop")?["resourceSpans"].array?.first
    return resource?["scopeSpans"].array?.first?["spans"].array ?? []
  }

  @Test func anExchangeIsASpanOfOTLPWhenItHasEnded() {
    let (collector, time) = (SpanCollector(), TestScheduler())
    var configuration = SessionConfiguration()
    configuration.monitors = [collector.monitor]
    configuration.interceptors = [TraceContextInterceptor(origins: nil)]
    let transport = MockTransport(timer: time, afterEach: .test)
    transport.stub(.everything, with: StubResponse.status(200).delay(.seconds(1)))
    let session = NetworkSession(configuration: configuration, transport: transport, timer: time)
    session.get("https://h.io/a").response(delivery: .inline, responseSerializer: .data) { _ in }
    #expect(collector.take(of: "shop") == nil)
    time.advance(by: .seconds(1))
    let span = spans(of: collector).first
    #expect(span?["endTimeUnixNano"] != span?["startTimeUnixNano"])
  }
}

// snippet: spans
/// Makes a span of swift-distributed-tracing for each exchange of a session.
private let spanMonitor = SpanMonitor { exchange in
  startSpan(exchange.name, ofKind: .client)
} end: { span, exchange in
  for (name, value) in exchange.attributes {
    switch value {
    case .string(let text): span.attributes[name] = text
    case .integer(let number): span.attributes[name] = number
    }
  }
  if let error = exchange.error { span.setStatus(SpanStatus(code: .error, message: error)) }
  span.end()
}
// snippet.end

// snippet: signposts
/// Shows each exchange of a session as an interval in Instruments.
private let signposter = OSSignposter(subsystem: "com.example.app", category: "requests")
private let signpostMonitor = SpanMonitor { exchange in
  signposter.beginInterval("request", id: signposter.makeSignpostID(), "\(exchange.name)")
} end: { interval, exchange in
  let status = exchange.attributes["http.response.status_code"]?.description
  signposter.endInterval("request", interval, "\(exchange.error ?? status ?? "")")
}
// snippet.end

// snippet: otlp
/// Keeps the exchanges that have ended until they are posted.
private final class SpanCollector: Sendable {
  private let spans = Mutex<[Trace.Span]>([])

  /// The monitor for the configuration of a session.
  var monitor: SpanMonitor<Void> {
    SpanMonitor { _ in
    } end: { [self] _, span in
      spans.withLock { $0.append(span) }
    }
  }

  /// Returns the body of `POST /v1/traces` of a collector, with the spans since the last call; nil without any.
  func take(of service: String) -> JSONValue? {
    let spans = spans.withLock { spans in
      defer { spans = [] }
      return spans.compactMap(\.otlp)
    }
    guard !spans.isEmpty else { return nil }
    let name: JSONValue = ["key": "service.name", "value": ["stringValue": .string(service)]]
    return [
      "resourceSpans": [["resource": ["attributes": [name]], "scopeSpans": [["spans": .array(spans)]]]]
    ]
  }
}

extension Trace.Span {
  /// The span in the JSON of OTLP; nil without an identifier or an end.
  fileprivate var otlp: JSONValue? {
    guard let context, let end else { return nil }
    return [
      "traceId": .string(context.traceID), "spanId": .string(context.spanID),
      "parentSpanId": .string(parentSpanID ?? ""), "name": .string(name), "kind": 3,
      "startTimeUnixNano": .string("\(start)"), "endTimeUnixNano": .string("\(end)"),
      "attributes": .array(attributes.map { ["key": .string($0.key), "value": Self.otlp($0.value)] }),
      "status": ["code": .integer(error == nil ? 0 : 2), "message": .string(error ?? "")],
    ]
  }

  private static func otlp(_ value: Attribute) -> JSONValue {
    switch value {
    case .string(let text): ["stringValue": .string(text)]
    case .integer(let number): ["intValue": .string("\(number)")]
    }
  }
}
// snippet.end

// MARK: - Stand-ins, with the declarations of the libraries that the adapters use

/// `Span` of swift-distributed-tracing.
private protocol Span: AnyObject, Sendable {
  var attributes: [String: any SpanAttributeConvertible] { get set }
  func setStatus(_ status: SpanStatus)
  func end()
}

private protocol SpanAttributeConvertible: Sendable {}

extension String: SpanAttributeConvertible {}

extension Int64: SpanAttributeConvertible {}

private struct SpanStatus: Sendable {
  enum Code: Sendable { case ok, error }
  var code: Code
  var message: String?
}

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

  func setStatus(_ status: SpanStatus) { contents.withLock { $0.hasFailed = status.code == .error } }

  func end() {
    let (attributes, hasFailed) = contents.withLock { $0 }
    let status = (attributes["http.response.status_code"] as? Int64).map { "\($0)" } ?? "nothing"
    let result = hasFailed ? "\(status), error" : status
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
