import Foundation
import Net
import NetTesting
import Testing

/// A failed test over twelve requests tells its story: the message names the unmatched request and its nearest stub,
/// and a waterfall and a page show all requests.
///
/// That the trait adds both to the first failure, and attaches the page, is checked by `scripts/check-failures`, where
/// tests really fail.
@Suite(.netTesting) struct S17_FailedTestTests {
  private let scheduler = TestScheduler()
  private let recorder = TraceRecorder()

  /// Sends twelve requests: a retry, a redirect, one that no stub answers, and one without a response.
  private func sendTwelveRequests() {
    let transport = MockTransport(timer: scheduler)
    transport.stub(.get("/items/{id}"), with: .json("{}"))
    transport.stub(.get("/flaky"), withSequence: [.status(503), .json("{}")])
    transport.stub(.get("/old"), with: .status(302).header("Location", "/items/9"))
    transport.stub(.get("/slow"), with: .json("{}").delay(.seconds(3600)))
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com")
    configuration.timeouts = RequestTimeouts()
    configuration.interceptors = [RetryPolicy(maximumRetries: 1)]
    configuration.monitors = [recorder]
    let network = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    let paths = (1...8).map { "/items/\($0)" } + ["/flaky", "/old", "/slow", "/item/1"]
    for path in paths { network.get(path).resume() }
    scheduler.advance(by: .seconds(10))
  }

  @Test func theMessageNamesTheUnmatchedRequestAndTheNearestStub() {
    withKnownIssue {
      sendTwelveRequests()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("No stub answers GET https://api.example.com/item/1")
        && text.contains("/items/{id}")
    }
  }

  @Test func theWaterfallFitsOnAScreen() {
    withKnownIssue { sendTwelveRequests() }
    let lines = recorder.trace.waterfall(Trace.WaterfallStyle(width: 100, maximumLines: 20)).split(
      separator: "\n")
    #expect(lines.count <= 20)
    #expect(lines.count { $0.contains("GET api.example.com/") } == 12)
    #expect(lines.contains { $0.hasPrefix("11: pending since") })
    #expect(lines.contains { $0.hasPrefix("12: GET https://api.example.com/item/1 failed") })
  }

  @Test func thePageHasAllTwelveAndWhyTheyFailed() {
    withKnownIssue { sendTwelveRequests() }
    let page = String(decoding: recorder.trace.html(title: "twelve"), as: UTF8.self)
    #expect((1...12).allSatisfy { page.contains("\"id\":\($0),") })
    #expect(page.contains("No stub answers GET https://api.example.com/item/1"))
    let requests = recorder.trace.requests
    #expect(requests[8].attempts.count == 2)
    #expect(requests[9].attempts.map(\.redirects) == [0, 1])
    #expect(requests[10].outcome == .pending)
  }
}
