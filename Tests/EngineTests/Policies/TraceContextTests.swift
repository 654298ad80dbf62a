import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The cases of the W3C's own test suite for `traceparent` and `tracestate`, and the interceptor.
@Suite struct TraceContextTests {
  private static let trace = "12345678901234567890123456789012"
  private static let span = "1234567890123456"

  @Test(arguments: [
    "00-\(trace)-\(span)-01", "cc-\(trace)-\(span)-01", "cc-\(trace)-\(span)-01-what-the-future-will-be-like",
  ])
  func aValidTraceparentIsRead(_ text: String) {
    let context = TraceContext(traceparent: text)
    expectEqual(context?.traceID, Self.trace)
    expectEqual(context?.spanID, Self.span)
    expectEqual(context?.isSampled, true)
  }

  @Test func invalidTraceparentsAreIgnored() {
    let invalid = [
      "", "00-\(Self.trace)-\(Self.span)-01.",
      "00-\(Self.trace)-\(Self.span)-01-what-the-future-will-be-like",
      "cc-\(Self.trace)-\(Self.span)-01.what-the-future-will-be-like", "ff-\(Self.trace)-\(Self.span)-01",
      ".0-\(Self.trace)-\(Self.span)-01", "0.-\(Self.trace)-\(Self.span)-01",
      "000-\(Self.trace)-\(Self.span)-01",
      "0-\(Self.trace)-\(Self.span)-01", "00-00000000000000000000000000000000-\(Self.span)-01",
      "00-.2345678901234567890123456789012-\(Self.span)-01",
      "00-1234567890123456789012345678901-\(Self.span)-01",
      "00-123456789012345678901234567890123-\(Self.span)-01", "00-\(Self.trace)-0000000000000000-01",
      "00-\(Self.trace)-.234567890123456-01", "00-\(Self.trace)-12345678901234567-01",
      "00-\(Self.trace)-123456789012345-01", "00-\(Self.trace)-\(Self.span)-.0",
      "00-\(Self.trace)-\(Self.span)-0",
      "00-\(Self.trace)-\(Self.span)-001", "00-ABCDEF78901234567890123456789012-\(Self.span)-01",
    ]
    expectEqual(invalid.filter { TraceContext(traceparent: $0) != nil }, [])
  }

  /// Section 2.2.2: `HEXDIGLC`.
  @Test func onlyLowerCaseHexadecimalDigitsAreRead() {
    let digits = (0..<128).filter { (byte: UInt8) in
      let trace = Self.trace.dropLast() + String(Character(Unicode.Scalar(byte)))
      return TraceContext(traceparent: "00-\(trace)-\(Self.span)-01") != nil
    }
    expectEqual(digits, Array("0123456789abcdef".utf8))
  }

