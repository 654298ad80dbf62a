import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct RetryAfterTests {
  private static let noon = 784_123_200.0  // Sun, 06 Nov 1994 12:00:00 GMT

  private func delay(
    _ value: String?, date: String? = nil, clock: Double = RetryAfterTests.noon
  ) -> Duration? {
    var head = ResponseHead(status: 503)
    head.headers["Retry-After"] = value
    head.headers["Date"] = date
    return head.retryAfter(at: Date(timeIntervalSince1970: clock))
  }

  @Test func secondsAreParsed() {
    expectEqual(delay("120"), .seconds(120))
    expectEqual(delay(" 7\t"), .seconds(7))
    expectEqual(delay("0"), .zero)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 12:02:00 GMT", "Sunday, 06-Nov-94 12:02:00 GMT", "Sun Nov  6 12:02:00 1994",
  ])
  func allThreeDateFormatsAreRelativeToTheClock(text: String) {
    expectEqual(delay(text), .seconds(120))
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 12:01:00 GMT", "Sunday, 06-Nov-94 12:01:00 GMT", "Sun Nov  6 12:01:00 1994",
  ])
  func theDateHeaderOverridesTheClock(text: String) {
    expectEqual(delay("Sun, 06 Nov 1994 12:02:00 GMT", date: text, clock: 0), .seconds(60))
  }

  @Test func anInvalidDateHeaderIsIgnored() {
    expectEqual(delay("Sun, 06 Nov 1994 12:02:00 GMT", date: "yesterday"), .seconds(120))
  }

  @Test func twoDigitYearsAreRelativeToTheDateHeader() {
    let date = "Wed, 31 Dec 2098 23:59:00 GMT"
    expectEqual(delay("Thursday, 01-Jan-99 00:00:00 GMT", date: date), .seconds(60))
  }

  @Test func aPastDateIsNotADelay() {
    expectEqual(delay("Sun, 06 Nov 1994 11:59:59 GMT"), .zero)
  }

  @Test func fractionsOfASecondAreIncluded() {
    expectEqual(delay("Sun, 06 Nov 1994 12:00:01 GMT", clock: Self.noon + 0.25), .milliseconds(750))
  }

  @Test func theFirstOfRepeatedFieldsIsUsed() {
    let head = ResponseHead(
      status: 503,
      headers: HTTPHeaders([.init(name: "Retry-After", value: "1"), .init(name: "retry-after", value: "2")]))
    expectEqual(head.retryAfter(at: Date()), .seconds(1))
  }

  @Test(arguments: [nil, "", "-1", "1.5", "+1", "1 2", "soon", "٣", "Sun, 06 Nov 1994"])
  func anInvalidValueIsNil(value: String?) {
    expectNil(delay(value))
  }

  @Test func aNumberThatIsTooLargeIsTheMaximum() {
    expectEqual(delay("99999999999999999999999"), .seconds(Int64.max))
  }
}
