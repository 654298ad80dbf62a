import Foundation
public import Net

extension StubResponse {
  /// A 200 response whose body comes in these pieces, each when its time has come, without a length announced.
  ///
  /// ```swift
  /// transport.stub(.get("/log"), with: .stream(["one", "two", "three"], every: .seconds(1)))
  /// ```
  ///
  /// A ``MockServer`` sends them as chunks (RFC 9112 section 7.1), and to clients of HTTP/1.0 up to its close.
  ///
  /// - Parameters:
  ///   - pieces: The pieces.
  ///   - interval: The time between each piece and the next, beside the delays of their own.
  ///   - headers: The headers of the response.
  /// - Returns: A response that is sent in these pieces.
  public static func stream(
    _ pieces: [StubPiece], every interval: Duration = .zero, headers: HTTPHeaders = [:]
  ) -> StubResponse {
    var body = Data()
    var cuts: [StubPacing.Cut] = []
    for piece in pieces {
      body += piece.data
      let delay = cuts.isEmpty ? piece.delay : piece.delay + interval
      cuts.append(StubPacing.Cut(count: piece.data.count, delay: delay))
    }
    var streamed = response(headers: headers, body: body)
    streamed.pacing.cuts = cuts
    return streamed
  }

  /// A 200 response with these server-sent events, as `text/event-stream`, one by one.
  ///
  /// ```swift
  /// server.stub(.get("/ticks"), with: .events([ServerSentEvent("1", id: "a"), ServerSentEvent("2")], every: .seconds(1)))
  /// ```
  ///
  /// The stream ends after the last of them; `.fault(.stall(after: .body))` leaves it open. An event that cannot be
  /// written, because its type or ID has a line break, makes an answer that fails the test and the request.
  public static func events(_ events: [ServerSentEvent], every interval: Duration = .zero) -> StubResponse {
    var pieces: [StubPiece] = []
    for event in events {
      guard let lines = event.lines else {
        return failure(StubMisuse("the type or the ID of \(event) has a line break, which nothing can say"))
      }
      pieces.append(StubPiece(lines))
    }
    return stream(
      pieces, every: interval,
      headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"])
  }

  /// The same, its body no faster than this: a byte takes the `bytesPerSecond`-th part of a second, on the timer
  /// of the mock or server.
  ///
  /// ```swift
  /// server.stub(.get("/slow"), with: .text("drip, drip, drip").throttle(bytesPerSecond: 1))
  /// ```
  ///
  /// It comes in pieces of a tenth of a second. A failure stays as it is; zero and less count as 1.
  public func throttle(bytesPerSecond: Int) -> StubResponse {
    var changed = self
    changed.pacing.bytesPerSecond = max(1, bytesPerSecond)
    return changed
  }

  /// The same, with a field behind its body, which is sent in chunks for it (RFC 9110 section 6.5).
  ///
  /// Only a ``MockServer`` sends it, and not to clients of HTTP/1.0. A client that rides on Foundation on Linux does not
  /// survive it.
  public func trailer(_ name: String, _ value: String) -> StubResponse {
    var changed = self
    changed.trailers.add(name: name, value: value)
    return changed
  }
}

extension ServerSentEvent {
  /// The event as it is written, with the empty line that dispatches it; nil when it cannot be.
  fileprivate var lines: String? {
    guard Self.split(id).count <= 1, Self.split(event).count <= 1 else { return nil }
    var lines = Self.split(comment).map { ": \($0)" }
    if let event { lines.append("event: \(event)") }
    lines += Self.split(data.isEmpty ? nil : data).map { "data: \($0)" }
    if let id { lines.append("id: \(id)") }
    if let retry {
      lines.append("retry: \(Self.milliseconds(retry))")
    }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  /// Whole milliseconds, as many as can be said.
  private static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, isMore) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return isTooMuch || isMore ? (seconds > 0 ? .max : .min) : sum
  }

  /// The lines of a text, however they end.
  private static func split(_ text: String?) -> [Substring] {
    text?.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) } ?? []
  }
}
