import Foundation
import Net
import NetTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

@Suite struct StubURLProtocolMisuseTests {
  let failures = CollectedFailures()

  private func stubs(line: UInt = #line) -> URLStubs { failures.collect { URLStubs(line: line) } }

  private func error(of stubs: URLStubs, _ path: String = "/a") async throws -> URLError {
    let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
    let url = try #require(URL(string: "https://h.invalid\(path)"))
    return try #require(await #expect(throws: URLError.self) { try await session.data(from: url) })
  }

  @Test func anUnmatchedRequestFailsTheTestAndTheTask() async throws {
    let stubs = stubs(line: 8)
    stubs.stub(.get("/b"), with: .status(200), file: "/t/UserTests.swift", line: 5)
    let error = try await error(of: stubs)
    let report = """
      No stub answers GET https://h.invalid/a
      Nearest of 1:
        GET /b (UserTests.swift:5)
          path: expected /b, got /a
      To answer it: stubs.stub(.get("https://h.invalid/a"), with: .json("{}"))
      """
    expectEqual(failures.messages, [report])
    expectEqual(failures.lines, [8])
    expectEqual(error.code, .unsupportedURL)
    expectEqual(
      error.localizedDescription, "No stub answers GET https://h.invalid/a. See the failure of the test.")
    expectEqual((error.userInfo[NSUnderlyingErrorKey] as? UnmatchedRequest)?.report, report)
  }

  @Test func aRedirectToAnUnmatchedURLFailsTheTest() async throws {
    let stubs = stubs()
    stubs.stub(.get("/a"), with: .redirect(to: "https://elsewhere.invalid/"))
    expectEqual(try await error(of: stubs).code, .unsupportedURL)
    expectEqual(failures.messages.first?.hasPrefix("No stub answers GET https://elsewhere.invalid/"), true)
  }

  @Test func aMissingFixtureFailsTheTestAtTheStub() async throws {
    let stubs = stubs()
    stubs.stub(.get("/a"), with: .fixture("none.json", in: .main), line: 9)
    let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
    let url = try #require(URL(string: "https://h.invalid/a"))
    await #expect(throws: (any Error).self) { try await session.data(from: url) }
    expectEqual(failures.lines, [9])
  }

  @Test func verifyReportsEachUnusedStub() {
    let scope = TestScope()
    let stubs = failures.collect { URLStubs(afterEach: scope) }
    stubs.stub(.get("/a"), with: .status(200), times: 1, line: 1)
    stubs.stub(.get("/b"), with: .status(200), line: 2)
    scope.end()
    expectEqual(failures.lines, [1])
  }

  #if !canImport(Darwin)
    @Test func aDownloadTaskFailsWithTheReason() async throws {
      let stubs = stubs()
      stubs.stub(.everything, with: .text("a"))
      let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
      let url = try #require(URL(string: "https://h.invalid/a"))
      let error = await withCheckedContinuation { continuation in
        session.downloadTask(with: url) { _, _, error in continuation.resume(returning: error) }.resume()
      }
      expectEqual((error as? URLError)?.code, .unsupportedURL)
      expectEqual(failures.messages.first?.contains("download task"), true)
    }
  #endif
}
