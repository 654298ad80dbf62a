import Foundation

@testable import Net

/// The run of one case: the requests to make, the responses that came back, and the verdict.
///
/// How a request is performed is up to the caller: it makes a cache, then for each step performs `request(for:)`,
/// advances the clock by `pause(after:)`, and at the end asks for the verdict.
struct PublicCaseRun {
  enum Result: String, Hashable, Sendable {
    case pass, fail
    case notAssessed = "not-assessed"
  }

  let test: PublicCase
  let server: PublicCaseServer
  let identifier: String
  private(set) var responses: [PublicCaseResponse] = []

  init(_ test: PublicCase, identifier: String = UUID().uuidString) {
    self.test = test
    self.identifier = identifier
    server = PublicCaseServer(test, body: identifier)
  }

  /// Returns the request of a step, from 0, and how it uses the cache.
  ///
  /// Over TLS, because `immutable` counts only there.
  func request(for index: Int) throws -> (TransportRequest, CacheMode) {
    let step = test.steps[index]
    var address = "https://origin.example/test/\(identifier)"
    if let name = step.json["filename"].string { address += "/\(name)" }
    if let query = step.json["query_arg"].string { address += "?\(query)" }
    guard let url = URL(string: address) else { throw InvalidRequest.url(address) }
    var headers: HTTPHeaders = [:]
    for field in step.fields("request_headers") {
      headers.add(name: field.name, value: value(of: field, in: step))
    }
    headers.add(name: "Test-ID", value: test.id)
    headers.add(name: "Req-Num", value: String(index + 1))
    let body = step.json["request_body"].string.map { RequestBody.data(Data($0.utf8)) } ?? .none
    let request = TransportRequest(method: step.method, url: url, headers: headers, body: body)
    return (request, step.json["cache"].string == "no-cache" ? .revalidate : .standard)
  }

  private func value(
    of field: (name: String, value: JSONValue, isCompared: Bool), in step: PublicCaseStep
  ) -> String {
    guard let seconds = field.value.int else { return field.value.string ?? "" }
    guard step.isTrue("magic_ims"), field.name.lowercased() == "if-modified-since",
      let now = responses.last?.serverNow
    else { return String(seconds) }
    let date = HTTPDate.text(of: now.addingTimeInterval(Double(seconds)))
    let old = (step.json["rfc850date"].array ?? []).compactMap { $0.string?.lowercased() }
    return old.contains(field.name.lowercased()) ? Self.inOldForm(date) : date
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT` as `Sunday, 06-Nov-94 08:49:37 GMT`.
  private static func inOldForm(_ date: String) -> String {
    let days = ["Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Fri": "Friday"]
    let parts = date.split(separator: " ").map(String.init)
    let short = String(parts[0].dropLast())
    let day = days[short] ?? (short == "Sat" ? "Saturday" : "Sunday")
    return "\(day), \(parts[1])-\(parts[2])-\(parts[3].suffix(2)) \(parts[4]) GMT"
  }

  /// The seconds that the clock advances after a step.
  func pause(after index: Int) -> Int { test.steps[index].isTrue("pause_after") ? 3 : 0 }

  mutating func receive(_ response: PublicCaseResponse) { responses.append(response) }

  /// The result and the first failed check, without regard to the cases on which this one depends.
  var verdict: (result: Result, reason: String?) {
    var failure: PublicCaseFailure?
    for index in responses.indices where failure == nil {
      failure = PublicCaseChecks(step: test.steps[index], number: index + 1, response: responses[index])
        .failure(
          identifier)
    }
    failure = failure ?? failureInRecords
    guard let failure else { return (.pass, nil) }
    let step = test.steps[failure.number - 1]
    let isSetup =
      failure.check == "error"
      ? false : failure.isSetup || step.isSetup || step.setupChecks.contains(failure.check)
    return (isSetup ? .notAssessed : .fail, "request \(failure.number): \(failure.check): \(failure.reason)")
  }

  /// Compares what the server received with what was expected.
  private var failureInRecords: PublicCaseFailure? {
    let records = server.records
    var next = 0
    for (index, step) in test.steps.enumerated() where step.type != "cached" {
      let record = records.indices.contains(next) ? records[next] : nil
      let checks = PublicCaseChecks(step: step, number: index + 1, response: responses[index])
      if let failure = checks.failure(of: record) { return failure }
      next += 1
    }
    return nil
  }
}
