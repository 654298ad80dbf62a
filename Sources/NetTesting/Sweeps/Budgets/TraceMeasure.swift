import Net

/// The figures of a trace that a budget limits.
struct TraceMeasure {
  /// The number of exchanges.
  let requests: Int
  /// The number of body bytes, sent and received.
  let bytes: Int
  /// The time from the first start to the last end.
  let time: Duration
  /// Whether exchanges were sent, and no time passed.
  let takesNoTime: Bool
  let criticalPath: CriticalPath
  /// The requests with the most bytes, a line for each.
  let largestBodies: [String]

  init(_ trace: Trace) {
    let attempts = trace.requests.flatMap(\.attempts)
    requests = attempts.count
    let sized = trace.requests.map { ($0, $0.bodyBytes) }
    bytes = sized.reduce(0) { $0.addingSaturated($1.1) }
    let start = trace.requests.map(\.start).min() ?? .zero
    time = (trace.requests.compactMap(\.end).max() ?? start).subtractingSaturated(start)
    takesNoTime = !attempts.isEmpty && attempts.allSatisfy { ($0.end ?? $0.start) <= $0.start }
    criticalPath = CriticalPath(trace.requests)
    let largest = sized.filter { $0.1 > 0 }.sorted { ($1.1, $0.0.id) < ($0.1, $1.0.id) }.prefix(3)
    largestBodies = largest.map { request, bytes in
      "  \(Self.name(of: request)): \(RequestBudget.count(bytes, "byte"))"
    }
  }

  /// The figures as text.
  var words: String {
    """
    \(RequestBudget.count(criticalPath.roundTrips, "round trip")), \(RequestBudget.count(bytes, "byte")), \
    \(TraceText.duration(time)) and \(RequestBudget.count(requests, "request"))
    """
  }

  /// The number, method, host and path of a request, as in a waterfall.
  static func name(of request: Trace.TracedRequest) -> String {
    "\(request.id) \(TraceText.plain(request.method)) \(TraceText.plain(TraceText.target(request.url)))"
  }
}

extension Trace.TracedRequest {
  /// The number of body bytes of all exchanges, sent and received.
  fileprivate var bodyBytes: Int {
    attempts.flatMap { [$0.request.bodySize ?? 0, $0.response?.bodySize ?? 0] }
      .reduce(0) { $0.addingSaturated(Int(clamping: $1)) }
  }
}
