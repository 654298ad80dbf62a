import Foundation
public import Net

extension StubResponse {
  /// A 200 response whose body is sent in these chunks, each after its delay.
  ///
  /// ```swift
  /// transport.stub(.get("/log"), with: .stream(["one", "two", "three"], every: .seconds(1)))
  /// ```
  ///
  /// Unless `headers` contain the right `Content-Length`, the length is not announced. A ``MockServer`` then uses the
  /// chunked transfer coding (RFC 9112 section 7.1). To HTTP/1.0 clients it sends the body and closes the connection.
  ///
  /// - Parameters:
  ///   - chunks: The chunks.
  ///   - interval: The time between two chunks, in addition to their own delays.
  ///   - headers: The headers of the response.
  /// - Returns: A response that is sent in these chunks.
  public static func stream(
    _ chunks: [StubChunk], every interval: Duration = .zero, headers: HTTPHeaders = [:]
  ) -> StubResponse {
    var body = Data()
    var cuts: [StubPacing.Cut] = []
    for chunk in chunks {
      body += chunk.data
      let delay = cuts.isEmpty ? chunk.delay : chunk.delay.addingSaturated(interval)
      cuts.append(StubPacing.Cut(count: chunk.data.count, delay: delay))
    }
    var streamed = response(headers: headers, body: body)
    streamed.pacing.cuts = cuts
    return streamed
  }

  /// A 200 response that sends these server-sent events one by one, as `text/event-stream`.
  ///
  /// ```swift
  /// server.stub(.get("/ticks"), with: .events([ServerSentEvent("1", id: "a"), ServerSentEvent("2")], every: .seconds(1)))
  /// ```
  ///
  /// The stream ends after the last event; `.fault(.stall(after: .body))` leaves it open. An event whose type or ID
  /// contains a line break cannot be written: it fails the test and the request.
  public static func events(_ events: [ServerSentEvent], every interval: Duration = .zero) -> StubResponse {
    var chunks: [StubChunk] = []
    for event in events {
      guard let lines = event.lines else {
        return failure(
          StubMisuse("the type or the ID of \(event) has a line break, which the format cannot express"))
      }
      chunks.append(StubChunk(lines))
    }
    return stream(
      chunks, every: interval,
      headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"])
  }

  /// Returns a copy whose body is sent at no more than this rate, on the timer of the mock or server.
  ///
  /// ```swift
  /// server.stub(.get("/slow"), with: .text("drip, drip, drip").throttle(bytesPerSecond: 1))
  /// ```
  ///
  /// A chunk is sent at most every tenth of a second. A failure is unchanged; values below 1 count as 1.
  public func throttle(bytesPerSecond: Int) -> StubResponse {
    var changed = self
    changed.pacing.rate = StubPacing.Rate(bytes: max(1, bytesPerSecond), time: .seconds(1))
    return changed
  }

  /// Returns a copy with a trailer field after its body, which is therefore sent in chunks (RFC 9110 section 6.5).
  ///
  /// Only a ``MockServer`` sends it, and not to HTTP/1.0 clients. On Linux, clients based on Foundation crash on it.
  public func trailer(_ name: String, _ value: String) -> StubResponse {
    var changed = self
    changed.trailers.add(name: name, value: value)
    return changed
  }
}

extension ServerSentEvent {
  /// The event as it is sent, with the empty line that dispatches it; nil if it cannot be written.
  fileprivate var lines: String? {
    guard Self.split(id).count <= 1, Self.split(event).count <= 1 else { return nil }
    var lines = Self.split(comment).map { ": \($0)" }
    if let event { lines.append("event: \(event)") }
    lines += Self.split(data.isEmpty ? nil : data).map { "data: \($0)" }
    if let id { lines.append("id: \(id)") }
    if let retry { lines.append("retry: \(max(0, retry.roundedUpMilliseconds))") }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  /// The lines of a text, split at any line ending.
  private static func split(_ text: String?) -> [Substring] {
    text?.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) } ?? []
  }
}
