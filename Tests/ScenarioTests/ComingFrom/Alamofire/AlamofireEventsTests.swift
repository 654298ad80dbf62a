import Dispatch
import Foundation
import NetStream
import NetTesting
import Testing

private struct Lost: Error {}

/// The table of a monitor's events on "Coming from Alamofire or Moya".
@Suite(.netTesting) struct AlamofireEventsTests {
  private final class Recorder: EventMonitor {
    let names = Captured<String>()

    func request(_ id: RequestID, did event: RequestEvent) {
      switch event {
      // Row: request(_:didCreateInitialURLRequest:)
      case .started(let description): names.set("started \(description.method)")
      // Row: request(_:didAdaptInitialRequest:to:), request(_:didCreateURLRequest:)
      case .adapted(let request): names.set("adapted \(request.method)")
      // Row: request(_:didCreateTask:), requestDidResume(_:), request(_:didResumeTask:)
      case .queued: names.set("queued")
      case .sent(let request, let attempt): names.set("sent \(request.method) \(attempt)")
      // Row: urlSession(_:task:didSendBodyData:…), didCreateUploadable, didProvideInputStream
      case .sentBody(let progress): names.set("sentBody \(progress.completed)")
      // Row: urlSession(_:dataTask:didReceive:)
      case .receivedHead(let head): names.set("head \(head.status)")
      case .receivedBody(let progress): names.set("body \(progress.completed)")
      // Row: urlSession(_:task:willPerformHTTPRedirection:newRequest:)
      case .redirected(let head, let next): names.set("redirected \(head.status) \(next.url.path)")
      // Row: urlSession(_:dataTask:willCacheResponse:)
      case .cache(let event): if case .stored = event { names.set("stored") }
      // Row: request(_:didGatherMetrics:), urlSession(_:task:didFinishCollecting:)
      case .connection(let timings): names.set("connection \(timings)")
      // Row: requestIsRetrying(_:)
      case .willRetry(let error, let delay): names.set("retry \(error.attempts) \(delay)")
      // Row: requestDidFinish(_:), request(_:didCompleteTask:with:), didFinishDownloadingUsing
      // Row: request(_:didParseResponse:)
      case .finished(let received, let timings):
        names.set("finished \(received.data.count) \(timings.attempts)")
      // Row: request(_:didFailTask:earlyWithError:), request(_:didFailToCreateURLRequestWithError:), didFailToAdaptURLRequest
      // Row: requestDidCancel(_:), request(_:didValidateRequest:…)
      // Row: request(_:didParseResponse:)
      case .failed(let error, let timings): failed(error, timings, error.data)
      // Row: request(_:didParseStream:), the duration of a serializer
      case .decoded(let type, let duration, let error):
        names.set("decoded \(type) \(duration) \(error == nil)")
      default: break
      }
    }

    private func failed(_ error: NetworkError, _ timings: ResponseTimings, _ body: Data?) {
      // Row: requestDidCancel(_:), request(_:didValidateRequest:…)
      func name(_ event: RequestEvent) -> String? {
        guard case .failed = event else { return nil }
        return switch error.reason {
        case .cancelled: "cancelled"
        case .validation: "invalid"
        default: "failed"
        }
      }
      names.set(name(.failed(error, timings)) ?? "")
    }
  }

  private let recorder = Recorder()
  private let transport = MockTransport()

  private func session() -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    configuration.cache = .memory(limit: 1 << 20)
    configuration.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)]
    return NetworkSession(configuration: configuration, transport: transport)
  }

  @Test func aRequestThatSucceeds() async {
    transport.stub(.get("https://h/a"), with: .redirect(to: "/b"))
    transport.stub(.get("https://h/b"), with: .json("[1]").header("Cache-Control", "max-age=60"))
    _ = await session().get("https://h/a").response(.json)
    let names = recorder.names.values
    let expected = [
      "started GET", "adapted GET", "sent GET 1", "redirected 302 /b", "head 200", "body 3", "stored",
    ]
    #expect(expected.filter { !names.contains($0) } == [])
    #expect(names.contains { $0.hasPrefix("finished 3") })
    #expect(names.contains { $0.hasPrefix("decoded") })
  }

  @Test func requestsThatFail() async {
    transport.stub(.get("https://h/a"), with: .status(503))
    transport.stub(.post("https://h/a"), with: .status(204))
    transport.stub(.delete("https://h/a"), with: .failure(Lost()))
    let network = session()
    _ = await network.get("https://h/a").response(.data)
    #expect(recorder.names.values.contains { $0.hasPrefix("retry 1") })
    #expect(recorder.names.value == "invalid")
    _ = await network.post("https://h/a", httpBody: Data("abc".utf8)).response(.data)
    #expect(recorder.names.values.contains("sentBody 3"))
    _ = await network.delete("https://h/a").response(.data)
    #expect(recorder.names.value == "failed")
  }

  @Test func theEndOfASession() async {
    // Row: requestDidSuspend(_:), urlSession(_:taskIsWaitingForConnectivity:), didBecomeInvalidWithError
    let network = session()
    await network.finish()
    #expect(await network.get("https://h/a").response(.data).error?.reason == .sessionFinished)
  }
}
