import Net

/// The limits of a trace, as a pure value.
struct RequestBudget: Sendable, Hashable {
  var roundTrips: Int?
  var bytes: Int?
  var time: Duration?
  var requests: Int?

  /// The limits: `3 round trips, 200,000 bytes and 12 requests`.
  var words: String {
    let parts = [
      roundTrips.map { Self.count($0, "round trip") }, bytes.map { Self.count($0, "byte") },
      time.map { $0 < .zero ? "\($0)" : TraceText.duration($0) }, requests.map { Self.count($0, "request") },
    ].compactMap(\.self)
    guard let last = parts.last else { return "no limit" }
    return parts.count == 1 ? last : "\(parts.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// The verdict on a trace, with the critical path and repeated requests if it exceeds a limit.
  func verdict(on trace: Trace) -> Verdict {
    let measure = TraceMeasure(trace)
    if let reason = reasonNotToMeasure(trace, measure) { return .neither(got: reason) }
    let breaches = breaches(of: measure)
    guard !breaches.isEmpty else { return .matches(got: measure.words) }
    var lines = [breaches.joined(separator: ", ")]
    if bytes.map({ measure.bytes > $0 }) ?? false { lines += measure.largestBodies }
    lines += measure.criticalPath.lines
    lines += RepeatedRequests.all(in: trace).map(\.words)
    return .differs(got: lines.joined(separator: "\n"))
  }

  private func reasonNotToMeasure(_ trace: Trace, _ measure: TraceMeasure) -> String? {
    if let negative = negativeLimit {
      return "a limit of \(negative), which no trace can stay within: pass zero or more"
    }
    if self == RequestBudget() { return "no limit to compare with: pass roundTrips, bytes, time or requests" }
    if trace.droppedRequests > 0 {
      return """
        a trace without its \(Self.count(trace.droppedRequests, "oldest request")): raise the limits of the recorder
        """
    }
    if trace.requests.isEmpty {
      return "a trace without requests: is its recorder among the monitors of the session?"
    }
    let pending = trace.requests.filter { $0.end == nil || $0.hasOpenWebSocket }
    if let first = pending.first {
      return """
        a trace with \(Self.count(pending.count, "pending request")), the first of which is \
        \(TraceMeasure.name(of: first)): read the trace when all requests have ended
        """
    }
    if roundTrips != nil || time != nil, measure.takesNoTime {
      return """
        a trace in which no time passes, so that neither its time nor its round trips are known: use a NetworkProfile, \
        or delay the responses
        """
    }
    return nil
  }

  /// The first limit that is less than zero.
  private var negativeLimit: String? {
    let counts = [(roundTrips, "round trip"), (bytes, "byte"), (requests, "request")]
    for case (let count?, let noun) in counts where count < 0 { return Self.count(count, noun) }
    return time.flatMap { $0 < .zero ? "\($0)" : nil }
  }

  private func breaches(of measure: TraceMeasure) -> [String] {
    var breaches: [String] = []
    if let requests, measure.requests > requests {
      breaches.append("\(Self.count(measure.requests, "request")) instead of \(requests)")
    }
    if let roundTrips, measure.criticalPath.roundTrips > roundTrips {
      breaches.append("\(Self.count(measure.criticalPath.roundTrips, "round trip")) instead of \(roundTrips)")
    }
    if let bytes, measure.bytes > bytes {
      breaches.append("\(Self.count(measure.bytes, "byte")) instead of \(Self.grouped(bytes))")
    }
    if let time, measure.time > time {
      breaches.append("\(TraceText.duration(measure.time)) instead of \(TraceText.duration(time))")
    }
    return breaches
  }

  /// A number and its noun: `1 request`, `12,000 bytes`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  private static func grouped(_ number: Int) -> String {
    var digits = Array("\(number.magnitude)")
    for index in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: index) }
    return (number < 0 ? "-" : "") + String(digits)
  }
}