  @Test func onlyTheSpecifiedFlagsAreKept() {
    expectEqual(
      TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-ff")?.traceparent.hasSuffix("-03"), true)
    expectEqual(
      TraceContext(traceparent: "cc-\(Self.trace)-\(Self.span)-ff")?.traceparent.hasSuffix("-01"), true)
  }

  @Test(arguments: [("00", false, false), ("01", true, false), ("02", false, true), ("03", true, true)])
  func eachFlagHasItsOwnBit(flags: String, isSampled: Bool, isRandom: Bool) {
    let context = TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-\(flags)")
    expectEqual(context?.isSampled, isSampled)
    expectEqual(context?.isRandom, isRandom)
  }

  @Test func membersOfSeveralFieldsKeepTheirOrder() {
    expectEqual(
      TraceState("foo=1,bar=2,rojo=1,congo=2,baz=3")?.members.map(\.key),
      [
        "foo", "bar", "rojo", "congo", "baz",
      ])
    expectEqual(TraceState("foo=1 \t , \t bar=2, \t baz=3")?.description, "foo=1,bar=2,baz=3")
    expectEqual(TraceState("\t foo=1 \t")?.description, "foo=1")
    expectEqual(TraceState("")?.description, "")
  }

  @Test func invalidMembersDiscardTheState() {
    let many = (1...33).map { "bar\($0)=1" }.joined(separator: ",")
    let invalid = [
      "foo =1", "FOO=1", "foo.bar=1", "@foo=1,bar=2", "foo=1,foo=2", "foo", "=1", "foo=", "foo=a=b",
      "foo=\u{7f}",
      many, String(repeating: "a", count: 257) + "=1", "a=" + String(repeating: "b", count: 257),
    ]
    expectEqual(invalid.filter { TraceState($0) != nil }, [])
  }

  @Test func allAllowedCharactersAreKept() {
    let value = String(
      String.UnicodeScalarView(
        (0x20...0x7e).filter { $0 != 0x2c && $0 != 0x3d }.compactMap { Unicode.Scalar($0) }))
    let key = "abcdefghijklmnopqrstuvwxyz0123456789_-*/@a-z0-9_-*/"
    expectEqual(TraceState("\(key)=\(value)")?.members.map(\.value), [value])
  }

  @Test func aLongStateLosesItsLongMembersFirst() {
    var state = TraceState()
    state.update("a", to: String(repeating: "x", count: 200))
    for number in 1...20 { state.update("k\(number)", to: "0123456789012345") }
    #expect(state.description.utf8.count <= 512)
    #expect(!state.description.contains("xxx"))
    #expect(state.description.hasPrefix("k20=0123456789012345,k19="))
  }

  @Test(arguments: [true, false]) func aNewContextIsSampledAsItSays(isSampled: Bool) throws {
    let context = TraceContext(isSampled: isSampled)
    let parsed = TraceContext(traceparent: context.traceparent)
    #expect(parsed == context && context.isRandom && context.isSampled == isSampled)
    expectNotEqual(TraceContext(isSampled: isSampled).traceID, context.traceID)
    let state = try #require(TraceState("foo=1"))
    #expect(context.with(state).state == state && context.with(state).traceparent == context.traceparent)
  }

  // MARK: - The interceptor

  private func fixture(_ interceptors: [any RequestInterceptor]) -> SessionFixture {
    SessionFixture { $0.interceptors = interceptors }
  }

  private func context(_ task: ScriptedTask) -> TraceContext? {
    task.request.headers["traceparent"].flatMap {
      TraceContext(traceparent: $0, tracestate: task.request.headers["tracestate"])
    }
  }

  @Test func aRequestStartsATraceAndEachAttemptHasItsSpan() throws {
    let fixture = fixture([
      TraceContextInterceptor(origins: ["https://h.io"]), RetryPolicy(maximumRetries: 1),
    ])
    _ = fixture.start(.get, "https://h.io/a")
    fixture.tasks[0].respond(503, headers: ["Retry-After": "1"])
    fixture.timer.advance(by: .seconds(1))
    let first = try #require(context(fixture.tasks[0]))
    let second = try #require(context(fixture.tasks[1]))
    expectEqual(first.traceID, second.traceID)
    expectNotEqual(first.spanID, second.spanID)
    #expect(first.isRandom && first.isSampled)
  }

  @Test func theIdentifiersAreThoseOfTheGenerator() throws {
    let fixture = fixture([TraceContextInterceptor(origins: nil, generator: { SeededGenerator(seed: 1) })])
    _ = fixture.start(.get, "https://h.io/a")
    var generator = SeededGenerator(seed: 1)
    // Each step begins with a generator of its caller, so the span has the first number of the trace.
    let expected = TraceContext(using: &generator)
    let sent = try #require(context(fixture.tasks[0]))
    expectEqual(sent.traceID, expected.traceID)
    expectEqual(sent.spanID, String(expected.traceID.prefix(16)))
  }

  @Test func aGivenContextIsContinuedWithItsState() throws {
    let fixture = fixture([TraceContextInterceptor(origins: nil)])
    _ = fixture.start(
      .get, "https://h.io/a",
      headers: ["traceparent": "00-\(Self.trace)-\(Self.span)-00", "tracestate": "foo=1,bar=2"])
    let sent = try #require(context(fixture.tasks[0]))
    expectEqual(sent.traceID, Self.trace)
    expectNotEqual(sent.spanID, Self.span)
    expectFalse(sent.isSampled)
    expectEqual(sent.state.description, "foo=1,bar=2")
  }

  @Test func twoTraceparentsStartANewTrace() throws {
    let fixture = fixture([TraceContextInterceptor(origins: nil)])
    _ = fixture.start(
      .get, "https://h.io/a",
      headers: [
        "traceparent": "00-\(Self.trace)-\(Self.span)-00", "Traceparent": "00-\(Self.trace)-\(Self.span)-00",
      ])
    let values = fixture.tasks[0].request.headers.values(for: "traceparent")
    expectEqual(values.count, 1)
    expectEqual(values.first?.contains(Self.trace), false)
  }

  @Test func aStateWithoutATraceparentIsDiscarded() {
    let fixture = fixture([TraceContextInterceptor(origins: nil)])
    _ = fixture.start(.get, "https://h.io/a", headers: ["tracestate": "foo=1"])
    expectNil(fixture.tasks[0].request.headers["tracestate"])
  }

  @Test func severalTracestateFieldsAreOneList() {
    let fixture = fixture([TraceContextInterceptor(origins: nil)])
    _ = fixture.start(
      .get, "https://h.io/a",
      headers: [
        HTTPField(name: "traceparent", value: "00-\(Self.trace)-\(Self.span)-00"),
        HTTPField(name: "tracestate", value: "foo=1"), HTTPField(name: "tracestate", value: "bar=2"),
      ])
    expectEqual(fixture.tasks[0].request.headers.values(for: "tracestate"), ["foo=1,bar=2"])
  }

  @Test func theCurrentContextIsContinuedWithItsState() {
    let fixture = fixture([
      TraceContextInterceptor(
        origins: nil,
        current: { TraceContext(traceparent: "00-\(Self.trace)-\(Self.span)-01", tracestate: "foo=1") })
    ])
    _ = fixture.start(.get, "https://h.io/a")
    expectEqual(context(fixture.tasks[0])?.traceID, Self.trace)
    expectEqual(fixture.tasks[0].request.headers.values(for: "tracestate"), ["foo=1"])
  }

  @Test func anotherOriginReceivesNoFields() {
    let fixture = fixture([TraceContextInterceptor(origins: ["https://h.io"])])
    _ = fixture.start(
      .get, "https://other.io/a",
      headers: ["traceparent": "00-\(Self.trace)-\(Self.span)-00", "tracestate": "a=1"])
    expectNil(fixture.tasks[0].request.headers["traceparent"])
    expectNil(fixture.tasks[0].request.headers["tracestate"])
  }

  @Test func aRedirectToAnotherOriginLosesTheFields() {
    let fixture = fixture([TraceContextInterceptor(origins: ["https://h.io"])])
    _ = fixture.start(.get, "https://h.io/a")
    fixture.tasks[0].respond(302, headers: ["Location": "https://other.io/b"])
    expectNil(fixture.tasks[1].request.headers["traceparent"])
  }

  @Test func aRedirectWithinTheOriginHasItsOwnSpan() throws {
    let fixture = fixture([TraceContextInterceptor(origins: ["https://h.io"])])
    _ = fixture.start(.get, "https://h.io/a")
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    let first = try #require(context(fixture.tasks[0]))
    let second = try #require(context(fixture.tasks[1]))
    expectEqual(first.traceID, second.traceID)
    expectNotEqual(first.spanID, second.spanID)
  }
}
