import Foundation

/// How long a response asks to be left alone: its `Retry-After` (RFC 9110 section 10.2.3).
enum RetryAfter {
  /// The delay that the head asks for, in seconds or as a date; nil when it asks for none that can be read.
  ///
  /// A date counts from the `Date` of the response, so that it does not matter how far the clocks are apart;
  /// without one, from the given time. A date in the past asks for no delay.
  static func delay(in head: ResponseHead, at now: Date) -> Duration? {
    guard let value = head.headers.firstValue(for: "Retry-After").map({ HeaderSyntax.trimmed($0) }) else {
      return nil
    }
    if let seconds = HeaderSyntax.digits(value) { return .seconds(seconds) }
    let answered = head.headers.firstValue(for: "Date")
      .flatMap { HTTPDate.parse(HeaderSyntax.trimmed($0), now: now) }
    let start = answered ?? now
    return HTTPDate.parse(value, now: start).map { max(.zero, .seconds($0.timeIntervalSince(start))) }
  }
}
