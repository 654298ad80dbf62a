import Foundation
import TestSupport
import Testing

@testable import Net

/// The public cases over the rules alone: no session, no threads, no store but an array.
@Suite struct PublicCasesOverRulesTests {
  static func perform(_ test: PublicCase) throws -> PublicCaseRun {
    var run = PublicCaseRun(test)
    let server = run.server
    var cache = NaiveCache(now: CacheScene.start)
    for index in test.steps.indices {
      let (request, mode) = try run.request(for: index)
      let result = cache.perform(request, mode: mode) { request, now in
        now += Double(server.pause(for: request))
        let answer = server.answer(request, now: now)
        guard !answer.disconnects else { return nil }
        return NaiveCache.Received(interim: answer.interim, head: answer.head, body: answer.body)
      }
      run.receive(
        result.map { PublicCaseResponse(interim: $0.interim, head: $0.head, body: $0.body) } ?? .failed)
      cache.now += Double(run.pause(after: index))
    }
    return run
  }

  static func report(of tests: [PublicCase]) throws -> PublicCaseReport {
    var report = PublicCaseReport()
    for test in tests where !PublicCase.notApplicable.contains(test.id) {
      report.add(try perform(test))
    }
    return report
  }

  @Test func requiredCasesPassAndOptimalOnesFailForAReason() throws {
    let report = try Self.report(of: PublicCase.all())
    #expect(report.lines.count > 50)
    expectEqual(report.unmet(.required), [])
    let failures = report.unmet(.optimal).filter { line in
      !ConformancePage.reasons.keys.contains { line.hasPrefix("\($0) ") }
    }
    expectEqual(failures, [])
  }

  /// With `CACHE_CONFORMANCE_WRITE` in the environment it writes the page.
  @Test func thePageShowsTheResults() throws {
    let tests = try PublicCase.ofThePackage()
    expectEqual(tests.count, 266)
    let text = ConformancePage.text(of: try Self.report(of: tests), tests: tests)
    if ProcessInfo.processInfo.environment["CACHE_CONFORMANCE_WRITE"] != nil {
      try Data(text.utf8).write(to: ConformancePage.file)
    }
    let page = try String(contentsOf: ConformancePage.file, encoding: .utf8)
    let changes = text.split(separator: "\n").filter { !page.contains($0) }
    expectEqual(changes, [])
    expectEqual(page, text)
  }

  @Test func everyCaseThatDoesNotPassHasAReason() throws {
    let report = try Self.report(of: PublicCase.ofThePackage())
    let others = report.lines.filter { report.result(of: $0) != .pass }.map(\.test.id)
    expectEqual(others.filter { ConformancePage.reasons[$0] == nil }, [])
    expectEqual(ConformancePage.reasons.keys.filter { !others.contains($0) }, [])
  }
}
