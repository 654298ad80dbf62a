import Foundation
import Net
import Testing

@testable import NetTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

@Suite struct StubURLProtocolConcurrencyTests {
  @Test func concurrentSessionsDoNotShareStubs() async throws {
    let url = try #require(URL(string: "https://h.invalid/same"))
    let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<200 {
        group.addTask {
          let stubs = URLStubs()
          stubs.stub(.get("/same"), with: .text("answer \(number)"))
          let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
          let text = try await withCheckedThrowingContinuation { continuation in
            session.dataTask(with: url) { data, _, error in
              continuation.resume(
                with: data.map { .success(String(decoding: $0, as: UTF8.self)) }
                  ?? .failure(error ?? URLError(.unknown)))
            }.resume()
          }
          session.finishTasksAndInvalidate()
          return (number, stubs.requestCount == 1 ? text : "asked \(stubs.requestCount) times")
        }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    expectEqual(texts.count, 200)
    for (number, text) in texts { expectEqual(text, "answer \(number)") }
  }

  @Test func aRequestThatIsStoppedWhileItStartsIsNotOpen() throws {
    let stubs = URLStubs()
    stubs.stub(.everything, with: .text("text"), times: .optionally(1))
    let url = try #require(URL(string: "https://h.invalid/a"))
    let client = StubURLProtocol(request: URLRequest(url: url), cachedResponse: nil, client: nil)
    let loading = StubLoading(StubClient(client), stubs: stubs)
    // Another thread stops it before it has been noted as open.
    loading.stop()
    loading.start(RecordedRequest(method: .get, url: url))
    expectTrue(stubs.ledger.openNames.isEmpty)
    expectTrue(stubs.requests.isEmpty)
  }

  @Test func aRequestThatIsSuspendedBeforeItStartsIsSentWhenItIsResumed() throws {
    let stubs = URLStubs(timer: TestScheduler())
    stubs.stub(.everything, with: .text("text").delay(.seconds(60)))
    let url = try #require(URL(string: "https://h.invalid/a"))
    let client = StubURLProtocol(request: URLRequest(url: url), cachedResponse: nil, client: nil)
    let loading = StubLoading(StubClient(client), stubs: stubs)
    loading.pause()
    loading.start(RecordedRequest(method: .get, url: url))
    expectTrue(stubs.requests.isEmpty)
    loading.proceed()
    expectEqual(stubs.requestCount, 1)
    loading.stop()
    expectTrue(stubs.ledger.openNames.isEmpty)
  }
}
