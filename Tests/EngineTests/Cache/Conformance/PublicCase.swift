import Foundation
import Net

/// A case of the public suite of HTTP caches (`Fixtures/cache-tests`): a sequence of requests, what the server sends,
/// and what must be observed.
struct PublicCase: Sendable {
  enum Kind: String, Sendable {
    case required, optimal, check
  }

  let id: String
  let kind: Kind
  let dependencies: [String]
  let steps: [PublicCaseStep]

  init?(_ json: JSONValue) {
    guard let id = json["id"].string, let steps = json["requests"].array else { return nil }
    self.id = id
    kind = Kind(rawValue: json["kind"].string ?? "") ?? .required
    dependencies = (json["depends_on"].array ?? []).compactMap(\.string)
    self.steps = steps.map(PublicCaseStep.init)
  }

  /// The cases in the file that the environment variable `CACHE_TEST_CASES` names, or else those of the package.
  static func all() throws -> [PublicCase] {
    guard let named = ProcessInfo.processInfo.environment["CACHE_TEST_CASES"] else {
      return try ofThePackage()
    }
    return try read(URL(filePath: named))
  }

  /// The cases in the fixture.
  static func ofThePackage() throws -> [PublicCase] {
    guard let file = Bundle.module.url(forResource: "Fixtures/cache-tests/cases", withExtension: "json")
    else {
      throw CocoaError(.fileNoSuchFile)
    }
    return try read(file)
  }

  private static func read(_ file: URL) throws -> [PublicCase] {
    let suites = try JSONValue(parsing: Data(contentsOf: file)).array ?? []
    return suites.flatMap { $0["tests"].array ?? [] }.compactMap(PublicCase.init)
  }

  /// Cases for shared caches, which do not apply to a private one.
  static let notApplicable: Set<String> = [
    "freshness-s-maxage-shared", "freshness-max-age-s-maxage-shared-longer",
    "freshness-max-age-s-maxage-shared-longer-reversed", "freshness-max-age-s-maxage-shared-longer-multiple",
    "cc-resp-private-shared", "stale-close-proxy-revalidate", "stale-close-s-maxage=2",
    "freshness-max-age-s-maxage-shared-shorter", "freshness-max-age-s-maxage-shared-shorter-expires",
    "other-authorization-public", "other-authorization-must-revalidate", "other-authorization-smaxage",
  ]
}

/// One request of a case.
struct PublicCaseStep: Sendable {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  func has(_ key: String) -> Bool { json.object?[key] != nil }

  func isTrue(_ key: String) -> Bool { json[key].bool ?? false }

  var method: HTTPMethod { HTTPMethod(rawValue: json["request_method"].string ?? "GET") }
  var status: Int? { json["response_status"][0].int }
  /// `cached`, `not_cached`, `etag_validated` or `lm_validated`.
  var type: String? { json["expected_type"].string }
  var isSetup: Bool { isTrue("setup") }
  /// The checks whose failure means that the case cannot be assessed.
  var setupChecks: [String] { (json["setup_tests"].array ?? []).compactMap(\.string) }

  /// Pairs of a name and a value under a key.
  ///
  /// Those of the response may have a third element: whether the field is
  /// compared with what the client receives.
  func fields(_ key: String) -> [(name: String, value: JSONValue, isCompared: Bool)] {
    (json[key].array ?? []).map { ($0[0].string ?? $0.string ?? "", $0[1], $0[2].bool ?? true) }
  }

  /// The configured value of a field that is written as text.
  func text(_ name: String) -> String? {
    fields("response_headers").first { $0.name.lowercased() == name.lowercased() }?.value.string
  }
}
