import Foundation
import GitHubFollowers
import Net
import NetTesting
import XCTest

final class FollowersCommandTests: XCTestCase {
  private func run(_ options: Options, log: @escaping @Sendable (String) -> Void = { _ in }) async throws
    -> (output: [String], progress: [String])
  {
    let output = Captured<String>()
    let progress = Captured<String>()
    try await FollowersCommand(options: options, output: output.set, progress: progress.set, log: log).run()
    return (output.values, progress.values)
  }

  private func options(_ server: URL? = nil, verbose: Bool = false) -> Options {
    var options = Options()
    options.server = server
    options.verbose = verbose
    return options
  }

  func testListsAllFollowersOfTheDemo() async throws {
    let demo = try DemoServer(retryAfter: 0)
    defer { demo.stop() }
    let table = try await run(options(demo.baseURL)).output[0].split(separator: "\n")
    XCTAssertEqual(table.count, 65)
    XCTAssertEqual(table[1].split(separator: " ").first, "haruki-berg")
    XCTAssertEqual(table[64].split(separator: " ").first, "dmitri-dahl")
  }

  func testTheLastLineCountsRequestsAndRetries() async throws {
    let demo = try DemoServer(retryAfter: 0)
    defer { demo.stop() }
    let last = try await run(options(demo.baseURL)).output.last ?? ""
    // One request for the user, four for three pages (one of them twice), and 64 for details.
    XCTAssertTrue(last.hasPrefix("64 followers: 69 requests, 1 retry, "), last)
    XCTAssertEqual(demo.server.requests.count, 69)
  }

  func testShowsTheProgress() async throws {
    let demo = try DemoServer(retryAfter: 0)
    defer { demo.stop() }
    let progress = try await run(options(demo.baseURL)).progress
    XCTAssertEqual(progress.count, 64)
    XCTAssertEqual(progress.last, "Octavia Quill: loaded 64 of 64 followers")
  }

  func testVerboseLogsEveryRequest() async throws {
    let demo = try DemoServer(retryAfter: 0)
    defer { demo.stop() }
    let log = Captured<String>()
    _ = try await run(options(demo.baseURL, verbose: true), log: log.set)
    XCTAssertGreaterThanOrEqual(log.values.filter { $0.contains("GET") }.count, 69)
  }

  func testTracePrintsAWaterfallOfEveryRequest() async throws {
    let demo = try DemoServer(retryAfter: 0)
    defer { demo.stop() }
    let log = Captured<String>()
    var options = options(demo.baseURL)
    options.trace = true
    _ = try await run(options, log: log.set)
    let rows = log.value?.split(separator: "\n").filter { $0.contains(" GET 127.0.0.1") } ?? []
    XCTAssertEqual(rows.count, 68)
  }

  func testInspectPrintsTheURLOfThePage() async throws {
    let demo = try DemoServer(retryAfter: 0)
    defer { demo.stop() }
    let log = Captured<String>()
    var options = options(demo.baseURL)
    options.inspect = true
    _ = try await run(options, log: log.set)
    XCTAssertTrue(log.value?.hasPrefix("watch the requests at http://127.0.0.1:") == true, log.value ?? "")
  }

  func testAnUnknownLoginThrowsAReadableError() async throws {
    let demo = try DemoServer(retryAfter: 0)
    defer { demo.stop() }
    var options = options(demo.baseURL)
    options.login = "nobody"
    do {
      _ = try await run(options)
      XCTFail("expected an error")
    } catch let error as NetworkError {
      XCTAssertEqual(error.reason, .validation(.statusCode(404)))
      XCTAssertTrue("\(error)".contains("users/nobody"), "\(error)")
    }
  }

  func testHelpPrintsTheUsage() async throws {
    var options = Options()
    options.help = true
    let output = try await run(options).output
    XCTAssertEqual(output, [Options.usage])
  }
}
