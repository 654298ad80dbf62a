public import Foundation

extension ResponseHead {
  /// Returns the delay that the response asks for with `Retry-After` (RFC 9110 section 10.2.3), or nil without a valid one.
  ///
  /// A ``RetryPolicy`` already obeys it. Use it for a policy of your own, with the ``RetryContext/date`` of the failure,
  /// or to tell the user when to try again:
  ///
  /// ```swift
  /// if let delay = response.response?.retryAfter(at: Date()) { print("Try again in \(delay)") }
  /// ```
  ///
  /// The field has seconds or a date. A date is compared with the `Date` of the response, so that differing clocks do
  /// not matter, or without one with the given time. A date in the past means no delay.
  public func retryAfter(at now: Date) -> Duration? {
    guard let value = headers.firstValue(for: "Retry-After").map({ HeaderSyntax.trimmed($0) }) else {
      return nil
    }
    if let seconds = HeaderSyntax.digits(value) { return .seconds(seconds) }
    let answered = headers.firstValue(for: "Date")
      .flatMap { HTTPDate.parse(HeaderSyntax.trimmed($0), now: now) }
    let start = answered ?? now
    return HTTPDate.parse(value, now: start).map {
      max(.zero, Duration(clampedSeconds: $0.timeIntervalSince(start)))
    }
  }
}
