import Foundation
import Net

/// Requests that differ in one part of their URL, or in nothing: a list that is followed by a request for each element.
///
/// URLs are compared as mocks and cassettes compare them: the pairs of a query in any order, percent-decoded.
struct RepeatedRequests {
  private struct Key: Hashable {
    var method: String
    /// The host and the path, with `{id}` for a segment that differs.
    var path: String
    /// The pairs of the query in one order for all requests, without the pair that differs.
    var query: [ComparedBody.Pair]
    /// The name of the pair that differs.
    var differing: [UInt8]?
  }

  /// One way to see a request as one of several that differ in one part.
  private struct Variant {
    var key: Key
    /// The host, the path and the query, with `{id}` for the part that differs.
    var template: String
    /// The part that differs; nil for none.
    var value: String?
  }

  private let template: String
  private let requests: [Trace.TracedRequest]
  private let likeness: Likeness

  /// Whether the requests are equal.
  private enum Likeness: Hashable {
    case equal
    case different
    /// The trace does not have all of them: it has no bodies, or hides a part.
    case unknown
  }

  /// Returns the repetitions in a trace, the most frequent first, each request once.
  ///
  /// Three requests are a repetition if the part that differs contains digits or is a value of the query, or if nothing
  /// differs; otherwise it takes five.
  static func all(in trace: Trace) -> [RepeatedRequests] {
    var rest = trace.requests.filter { !$0.attempts.isEmpty }
    var found: [RepeatedRequests] = []
    while let next = largest(of: rest) {
      found.append(next)
      let ids = Set(next.requests.map(\.id))
      rest.removeAll { ids.contains($0.id) }
    }
    return found
  }

  private static func largest(of requests: [Trace.TracedRequest]) -> RepeatedRequests? {
    var groups: [Key: [(request: Trace.TracedRequest, variant: Variant)]] = [:]
    for request in requests {
      for variant in variants(of: request) {
        groups[variant.key, default: []].append((request, variant))
      }
    }
    let repeated = groups.values.filter { members in isRepetition(members.map(\.variant.value)) }
    // The shorter template is the more specific one if the same requests have two.
    let largest = repeated.max { left, right in
      (left.count, right[0].variant.template) < (right.count, left[0].variant.template)
    }
    guard let members = largest else { return nil }
    let requests = members.map(\.request)
    return RepeatedRequests(
      template: members[0].variant.template, requests: requests,
      likeness: members.allSatisfy { $0.variant.value == nil } ? likeness(of: requests) : .different)
  }

  /// Compares requests to the same URL by what selects a response: the body, and the range.
  private static func likeness(of requests: [Trace.TracedRequest]) -> Likeness {
    let sent = requests.compactMap { $0.attempts.first?.request }
    let bodies = sent.map(body)
    if Set(bodies.compactMap(\.self)).count > 1 || Set(sent.map { $0.header("Range") }).count > 1 {
      return .different
    }
    return bodies.contains(nil) || requests.contains { Redaction.hasPlaceholder($0.url) } ? .unknown : .equal
  }

  /// The body; nil if the trace does not have all of it.
  private static func body(of message: Trace.RequestMessage) -> ComparedBody? {
    if message.bodySize == 0 { return ComparedBody(Data()) }
    guard let body = message.body, !body.isCut,
      !Redaction.hasPlaceholder(String(decoding: body.data, as: UTF8.self))
    else {
      return nil
    }
    return ComparedBody(body.data, type: message.header("Content-Type"))
  }

  private static func isRepetition(_ values: [String?]) -> Bool {
    let distinct = Set(values.compactMap(\.self))
    if distinct.isEmpty { return values.count >= 3 }
    let areIdentifiers = distinct.allSatisfy { $0.contains("=") || $0.contains(where: \.isNumber) }
    return distinct.count >= (areIdentifiers ? 3 : 5)
  }

  /// The request as it is, and with each segment of the path, and each value of the query, replaced by `{id}`.
  private static func variants(of request: Trace.TracedRequest) -> [Variant] {
    let target = TraceText.plain(TraceText.target(request.url))
    let (path, query) = target[...].cut(at: "?")
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let texts = (query ?? "").split(separator: "&").map(String.init)
    let pairs = texts.map { ComparedBody.Pair($0[...]) }
    let key = Key(
      method: request.method, path: String(path), query: pairs.sorted { $0.precedes($1) }, differing: nil)
    var variants = [Variant(key: key, template: target, value: nil)]
    for index in segments.indices.dropFirst() where !segments[index].isEmpty {
      var changed = segments
      changed[index] = "{id}"
      let path = changed.joined(separator: "/")
      var variant = key
      variant.path = path
      variants.append(
        Variant(key: variant, template: path + (query.map { "?\($0)" } ?? ""), value: segments[index]))
    }
    for index in texts.indices {
      guard let sign = texts[index].firstIndex(of: "=") else { continue }
      var (changed, others, variant) = (texts, pairs, key)
      changed[index] = texts[index][...sign] + "{id}"
      others.remove(at: index)
      variant.query = others.sorted { $0.precedes($1) }
      variant.differing = pairs[index].name
      variants.append(
        Variant(key: variant, template: "\(path)?\(changed.joined(separator: "&"))", value: texts[index]))
    }
    return variants
  }

  /// The repetition and what to do about it.
  var words: String {
    let order = order
    let equal = likeness == .equal ? "equal " : ""
    let what = "\(requests.count) \(equal)requests to \(template) \(order.words)"
    switch likeness {
    case .equal: return "\(what): keep the first response, or share the request."
    case .different where order == .sequential:
      return "\(what): send them at once, or ask the service for all of them in one request."
    case .different: return "\(what)."
    case .unknown:
      return
        "\(what). The trace does not show whether they are equal; if so, keep the first response, or share the request."
    }
  }

  private enum Order: Hashable {
    case sequential
    case concurrent(Int)
    case timeless

    var words: String {
      switch self {
      case .sequential: "one after another"
      case .concurrent(let count): "at most \(count) at once"
      case .timeless: "in no time, so it is unknown whether they wait for one another"
      }
    }
  }

  private var order: Order {
    let spans = requests.map { ($0.start, $0.end ?? $0.start) }
    if spans.allSatisfy({ $0.0 == $0.1 }) { return .timeless }
    // At equal times, ends come first, then requests without a duration, then starts.
    let changes = spans.flatMap { start, end in start < end ? [(start, 2, 1), (end, 0, -1)] : [(start, 1, 0)]
    }
    .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    var open = 0
    var most = 0
    for (_, _, change) in changes {
      open += change
      most = max(most, change == 0 ? open + 1 : open)
    }
    return most <= 1 ? .sequential : .concurrent(most)
  }
}
