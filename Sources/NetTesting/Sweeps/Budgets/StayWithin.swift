public import Net

/// Matches a trace whose requests stay within these limits.
///
/// ```swift
/// expect(recorder.trace).to(stayWithin(roundTrips: 3, bytes: 200_000, time: .seconds(2), requests: 12))
/// ```
///
/// A limit that is nil is not checked. The failure message names each limit that is exceeded, the critical path, and
/// requests that repeat: "31 requests to api.example.com/users/{id} one after another". The pairs of a query may be in
/// any order, as for mocks.
///
/// The **critical path** leads from the request that ended last to the request that ended last before it started, and
/// so on to the first one. Requests that are not on it could be slower without any effect. A request of which nothing
/// was sent, because the cache or another request answered it, is not on it.
///
/// Round trips and time are meaningful only if responses take time: use a ``NetworkProfile`` or delays, with
/// a virtual timer. Some traces pass neither `to` nor `toNot`: one in which no time passes, one without
/// requests, one with pending requests, and one whose oldest requests were dropped. The same applies to a
/// limit below zero. An open WebSocket is a pending request.
///
/// - Parameters:
///   - roundTrips: The maximum number of round trips on the critical path: one for each exchange, including redirects
///     and retries, and one for each reported lookup, connection and TLS handshake.
///   - bytes: The maximum number of body bytes, sent and received, of all exchanges. The body of a request counts as a
///     whole, even if it was cut off; messages of WebSockets do not count.
///   - time: The maximum time from the start of the first request to the end of the last one.
///   - requests: The maximum number of exchanges, with redirects and retries. A response of the cache is none.
/// - Returns: A matcher of traces.
public func stayWithin(
  roundTrips: Int? = nil, bytes: Int? = nil, time: Duration? = nil, requests: Int? = nil
) -> Matcher<Trace> {
  let budget = RequestBudget(roundTrips: roundTrips, bytes: bytes, time: time, requests: requests)
  return Matcher("a trace within \(budget.words)") { budget.verdict(on: $0) }
}
