import Foundation
import Net

/// Requests that differ in one part of their URL, or in nothing: a list that is followed by a request for each element.
struct RepeatedRequests {
  private struct Key: Hashable {
    var method: String
    /// The host, the path and the query, with `{id}` for the part that differs.
    var template: String
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
    var groups: [Key: [(request: Trace.TracedRequest, value: String?)]] = [:]
    for request in requests {
      let target = TraceText.plain(TraceText.target(request.url))
      groups[Key(method: request.method, template: target), default: []].append((request, nil))
      for (template, value) in variants(of: target) {
        groups[Key(method: request.method, template: template), default: []].append((request, value))
      }
    }
    let repeated = groups.filter { _, members in isRepetition(members.map(\.value)) }
    // The shorter template is the more specific one if the same requests have two.
    let largest = repeated.max { left, right in
      (left.value.count, right.key.template) < (right.value.count, left.key.template)
    }
    guard let (key, members) = largest else { return nil }
    let requests = members.map(\.request)
    return RepeatedRequests(
      template: key.template, requests: requests,
      likeness: members.allSatisfy { $0.value == nil } ? likeness(of: requests) : .different)
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

  /// The target with each segment of the path, and each value of the query, replaced by `{id}`, and that part.
  private static func variants(of target: String) -> [(template: String, value: String)] {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let segments = parts[0].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let query = parts.count > 1 ? "?" + parts[1] : ""
    var variants: [(String, String)] = []
    for index in segments.indices.dropFirst() where !segments[index].isEmpty {
      var changed = segments
      changed[index] = "{id}"
      variants.append((changed.joined(separator: "/") + query, segments[index]))
    }
    let pairs = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
    for index in pairs.indices {
      guard let sign = pairs[index].firstIndex(of: "=") else { continue }
      var changed = pairs
      changed[index] = pairs[index][...sign] + "{id}"
      variants.append(("\(parts[0])?\(changed.joined(separator: "&"))", pairs[index]))
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
    // At the same time, an end comes before a start.
    let changes = spans.flatMap { [($0.0, 1), ($0.1, -1)] }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    var open = 0
    var most = 0
    for (_, change) in changes {
      open += change
      most = max(most, open)
    }
    return most <= 1 ? .sequential : .concurrent(most)
  }
}
