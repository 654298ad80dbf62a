import Foundation
import Net

/// Reports a request that no stub answers: the request, the nearest stubs, and the code that would stub it.
///
/// Secrets of the request are hidden by the redaction of its session, and those that a matcher expects by
/// `Redaction.standard`. If hidden values differ, the report says so.
package struct NearMissReport {
  /// A stub without its responses.
  package struct Candidate {
    var matcher: RequestMatcher
    var place: SourcePlace?
    var used: Int
    var limit: Int?
    var hasAnswers = true

    /// Creates a candidate that is in a file, not at a line of a test, and can be used once.
    init(_ matcher: RequestMatcher, isUsed: Bool) {
      self.matcher = matcher
      used = isUsed ? 1 : 0
      limit = 1
    }

    package init(_ stub: Stub) {
      matcher = stub.matcher
      place = stub.place
      used = stub.used
      hasAnswers = !stub.answers.isEmpty
      limit = stub.count.limit
    }
  }

  private let stubs: [Candidate]
  private let noun: (one: String, many: String)
  private let omitsOrigin: Bool
  private let suggestion: @Sendable (_ matcher: String, _ response: String) -> String

  /// - Parameters:
  ///   - stubs: The candidates, oldest first.
  ///   - noun: The word for a candidate, such as "stub".
  ///   - omitsOrigin: Whether the suggested matcher is for any host.
  ///   - suggestion: Returns the code to write, given the matcher of the request and a response to it.
  package init(
    stubs: [Candidate], noun: (one: String, many: String) = ("stub", "stubs"), omitsOrigin: Bool = false,
    suggestion: @escaping @Sendable (_ matcher: String, _ response: String) -> String
  ) {
    self.stubs = stubs
    self.noun = noun
    self.omitsOrigin = omitsOrigin
    self.suggestion = suggestion
  }

  /// The report, on several lines.
  package func text(for request: RecordedRequest) -> String {
    var lines = ["No \(noun.one) answers \(excerpt(of: "\(request)", limit: 2_000))"]
    let nearest = nearest(to: request)
    lines.append(stubs.isEmpty ? "There are no \(noun.many)." : "Nearest of \(stubs.count):")
    for stub in nearest {
      let place = stub.candidate.place.map { " (\($0))" } ?? ""
      lines.append("  \(excerpt(of: "\(stub.candidate.matcher)", limit: 500))" + place)
      lines += reasons(why: stub, doesNotAnswer: request).map { "    \($0)" }
    }
    let matcher = SuggestedMatcher(request, omitsOrigin: omitsOrigin)
    lines.append("To answer it: " + suggestion(matcher.description, Self.response(to: request)))
    return lines.joined(separator: "\n")
  }

  /// A candidate, compared with a request once, because a body may be large.
  private struct Compared {
    let candidate: Candidate
    let isMatch: Bool
    /// The parts that do not match.
    let misses: [RequestMatcher.Criterion]
    let nearness: Double

    init(_ candidate: Candidate, with request: RecordedRequest) {
      let matcher = candidate.matcher
      self.candidate = candidate
      isMatch = matcher.matches(request)
      misses = isMatch ? [] : matcher.criteria.filter { !$0.matches(request) }
      nearness =
        isMatch || matcher.criteria.isEmpty ? 1 : NearMissReport.nearness(of: misses, matcher, to: request)
    }
  }

  private func nearest(to request: RecordedRequest) -> ArraySlice<Compared> {
    let compared = stubs.map { Compared($0, with: request) }
    let sorted = compared.enumerated().sorted { left, right in
      let (mine, others) = (left.element.nearness, right.element.nearness)
      return mine == others ? left.offset > right.offset : mine > others
    }
    return sorted.map(\.element).prefix(3)
  }

  private func reasons(why compared: Compared, doesNotAnswer request: RecordedRequest) -> [String] {
    let stub = compared.candidate
    if compared.isMatch {
      guard stub.hasAnswers else { return ["it has no responses"] }
      if stub.limit == 0 { return ["it must not be requested"] }
      if let limit = stub.limit, stub.used >= limit { return ["already used \(stub.used) of \(limit)"] }
      // Without one, another thread has added or released a stub in the meantime.
      let isForbidden = stubs.contains { $0.hasAnswers && $0.limit == 0 && $0.matcher.matches(request) }
      return [isForbidden ? "a newer \(noun.one) says that it must not be requested" : "it matches now"]
    }
    if let misuse = stub.matcher.misuse { return [misuse.description] }
    let misses = compared.misses.flatMap { criterion in
      criterion.differences?(request)
        ?? [Self.line(criterion, request)]
    }
    return misses.isEmpty ? ["it does not match"] : misses
  }

  private static func line(_ criterion: RequestMatcher.Criterion, _ request: RecordedRequest) -> String {
    let (expected, actual) = (criterion.expected, criterion.actual(request))
    var hidden = criterion.hidden?(request) ?? []
    if hidden.isEmpty, actual.hasCodePoints(of: expected) {
      let isHidden = expected.contains(Redaction.placeholder)
      hidden = [
        isHidden ? "the values differ only in hidden parts" : "these texts do not show the difference"
      ]
    }
    let texts = DifferingTexts(expected: expected, actual: actual, limit: 500)
    return (["\(criterion.part): expected \(texts.expected), got \(texts.actual)"] + hidden).joined(
      separator: "; ")
  }

  /// How closely a request matches, from 0 to 1: the mean over its parts.
  ///
  /// A part that does not match counts by the common beginning and end of its expected and actual text. It
  /// counts half if a pattern or a closure is expected.
  ///
  /// A matcher for any method matches that of the request, like one that names it.
  private static func nearness(
    of misses: [RequestMatcher.Criterion], _ matcher: RequestMatcher, to request: RecordedRequest
  ) -> Double {
    var parts = misses.map { criterion in
      0.9 * (criterion.isPattern ? 0.5 : likeness(criterion.expected, criterion.actual(request)))
    }
    parts += Array(repeating: 1, count: matcher.criteria.count - misses.count)
    if !matcher.criteria.contains(where: { $0.part == "method" }) { parts.append(1) }
    return parts.reduce(0, +) / Double(parts.count) * 0.99
  }

  private static func likeness(_ left: String, _ right: String) -> Double {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    let longer = max(left.count, right.count)
    let shorter = min(left.count, right.count)
    guard longer > 0 else { return 1 }
    let start = zip(left, right).prefix { $0 == $1 }.count
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    return Double(min(start + end, shorter)) / Double(longer)
  }

  private static func response(to request: RecordedRequest) -> String {
    request.asksForWebSocket ? ".script { peer in … }" : ".json(\"{}\")"
  }
}
