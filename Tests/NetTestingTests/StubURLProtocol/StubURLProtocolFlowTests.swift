import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class StubURLProtocolFlowTests: XCTestCase {
  /// Records the callbacks of a session's delegate as text.
  private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
    private let lines = Lock<[String]>([])
    private let end: XCTestExpectation
    private let followsRedirects: Bool

    init(_ end: XCTestExpectation, followsRedirects: Bool = true) {
      self.end = end
      self.followsRedirects = followsRedirects
    }

    var words: [String] { lines.withLock { $0 } }

    private func note(_ word: String) { lines.withLock { $0.append(word) } }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      note("head \((response as? HTTPURLResponse)?.statusCode ?? 0) \(response.url?.path ?? "")")
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      note("body \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      note("redirect \(response.statusCode) \(request.httpMethod ?? "") \(request.url?.path ?? "")")
      completionHandler(followsRedirects ? request : nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      note(error.map { "failed \(($0 as NSError).code)" } ?? "finished")
      end.fulfill()
    }
  }

  private let url = URL(string: "https://h.invalid/a")

  private func run(
    _ stubs: URLStubs, followsRedirects: Bool = true, method: String = "GET", body: Data? = nil
  ) async throws -> [String] {
    let end = expectation(description: "ended")
    let delegate = Delegate(end, followsRedirects: followsRedirects)
    let session = URLSession(
      configuration: StubURLProtocol.configuration(stubs), delegate: delegate, delegateQueue: nil)
    var request = URLRequest(url: try XCTUnwrap(url))
    request.httpMethod = method
    request.httpBody = body
    session.dataTask(with: request).resume()
    await fulfillment(of: [end], timeout: .patience)
    session.finishTasksAndInvalidate()
    return delegate.words
  }

  func testADelegateReceivesHeadBodyAndEnd() async throws {
    let stubs = URLStubs(afterEach: self)
    stubs.stub(.get("/a"), with: .text("hello"))
    let words = try await run(stubs)
    XCTAssertEqual(words, ["head 200 /a", "body hello", "finished"])
  }

  func testARedirectIsFollowedThroughTheStubs() async throws {
    let stubs = URLStubs(afterEach: self)
    stubs.stub(.get("/a"), with: .redirect(to: "/b"))
    stubs.stub(.get("/b"), with: .text("here"))
    let words = try await run(stubs)
    XCTAssertEqual(words, ["redirect 302 GET /b", "head 200 /b", "body here", "finished"])
    XCTAssertEqual(stubs.requests.map(\.url.path), ["/a", "/b"])
  }

  func testA303RedirectBecomesGETWithoutABody() async throws {
    let stubs = URLStubs(afterEach: self)
    stubs.stub(.post("/a"), with: .redirect(to: "/b", status: 303))
    stubs.stub(.get("/b"), with: .text("here"))
    _ = try await run(stubs, method: "POST", body: Data("body".utf8))
    XCTAssertEqual(stubs.lastRequest?.method, .get)
    XCTAssertEqual(stubs.lastRequest?.body, Data())
  }

  func testA307RedirectKeepsMethodAndBody() async throws {
    let stubs = URLStubs(afterEach: self)
    stubs.stub(.post("/a"), with: .redirect(to: "/b", status: 307))
    stubs.stub(.post("/b"), with: .text("here"))
    _ = try await run(stubs, method: "POST", body: Data("body".utf8))
    XCTAssertEqual(stubs.lastRequest?.body, Data("body".utf8))
  }

  func testADelegateCanRefuseARedirect() async throws {
    let stubs = URLStubs(afterEach: self)
    stubs.stub(.get("/a"), with: .redirect(to: "/b"))
    let words = try await run(stubs, followsRedirects: false)
    XCTAssertEqual(words, ["redirect 302 GET /b", "head 302 /a", "finished"])
  }

  func testARedirectLoopFails() async throws {
    let stubs = URLStubs(afterEach: self)
    stubs.stub(.get("/a"), with: .redirect(to: "/a"))
    let words = try await run(stubs)
    XCTAssertEqual(words.last, "failed \(URLError.Code.httpTooManyRedirects.rawValue)")
    XCTAssertEqual(stubs.requestCount, 21)
  }

  func testADelayUsesTheTimer() async throws {
    let timer = NotedTimer()
    let stubs = URLStubs(timer: timer, afterEach: self)
    stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
    let end = expectation(description: "ended")
    let delegate = Delegate(end)
    let session = URLSession(
      configuration: StubURLProtocol.configuration(stubs), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: try XCTUnwrap(url)).resume()
    await timer.delays.next()
    timer.base.advance(by: .milliseconds(4900))
    XCTAssertEqual(delegate.words, [])
    timer.base.advance(by: .milliseconds(100))
    await fulfillment(of: [end], timeout: .patience)
    XCTAssertEqual(delegate.words, ["head 200 /a", "body late", "finished"])
  }

  func testCancellingCancelsADelayedResponse() async throws {
    let timer = NotedTimer()
    let stubs = URLStubs(timer: timer, afterEach: self)
    stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
    let end = expectation(description: "ended")
    let delegate = Delegate(end)
    let session = URLSession(
      configuration: StubURLProtocol.configuration(stubs), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: try XCTUnwrap(url))
    task.resume()
    await timer.delays.next()
    task.cancel()
    await fulfillment(of: [end], timeout: .patience)
    XCTAssertEqual(delegate.words, ["failed \(URLError.Code.cancelled.rawValue)"])
    XCTAssertEqual(stubs.cancelCount, 1)
    XCTAssertEqual(timer.base.pendingCount, 0)
  }
}
