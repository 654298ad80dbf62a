import Foundation
import Net

extension Trace {
  /// A trace with these requests.
  static func of(_ requests: [TracedRequest]) -> Trace {
    Trace(
      start: Date(timeIntervalSince1970: 1_700_000_000), duration: .seconds(60),
      requests: requests.enumerated().map { index, request in
        var request = request
        request.id = index + 1
        return request
      })
  }
}

extension Trace.TracedRequest {
  /// A request with one exchange, in milliseconds; without an end it is pending.
  static func get(
    _ target: String, from start: Int, to end: Int?, sent: Int64 = 0, received: Int64 = 0,
    handshakes: [Trace.Phase.Kind] = [], method: String = "GET"
  ) -> Self {
    let url = "https://api.example.com\(target)"
    let span = (Duration.milliseconds(start), end.map { Duration.milliseconds($0) })
    var attempt = Trace.Attempt(
      number: 1, start: span.0, end: span.1,
      request: Trace.RequestMessage(method: method, url: url, bodySize: sent),
      response: end.map { _ in Trace.ResponseMessage(status: 200, bodySize: received) })
    attempt.phases = handshakes.map { Trace.Phase($0, start: span.0, duration: .milliseconds(1)) }
    var request = Self(
      id: 1, number: 1, method: method, url: url, start: span.0, end: span.1,
      outcome: end == nil ? .pending : .finished(status: 200))
    request.attempts = [attempt]
    return request
  }

  /// A list, and one request after the other for each of its elements.
  static func list(thenOneForEachOf ids: ClosedRange<Int>) -> [Self] {
    [.get("/feed", from: 0, to: 600, handshakes: [.nameLookup, .connect, .secureConnection])]
      + ids.map { .get("/users/\($0)", from: 600 + ($0 - 1) * 150, to: 600 + $0 * 150, received: 1_000) }
  }
}
