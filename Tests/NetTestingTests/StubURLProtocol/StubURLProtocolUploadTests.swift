import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if !canImport(Darwin)
  /// Bodies that are uploaded, which Foundation on Linux does not pass to a URL protocol.
  @Suite(.netTesting) struct StubURLProtocolUploadTests {
    /// Gives a body, and records the callbacks of a session's delegate as text.
    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
      let words = Captured<String>()
      private let text: String?

      init(_ text: String? = nil) { self.text = text }

      func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
      ) {
        completionHandler(text.map { InputStream(data: Data($0.utf8)) })
      }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
      ) {
        words.set("sent \(bytesSent), \(totalBytesSent)/\(totalBytesExpectedToSend)")
      }

      func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        words.set(String(decoding: data, as: UTF8.self))
      }

      func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        words.set(error.map { "failed \(($0 as NSError).code)" } ?? "finished")
      }
    }

    /// A delegate without a method for the body.
    private final class BodilessDelegate: NSObject, URLSessionDataDelegate, Sendable {}

    private let failures = CollectedFailures()

    private func session(_ stubs: URLStubs, _ delegate: (any URLSessionDelegate)? = nil) -> URLSession {
      URLSession(configuration: StubURLProtocol.configuration(stubs), delegate: delegate, delegateQueue: nil)
    }

    private func request(_ method: String = "POST", body: String? = nil) throws -> URLRequest {
      var request = URLRequest(url: try #require(URL(string: "https://h.invalid/a")))
      request.httpMethod = method
      request.httpBody = body.map { Data($0.utf8) }
      return request
    }

    /// Waits for the next callbacks on the delegate's queue, and returns them.
    private func words(_ count: Int, of delegate: Delegate) async -> [String] {
      var words: [String] = []
      for _ in 0..<count { words.append(await delegate.words.next(within: .patience) ?? "nothing") }
      return words
    }

    // MARK: - Streamed requests

    @Test func theBodyOfAStreamedRequestIsThatOfTheDelegate() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.post("/a") && .body(equals: "streamed"), with: .text("here"), times: 1)
      let delegate = Delegate("streamed")
      let session = session(stubs, delegate)
      session.uploadTask(withStreamedRequest: try request(body: "ignored")).resume()
      session.finishTasksAndInvalidate()
      expectEqual(await words(3, of: delegate), ["sent 8, 8/0", "here", "finished"])
    }

    @Test func theBodyOfAStreamedRequestIsThatOfTheDelegateOfTheTask() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .text("here"))
      let task = session(stubs).uploadTask(withStreamedRequest: try request())
      task.delegate = Delegate("streamed")
      task.resume()
      await expect(stubs.requests.map(\.body)).toEventually(equal([Data("streamed".utf8)]), within: .patience)
    }

    @Test func aStreamedBodyIsRedirected() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.post("/a"), with: .redirect(to: "/b", status: 307))
      stubs.stub(.post("/b") && .body(equals: "streamed"), with: .text("here"))
      let delegate = Delegate("streamed")
      session(stubs, delegate).uploadTask(withStreamedRequest: try request()).resume()
      expectEqual(await words(4, of: delegate).suffix(2), ["here", "finished"])
    }

    @Test func aStreamedGetIsRefused() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .text("here"))
      let delegate = Delegate("streamed")
      session(stubs, delegate).uploadTask(withStreamedRequest: try request("GET")).resume()
      expectEqual(await words(1, of: delegate), ["failed \(URLError.Code.dataLengthExceedsMaximum.rawValue)"])
      expectTrue(stubs.requests.isEmpty)
    }

    @Test func aStreamedRequestWithoutAStreamFailsTheTest() async throws {
      let stubs = failures.collect { URLStubs(line: 3) }
      stubs.stub(.everything, with: .text("here"))
      let delegate = Delegate()
      session(stubs, delegate).uploadTask(withStreamedRequest: try request()).resume()
      expectEqual(await words(1, of: delegate), ["failed \(URLError.Code.unsupportedURL.rawValue)"])
      expectEqual(failures.lines, [3])
      expectEqual(failures.messages.first?.contains("needNewBodyStream"), true)
      expectTrue(stubs.requests.isEmpty)
    }

    @Test(arguments: [true, false])
    func aStreamedRequestThatNobodyGivesABodyFailsTheTest(hasDelegate: Bool) async throws {
      let stubs = failures.collect { URLStubs(line: 3) }
      stubs.stub(.everything, with: .text("here"))
      session(stubs, hasDelegate ? BodilessDelegate() : nil)
        .uploadTask(withStreamedRequest: try request()).resume()
      await expect(failures.lines).toEventually(equal([3]), within: .patience)
      expectTrue(stubs.requests.isEmpty)
    }

    // MARK: - Sent bytes

    @Test func theDelegateIsNotifiedOfAnUpload() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .text("here"))
      let delegate = Delegate()
      session(stubs, delegate).uploadTask(with: try request(), from: Data("data".utf8)).resume()
      expectEqual(await words(3, of: delegate), ["sent 4, 4/4", "here", "finished"])
    }

    @Test func theDelegateIsNotifiedOfTheBodyOfARequest() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .text("here"))
      let delegate = Delegate()
      session(stubs, delegate).dataTask(with: try request(body: "data")).resume()
      expectEqual(await words(3, of: delegate), ["sent 4, 4/4", "here", "finished"])
    }

    @Test func theDelegateOfATaskIsNotified() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .text("here"))
      let delegate = Delegate()
      _ = try await session(stubs).upload(for: request(), from: Data("data".utf8), delegate: delegate)
      expectEqual(await words(1, of: delegate), ["sent 4, 4/4"])
    }

    @Test func aRequestWithoutABodySendsNone() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .text("here"))
      let delegate = Delegate()
      session(stubs, delegate).dataTask(with: try request()).resume()
      expectEqual(await words(2, of: delegate), ["here", "finished"])
    }

    @Test func aTaskWithACompletionHandlerDoesNotNotifyTheDelegate() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .text("here"))
      let (delegate, ended) = (Delegate(), Captured<Bool>())
      session(stubs, delegate).uploadTask(with: try request(), from: Data("data".utf8)) { _, _, _ in
        ended.set(true)
      }.resume()
      expectEqual(await ended.next(within: .patience), true)
      expectEqual(delegate.words.count, 0)
    }

    @Test func theBodyIsSentBeforeADelayedResponse() async throws {
      let timer = TestScheduler()
      let stubs = URLStubs(timer: timer, afterEach: .test)
      stubs.stub(.everything, with: .text("here").delay(.seconds(5)))
      let delegate = Delegate()
      session(stubs, delegate).uploadTask(with: try request(), from: Data("data".utf8)).resume()
      expectEqual(await words(1, of: delegate), ["sent 4, 4/4"])
      await expect(timer.pendingCount).toEventually(equal(1), within: .patience)
      timer.advance(by: .seconds(5))
      expectEqual(await words(2, of: delegate), ["here", "finished"])
    }

    @Test func nothingIsSentIfTheConnectionFails() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.everything, with: .failure(URLError(.cannotConnectToHost)))
      let delegate = Delegate()
      session(stubs, delegate).uploadTask(with: try request(), from: Data("data".utf8)).resume()
      expectEqual(await words(1, of: delegate), ["failed \(URLError.Code.cannotConnectToHost.rawValue)"])
    }

    @Test func aNetworkSessionReportsTheProgressOfAnUpload() async throws {
      let network = try TestNetwork(.stubURLProtocol, afterEach: .test)
      network.stub(.post("/a"), with: .text("here"))
      let progress = Captured<Int64>()
      _ = await network.post("/a", httpBody: Data("data".utf8), contentType: "text/plain")
        .uploadProgress(delivery: .inline) { progress.set($0.completed) }.response(.string)
      expectEqual(progress.values.last, 4)
    }
  }
#endif
