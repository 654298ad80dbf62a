import Foundation

/// `Documentation/CacheConformance.md`, made from the results, so that it cannot be out of date.
enum ConformancePage {
  /// Why a case has another result than `pass`.
  static let reasons: [String: String] = [
    "vary-normalise-lang-select": "needs to know which of the languages the server prefers",
    "conditional-lm-fresh-no-lm":
      "without `Last-Modified` the response is as new as its `Date` (section 4.3.2)",
    "partial-store-partial-complete": "a stored part is not completed by a request of the cache's own",
    "freshness-max-age-two-stale-fresh-sameline": "the first `max-age` counts (section 4.2.1)",
    "freshness-max-age-two-stale-fresh-sepline": "the first `max-age` counts (section 4.2.1)",
    "freshness-max-age-decimal-five": "with an invalid `max-age` a response is stale (section 4.2.1)",
    "freshness-max-age-a100": "with an invalid `max-age` a response is stale (section 4.2.1)",
    "freshness-max-age-100a": "with an invalid `max-age` a response is stale (section 4.2.1)",
    "age-parse-parameter": "an `Age` that is not only digits is ignored",
    "stale-503": "a stale response stands in for a failure only with `stale-if-error` (RFC 5861)",
    "stale-warning-stored": "a stale response stands in for a failure only with `stale-if-error` (RFC 5861)",
    "heuristic-delta-5": "a tenth of 5 seconds has passed when the request comes",
    "heuristic-delta-10": "a tenth of 10 seconds has passed when the request comes",
    "heuristic-delta-30": "a tenth of 30 seconds has passed when the request comes",
    "conditional-etag-quoted-respond-unquoted": "tags are compared as they are written",
    "conditional-etag-unquoted-respond-quoted": "tags are compared as they are written",
    "conditional-etag-strong-generate-unquoted": "tags are sent as they were received",
    "conditional-etag-forward-unquoted": "tags are sent as the client wrote them",
    "304-etag-update-response-ETag": "a 304 with another strong tag confirms nothing (section 4.3.4)",
    "head-200-retain": "a response to `HEAD` reaches the client as it was sent",
    "head-410-update": "only a 200 to `HEAD` changes what is stored (section 4.3.5)",
    "other-age-delay": "a response from the network gets no `Age`",
  ]

  /// The page next to the sources.
  static var file: URL {
    URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../../../Documentation/CacheConformance.md").standardizedFileURL
  }

  static func text(of report: PublicCaseReport, tests: [PublicCase]) -> String {
    let lines = Dictionary(uniqueKeysWithValues: report.lines.map { ($0.test.id, $0) })
    let rows = tests.map { test -> String in
      guard let line = lines[test.id] else {
        return "| `\(test.id)` | \(test.kind) | does not apply | for shared caches only |"
      }
      let result = word(report.result(of: line), test.kind)
      let reason = reasons[test.id] ?? ""
      return "| `\(test.id)` | \(test.kind) | \(result) |\(reason.isEmpty ? "" : " \(reason)") |"
    }
    func count(_ kind: PublicCase.Kind, _ result: PublicCaseRun.Result? = nil) -> Int {
      report.lines.filter { $0.test.kind == kind && (result == nil || report.result(of: $0) == result) }.count
    }
    return """
      # Conformance of the cache

      The package has \(tests.count) cases of the public suite
      [http-tests/cache-tests](https://github.com/http-tests/cache-tests) (BSD 3-Clause, see the
      [notice](../Tests/EngineTests/Fixtures/cache-tests/NOTICE.md)). `swift test` runs them, and fails if this page is not
      what they show. To run others, name a file of the same format in the environment variable `CACHE_TEST_CASES`.

      - Required: \(count(.required, .pass)) of \(count(.required)) pass, even if the cases on which they depend are not
        counted.
      - Optimal: \(count(.optimal, .pass)) of \(count(.optimal)) pass. Each of the others has its reason below.
      - Checks report behavior that the specification leaves open: \(count(.check, .pass)) of \(count(.check)) report yes.

      Sections are those of RFC 9111. [Another page](CacheRequirements.md) lists the requirements of the RFCs on a private
      cache.

      | Case | Kind | Result | Reason |
      |---|---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }

  private static func word(_ result: PublicCaseRun.Result, _ kind: PublicCase.Kind) -> String {
    switch (result, kind) {
    case (.pass, .check): "yes"
    case (.fail, .check): "no"
    case (.pass, _): "pass"
    case (.fail, _): "fail"
    case (.notAssessed, _): "not assessed"
    }
  }
}
