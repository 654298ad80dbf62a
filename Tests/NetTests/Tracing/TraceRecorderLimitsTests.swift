import Net
import NetTesting
import Testing

/// Limits that are set after they were created.
@Suite struct TraceRecorderLimitsTests {
  @Test(arguments: [0, -1, .min])
  func aLimitBelowOneIsOne(_ limit: Int) {
    var limits = TraceRecorder.Limits()
    limits.requests = limit
    limits.bytes = limit
    #expect(limits == TraceRecorder.Limits(requests: 1, bytes: 1))
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
    #expect(trace.requests.map(\.number) == [2])
    #expect(trace.streams.map(\.name) == ["b"])
    #expect(trace.streams.first?.marbles.map(\.text) == ["2"])
  }
}
