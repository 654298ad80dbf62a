import Foundation

/// The delay that a response requests with `Retry-After` (RFC 9110 section 10.2.3).
enum RetryAfter {
  /// Returns the delay, from seconds or a date, or nil without a valid one.
  ///
  /// A date is compared with the `Date` of the response, so that differing clocks do not matter, or without one with
  /// the given time. A date in the past means no delay.
  static func delay(in head: ResponseHead, at now: Date) -> Duration? {
    guard let value = head.headers.firstValue(for: "Retry-After").map({ HeaderSyntax.trimmed($0) }) else {
      return nil
    }
    if let seconds = HeaderSyntax.digits(value) { return .seconds(seconds) }
    let answered = head.headers.firstValue(for: "Date")
      .flatMap { HTTPDate.parse(HeaderSyntax.trimmed($0), now: now) }
    let start = answered ?? now
    return HTTPDate.parse(value, now: start).map {
      max(.zero, Duration(clampedSeconds: $0.timeIntervalSince(start)))
    }
  }
}
