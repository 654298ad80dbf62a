import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that take time, as a delegate and as a completion handler receive them.
@Suite(.netTesting) struct StubURLProtocolPacingTests {
  /// Records the callbacks of a session's delegate as text.
  private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
    let words = Captured<String>()

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      words.set("head \((response as? HTTPURLResponse)?.statusCode ?? 0)")
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      words.set("body \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let fault = (error as? ServerFault).map { "\($0)" }
      words.set(error.map { "failed \(fault ?? "\(($0 as NSError).code)")" } ?? "finished")
    }
  }

  private let timer = NotedTimer()
  private let delegate = Delegate()
  private let url = URL(string: "https://h.invalid/a")

  private func stubs(_ response: StubResponse) -> URLStubs {
    let stubs = URLStubs(timer: timer, afterEach: .test)
    stubs.stub(.get("/a"), with: response)
    return stubs
  }

  private func start(_ stubs: URLStubs) throws -> URLSessionDataTask {
    let session = URLSession(
      configuration: StubURLProtocol.configuration(stubs), delegate: delegate, delegateQueue: nil)
    let task = session.dataTask(with: try #require(url))
    task.resume()
    session.finishTasksAndInvalidate()
    return task
  }

  /// Waits for the next callbacks on the delegate's queue, and returns them.
  private func words(_ count: Int) async -> [String] {
    var words: [String] = []
    for _ in 0..<count { words.append(await delegate.words.next(within: .patience) ?? "nothing") }
    return words
  }

  @Test func aDelegateReceivesEachChunkAtItsTime() async throws {
    _ = try start(stubs(.stream(["one", "two", "three"], every: .seconds(1))))
    expectEqual(await words(2), ["head 200", "body one"])
    await timer.delays.next()
    timer.base.advance(by: .milliseconds(900))
    expectEqual(delegate.words.count, 2)
    timer.base.advance(by: .milliseconds(100))
    expectEqual(await words(1), ["body two"])
    timer.base.advance(by: .seconds(1))
    expectEqual(await words(2), ["body three", "finished"])
  }

  @Test func aTimeJumpDeliversAllDueChunks() async throws {
    _ = try start(stubs(.stream(["one", "two", "three"], every: .seconds(1))))
    await timer.delays.next()
    timer.base.advance(by: .seconds(2))
    expectEqual(await words(5), ["head 200", "body one", "body two", "body three", "finished"])
  }

  @Test func aThrottledBodyArrivesAtItsRate() async throws {
    _ = try start(stubs(.text("abcdefghijklmnopqrst").throttle(bytesPerSecond: 100)))
    await timer.delays.next()
    timer.base.advance(by: .milliseconds(100))
    expectEqual(await words(2), ["head 200", "body abcdefghij"])
    timer.base.advance(by: .milliseconds(100))
    expectEqual(await words(2), ["body klmnopqrst", "finished"])
  }

  @Test func aCompletionHandlerReceivesTheWholeBodyAtTheEnd() async throws {
    let stubs = stubs(.stream(["one", "two", "three"], every: .seconds(1)))
    let got = Captured<String>()
    // The session has a delegate, but it is not called, because the task has its own handler.
    let session = URLSession(
      configuration: StubURLProtocol.configuration(stubs), delegate: delegate, delegateQueue: nil)
    session.dataTask(with: try #require(url)) { data, _, _ in
      got.set(data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing")
    }.resume()
    session.finishTasksAndInvalidate()
    await timer.delays.next()
    timer.base.advance(by: .milliseconds(1900))
    expectEqual(got.count, 0)
    timer.base.advance(by: .milliseconds(100))
    expectEqual(await got.next(within: .patience), "onetwothree")
  }

  @Test func bytesBeforeAFaultAreDelivered() async throws {
    _ = try start(stubs(.text("hello").fault(.reset(after: .bodyBytes(2)))))
    expectEqual(await words(3), ["head 200", "body he", "failed \(ServerFault.reset(after: .bodyBytes(2)))"])
  }

  @Test func aStallFailsWithTheFault() async throws {
    _ = try start(stubs(.text("hello").fault(.stall(after: .bodyBytes(2)))))
    expectEqual(await words(3), ["head 200", "body he", "failed \(ServerFault.stall(after: .bodyBytes(2)))"])
  }

  @Test func cancellingBetweenChunksEndsTheTask() async throws {
    let stubs = stubs(.stream(["one", "two"], every: .seconds(1)))
    let task = try start(stubs)
    expectEqual(await words(2), ["head 200", "body one"])
    await timer.delays.next()
    task.cancel()
    expectEqual(await words(1), ["failed \(URLError.Code.cancelled.rawValue)"])
    expectEqual(stubs.cancelCount, 1)
    expectEqual(timer.base.pendingCount, 0)
    timer.base.advance(by: .seconds(2))
    expectEqual(delegate.words.count, 3)
  }

  @Test func cancellingAtAnyMomentEndsTheTask() async throws {
    let stubs = URLStubs(afterEach: .test)
    stubs.stub(
      .get("/a"),
      with: .stream((1...20).map { StubChunk("\($0) ", after: .microseconds($0 * 3)) }))
    for turn in 0..<200 {
      let ended = Captured<Bool>()
      let session = URLSession(
        configuration: StubURLProtocol.configuration(stubs), delegate: End(ended), delegateQueue: nil)
      let task = session.dataTask(with: try #require(url))
      task.resume()
      for _ in 0..<(turn % 20) { await Task.yield() }
      task.cancel()
      expectEqual(await ended.next(within: .patience), true)
      session.finishTasksAndInvalidate()
    }
  }

  #if !canImport(Darwin)
    /// Foundation on Linux cancels in this order: it stops the loading, and then reports a failure to the client.
    @Test func aCancellationAfterTheEndIsNotReported() throws {
      let stubs = URLStubs(afterEach: .test)
      stubs.stub(.get("/a"), with: .text("whole"))
      let loading = try loading(of: stubs)
      loading.startLoading()
      loading.stopLoading()
      expectNil(loading.client)
    }
  #endif

  @Test func aCancellationBeforeTheEndIsReported() throws {
    let stubs = URLStubs(afterEach: .test)
    stubs.stub(.get("/a"), with: .text("late").delay(.seconds(60)))
    let loading = try loading(of: stubs)
    loading.startLoading()
    loading.stopLoading()
    expectNotNil(loading.client)
  }

  private func loading(of stubs: URLStubs) throws -> URLProtocol {
    let type = try #require(StubURLProtocol.configuration(stubs).protocolClasses?.first as? URLProtocol.Type)
    return type.init(
      request: URLRequest(url: try #require(url)), cachedResponse: nil, client: IgnoringClient())
  }

  /// A client that ignores what it receives.
  private final class IgnoringClient: NSObject, URLProtocolClient {
    func urlProtocol(
      _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
    ) {}
    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {}
    func urlProtocol(
      _ protocol: URLProtocol, didReceive response: URLResponse,
      cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {}
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {}
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {}
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {}
    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
  }

  private final class End: NSObject, URLSessionDataDelegate, Sendable {
    let ended: Captured<Bool>

    init(_ ended: Captured<Bool>) { self.ended = ended }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      ended.set(true)
    }
  }
}
