import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Limits that are set after they were created.
@Suite struct TraceRecorderLimitsTests {
  @Test(arguments: [0, -1, .min])
  func aLimitBelowOneIsOne(_ limit: Int) {
    var limits = TraceRecorder.Limits()
    limits.requests = limit
    limits.bytes = limit
    expectEqual(limits, TraceRecorder.Limits(requests: 1, bytes: 1))
  }

  @Test(arguments: [0, -1, .min])
  func aRecorderWithSuchALimitKeepsARequestAndAStream(_ limit: Int) {
    var limits = TraceRecorder.Limits()
    limits.requests = limit
    let recorder = TraceRecorder(limits: limits)
    for name in ["a", "b"] {
      let stream = recorder.beginStream(name)
      stream.add(.element, "1")
      stream.add(.element, "2")
    }
    for number in 1...2 {
      recorder.request(RequestID(number: number), did: .started(RequestDescription("https://h.io/\(number)")))
    }
    let trace = recorder.trace
    expectEqual(trace.requests.map(\.number), [2])
    expectEqual(trace.streams.map(\.name), ["b"])
    expectEqual(trace.streams.first?.marbles.map(\.text), ["2"])
  }

  private let socket = RequestID(number: 1)

  /// Records a WebSocket with this many messages.
  private func receive(_ count: Int, in recorder: TraceRecorder) {
    recorder.request(socket, did: .started(RequestDescription("wss://h.io/1")))
    recorder.request(socket, did: .configuredTooLate("retry"))
    for number in 1...count {
      recorder.request(socket, did: .webSocket(.received(.text(String(repeating: "a", count: number)))))
      recorder.request(socket, did: .webSocket(.ponged(after: .zero)))
    }
  }

  @Test(arguments: [1, 2, 10, 100]) func aWebSocketKeepsItsLatestEvents(limit: Int) throws {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: limit))
    receive(1_000, in: recorder)
    recorder.request(socket, did: .webSocket(.received(.text("the last one"))))
    let request = try #require(recorder.trace.requests.first)
    let notes = request.notes.filter { $0.kind == .webSocket }
    #expect(notes.count <= limit)
    #expect(notes.count >= limit / 2)
    expectEqual(notes.last?.message?.size, 12)
    #expect(request.notes.contains { $0.text.contains("retry") })
  }

  @Test func aWebSocketKeepsItsLatestEventsWithinTheBytes() throws {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 20_000))
    receive(200, in: recorder)
    let trace = recorder.trace
    let request = try #require(trace.requests.first)
    expectEqual(trace.droppedRequests, 0)
    #expect(20..<150 ~= request.notes.count)
    expectEqual(request.notes.last { $0.message != nil }?.message?.size, 200)
    #expect(request.notes.contains { $0.text.contains("retry") })
    expectEqual(request.droppedNotes + request.notes.count, 401)
  }

  @Test func aMessageThatIsLargerThanTheLimitIsDroppedAlone() throws {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 5_000), bodyLimit: 10_000)
    receive(1, in: recorder)
    for count in [9_000, 3] {
      recorder.request(
        socket, did: .webSocket(.received(.text(String(repeating: "a", count: count)))))
    }
    let request = try #require(recorder.trace.requests.first)
    expectEqual(request.notes.last?.message?.size, 3)
    expectEqual(request.droppedNotes, 3)
  }

  @Test func aWebSocketWithoutEventsGivesWayToLaterRequests() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 5_000))
    receive(5, in: recorder)
    for number in 2...30 {
      recorder.request(RequestID(number: number), did: .started(RequestDescription("https://h.io/\(number)")))
    }
    #expect(recorder.trace.requests.first?.number ?? 0 > 1)
    expectEqual(recorder.trace.requests.last?.number, 30)
  }

  @Test func aStreamKeepsItsLatestEventsWithinTheBytes() throws {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 20_000))
    let stream = recorder.beginStream("a")
    for number in 1...300 { stream.add(.element, "\(number)" + String(repeating: "a", count: 900)) }
    let traced = try #require(recorder.trace.streams.first)
    #expect(5...20 ~= traced.marbles.count)
    expectEqual(traced.marbles.last?.text.hasPrefix("300a"), true)
    expectEqual(traced.droppedMarbles + traced.marbles.count, 300)
  }

  @Test func aStreamCountsTheEventsThatItsLimitDrops() throws {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    let stream = recorder.beginStream("a")
    for number in 1...95 { stream.add(.element, "\(number)") }
    let traced = try #require(recorder.trace.streams.first)
    expectEqual(traced.droppedMarbles + traced.marbles.count, 95)
  }

  @Test(arguments: [400, 600, 900, 3_000]) func aTraceHasAllEventsOfAWebSocketUpToTheLimit(count: Int) throws
  {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10_000))
    receive(count, in: recorder)
    let request = try #require(recorder.trace.requests.first)
    expectEqual(request.notes.count, 2 * count + 1)
    expectEqual(request.droppedNotes, 0)
  }

  @Test func theNumberOfDroppedEventsIsShown() throws {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 10))
    receive(50, in: recorder)
    let stream = recorder.beginStream("a")
    for number in 1...50 { stream.add(.element, "\(number)") }
    let trace = recorder.trace
    let request = try #require(trace.requests.first)
    let words = "\(request.droppedNotes) earlier events not kept"
    #expect(String(decoding: trace.html(), as: UTF8.self).contains(words))
    let dropped = trace.streams.first?.droppedMarbles ?? 0
    #expect(String(decoding: trace.html(), as: UTF8.self).contains("\"dropped\":\(dropped)"))
    #expect(trace.svg().contains("\(dropped) earlier events not shown"))
    recorder.request(
      socket, did: .sent(try TransportRequest(url: #require(URL(string: "https://h.io/1"))), attempt: 1))
    #expect(String(decoding: recorder.trace.har(), as: UTF8.self).contains(words))
  }

  @Test func progressThatReplacesTheLastOneDoesNotCount() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 5_000))
    recorder.request(socket, did: .started(RequestDescription("https://h.io/1")))
    for number in 1...1_000 {
      recorder.request(socket, did: .receivedBody(TransferProgress(completed: Int64(number), total: nil)))
      if number.isMultiple(of: 10) { expectEqual(recorder.trace.requests.count, 1) }
    }
  }

  @Test func aSessionThatHasEndedKeepsItsRedactionWhileARequestIsKept() {
    let recorder = TraceRecorder()
    for number in 0..<40 {
      var configuration = SessionConfiguration()
      configuration.monitors = [recorder]
      configuration.redaction.insert(queryName: "name\(number)")
      let session = NetworkSession(configuration: configuration, transport: ScriptedTransport())
      if number.isMultiple(of: 4) {
        session.get("https://h.io/?name\(number)=word").responseData { _ in }
        session.cancelAll()
      }
    }
    expectEqual(recorder.trace.requests.map { $0.url.contains("word") }, Array(repeating: false, count: 10))
  }
}
