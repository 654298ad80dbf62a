import Net

/// The requests that determine the time of a trace: from the one that ended last back to the one that ended last before
/// it started, and so on.
struct CriticalPath {
  /// The requests, in the order of their starts.
  let requests: [Trace.TracedRequest]

  /// Creates the path of the requests that have ended.
  ///
  /// A request of which nothing was sent ends with another one, whose exchange it shares, or takes no time.
  init(_ requests: [Trace.TracedRequest]) {
    let ended = requests.filter { !$0.attempts.isEmpty }.compactMap { request in
      request.end.map { (request, $0) }
    }
    .sorted { ($0.1, $0.0.start, $0.0.id) < ($1.1, $1.0.start, $1.0.id) }
    var path: [Trace.TracedRequest] = []
    for (request, end) in ended.reversed() {
      guard let next = path.last else {
        path.append(request)
        continue
      }
      // Requests without a duration are in the order of their numbers.
      if end <= next.start, (request.start, request.id) < (next.start, next.id) { path.append(request) }
    }
    self.requests = path.reversed()
  }

  /// The number of round trips, one after another.
  var roundTrips: Int { requests.reduce(0) { $0 + $1.roundTrips } }

  /// The path for a message: at most eight requests.
  var lines: [String] {
    guard let first = requests.first, let end = requests.last?.end else { return [] }
    var lines = requests.map { request in
      let time = TraceText.duration((request.end ?? request.start).subtractingSaturated(request.start))
      return """
          \(TraceMeasure.name(of: request)): \(time), \(RequestBudget.count(request.roundTrips, "round trip"))
        """
    }
    if lines.count > 8 {
      lines.replaceSubrange(4..<(lines.count - 3), with: ["  … and \(lines.count - 7) more"])
    }
    return ["Critical path, \(TraceText.duration(end.subtractingSaturated(first.start))):"] + lines
  }
}

extension Trace.TracedRequest {
  /// The round trips of its exchanges and their handshakes.
  fileprivate var roundTrips: Int {
    attempts.reduce(0) { count, attempt in
      let handshakes = attempt.phases.count { phase in
        [.nameLookup, .connect, .secureConnection].contains(phase.kind) && (phase.duration ?? .zero) > .zero
      }
      return count + 1 + handshakes
    }
  }
}
