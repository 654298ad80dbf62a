import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

#if os(macOS) || os(Linux) || os(Windows)
  /// A sample of the public cases over real sockets; the clock of the session is virtual.
  @Suite struct PublicCasesOverSocketsTests {
    /// Cases whose requests and responses no library on the way changes.
    private static let prefixes = [
      "freshness-", "ccreq-", "pragma-", "conditional-etag", "304-", "invalidate-",
    ]

    private static func isSuitable(_ test: PublicCase) -> Bool {
      !PublicCase.notApplicable.contains(test.id) && test.kind == .required
        && prefixes.contains { test.id.hasPrefix($0) }
        && test.steps.allSatisfy { step in
          !step.isTrue("disconnect") && !step.has("interim_responses") && !step.has("response_pause")
            && !step.fields("response_headers").contains { $0.name.lowercased() == "content-length" }
        }
    }

    private static func perform(_ test: PublicCase, over transport: any Transport) async throws
      -> PublicCaseRun
    {
      var run = PublicCaseRun(test)
      let publicServer = run.server
      let timer = TestScheduler(startDate: Date(timeIntervalSince1970: 1_763_769_600))
      let server = MockServer()
      server.stub(.everything) {
        PublicCasesOverSessionTests.stub(for: $0, by: publicServer, at: timer.date)
      }
      try server.start()
      defer { server.stop() }
      let monitor = InterimMonitor()
      let session = PublicCasesOverSessionTests.session(over: transport, timer: timer, monitor: monitor)
      for index in test.steps.indices {
        let (request, mode) = try run.request(for: index)
        var address = server.baseURL.absoluteString + request.url.path()
        if let query = request.url.query() { address += "?\(query)" }
        let description = PublicCasesOverSessionTests.description(
          request, mode, url: try address.asURL())
        let response = await session.request(description).response(.optionalData)
        run.receive(PublicCasesOverSessionTests.response(response, monitor.take()))
        timer.advance(by: .seconds(run.pause(after: index)))
      }
      return run
    }

    @Test func aSampleOfTheRequiredCasesPasses() async throws {
      let transport = PlatformTransport.standard()
      var failures: [String] = []
      let tests = try PublicCase.ofThePackage().filter(Self.isSuitable)
      for test in tests {
        let (result, reason) = try await Self.perform(test, over: transport).verdict
        if result != .pass { failures.append("\(test.id): \(result.rawValue) \(reason ?? "")") }
      }
      expectEqual(failures, [])
      #expect(tests.count > 10)
    }
  }
#endif
