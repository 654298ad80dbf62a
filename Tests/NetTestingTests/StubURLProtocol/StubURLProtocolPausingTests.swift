import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if !canImport(Darwin)
  /// Tasks that are suspended and resumed.
  ///
  /// On Linux Foundation stops the loading for both a suspension and a cancellation.
  @Suite(.netTesting) struct StubURLProtocolPausingTests {
    /// Records the callbacks of a session's delegate as text.
    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
      let words = Captured<String>()
      let redirects = Captured<@Sendable () -> Void>()

      func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        words.set(String(decoding: data, as: UTF8.self))
      }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
      ) {
        redirects.set { completionHandler(request) }
      }

      func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        words.set(error.map { "failed \(($0 as NSError).code)" } ?? "finished")
      }
    }

    private let timer = NotedTimer()
    private let delegate = Delegate()
    private let stubs: URLStubs

    init() { stubs = URLStubs(timer: timer, afterEach: .test) }

    private func start(timeout: TimeInterval = 60) throws -> URLSessionDataTask {
      let configuration = StubURLProtocol.configuration(stubs)
      configuration.timeoutIntervalForRequest = timeout
      let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
      let task = session.dataTask(with: try #require(URL(string: "https://h.invalid/a")))
      task.resume()
      session.finishTasksAndInvalidate()
      return task
    }

    /// Suspends the task, and waits until Foundation has stopped its loading.
    private func suspend(_ task: URLSessionTask) {
      task.suspend()
      settle(task)
    }

    /// Resumes the task, and waits until Foundation has started its loading again.
    private func resume(_ task: URLSessionTask) {
      task.resume()
      settle(task)
    }

    /// Waits for the queue on which Foundation starts and stops the loading, and on which it reads the priority.
    private func settle(_ task: URLSessionTask) { _ = task.priority }

    /// Waits for the next callbacks on the delegate's queue, and returns them.
    private func words(_ count: Int) async -> [String] {
      var words: [String] = []
      for _ in 0..<count { words.append(await delegate.words.next(within: .patience) ?? "nothing") }
      return words
    }

    private func expectOneRequest() {
      expectEqual(stubs.requestCount, 1)
      expectEqual(stubs.cancelCount, 0)
    }

    @Test func aSuspendedTaskReceivesItsResponseWhenItIsResumed() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)), times: 1)
      let task = try start()
      expectEqual(await timer.delays.next(), .seconds(5))
      suspend(task)
      timer.base.advance(by: .seconds(10))
      expectEqual(delegate.words.count, 0)
      resume(task)
      expectEqual(await words(2), ["late", "finished"])
      expectOneRequest()
    }

    @Test func aDelayContinuesWhileTheTaskIsSuspended() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
      let task = try start()
      await timer.delays.next()
      timer.base.advance(by: .seconds(1))
      suspend(task)
      timer.base.advance(by: .seconds(1))
      resume(task)
      expectEqual(await timer.delays.next(), .seconds(3))
      timer.base.advance(by: .seconds(3))
      expectEqual(await words(2), ["late", "finished"])
    }

    @Test func aTaskSuspendedBetweenChunksReceivesTheRest() async throws {
      stubs.stub(.get("/a"), with: .stream(["one", "two", "three"], every: .seconds(1)))
      let task = try start()
      expectEqual(await words(1), ["one"])
      await timer.delays.next()
      suspend(task)
      timer.base.advance(by: .seconds(1))
      expectEqual(delegate.words.count, 1)
      resume(task)
      expectEqual(await words(1), ["two"])
      await timer.delays.next()
      timer.base.advance(by: .seconds(1))
      expectEqual(await words(2), ["three", "finished"])
      expectOneRequest()
    }

    @Test func aCompletionHandlerReceivesTheWholeBodyAfterASuspension() async throws {
      stubs.stub(.get("/a"), with: .stream(["one", "two"], every: .seconds(1)))
      let got = Captured<String>()
      let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
      let task = session.dataTask(with: try #require(URL(string: "https://h.invalid/a"))) { data, _, _ in
        got.set(data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing")
      }
      task.resume()
      session.finishTasksAndInvalidate()
      await timer.delays.next()
      suspend(task)
      timer.base.advance(by: .seconds(1))
      resume(task)
      expectEqual(await got.next(within: .patience), "onetwo")
      expectOneRequest()
    }

    @Test func aTaskReceivesItsResponseAfterTheLastOfNestedSuspensions() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
      let task = try start()
      await timer.delays.next()
      suspend(task)
      suspend(task)
      timer.base.advance(by: .seconds(5))
      resume(task)
      expectEqual(delegate.words.count, 0)
      resume(task)
      expectEqual(await words(2), ["late", "finished"])
      expectOneRequest()
    }

    @Test func resumingARunningTaskChangesNothing() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
      let task = try start()
      await timer.delays.next()
      resume(task)
      timer.base.advance(by: .seconds(5))
      expectEqual(await words(2), ["late", "finished"])
      expectOneRequest()
    }

    @Test func cancellingASuspendedTaskEndsIt() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
      let task = try start()
      await timer.delays.next()
      suspend(task)
      task.cancel()
      expectEqual(await words(1), ["failed \(URLError.Code.cancelled.rawValue)"])
      expectEqual(stubs.cancelCount, 1)
      expectEqual(timer.base.pendingCount, 0)
    }

    @Test func aSuspendedTaskDoesNotTimeOut() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
      let task = try start(timeout: 2)
      expectEqual(await timer.delays.next(), .seconds(2))
      suspend(task)
      timer.base.advance(by: .seconds(5))
      resume(task)
      expectEqual(await words(2), ["late", "finished"])
    }

    @Test func theTimeoutBeginsAgainWhenTheTaskIsResumed() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(60)))
      let task = try start(timeout: 2)
      await timer.delays.next()
      timer.base.advance(by: .seconds(1))
      suspend(task)
      resume(task)
      expectEqual(await timer.delays.next(), .seconds(2))
      timer.base.advance(by: .seconds(2))
      expectEqual(await words(1), ["failed \(URLError.Code.timedOut.rawValue)"])
    }

    @Test func aRedirectIsFollowedWhenTheTaskIsResumed() async throws {
      stubs.stub(.get("/a"), with: .redirect(to: "/b"))
      stubs.stub(.get("/b"), with: .text("here"))
      let task = try start()
      let follow = try #require(await delegate.redirects.next(within: .patience))
      suspend(task)
      follow()
      expectEqual(stubs.requestCount, 1)
      resume(task)
      expectEqual(await words(2), ["here", "finished"])
      expectEqual(stubs.requests.map(\.url.path), ["/a", "/b"])
    }

    @Test func suspendingAtAnyMomentLosesNothing() async throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(
        .get("/a"), with: .stream((0..<20).map { StubChunk("\($0) ", after: .microseconds($0 * 3)) }))
      let url = try #require(URL(string: "https://h.invalid/a"))
      let whole = (0..<20).map { "\($0) " }.joined()
      for turn in 0..<100 {
        let got = Captured<String>()
        let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
        let task = session.dataTask(with: url) { data, _, error in
          got.set(data.map { String(decoding: $0, as: UTF8.self) } ?? "\(String(describing: error))")
        }
        task.resume()
        for _ in 0..<(turn % 20) { await Task.yield() }
        task.suspend()
        if turn % 2 == 0 { settle(task) }
        task.resume()
        expectEqual(await got.next(within: .patience), whole)
        session.finishTasksAndInvalidate()
      }
      expectEqual(stubs.requestCount, 100)
      expectEqual(stubs.cancelCount, 0)
    }
  }
#endif
