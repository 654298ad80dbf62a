import Foundation
import Net
import TestSupport
import Testing

/// Foundation's text of a date that is not a number ends the process.
@Suite struct InfiniteDatesInTextTests {
  // As numbers: the tests' own report of an argument is a text of it.
  private static let seconds = [Double.nan, .infinity, -.infinity]

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  @Test(arguments: seconds) func parametersShowTheNumber(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let number = "\(date.timeIntervalSince1970)"
    let parameters: Parameters = ["d": date, "e": [date], "f": ["g": date] as Parameters]
    #expect("\(parameters)".contains("d=date(\(number))"))
    expectEqual("\(parameters.pairs[0])", "d=date(\(number))")
    #expect(dumped(parameters).contains(number))
    #expect("\(RequestDescription("x", parameters: parameters))".contains(number))
  }

  @Test(arguments: seconds) func aParameterValueShowsTheNumber(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let number = "\(date.timeIntervalSince1970)"
    expectEqual("\(ParameterValue.date(date))", "date(\(number))")
    #expect(dumped(ParameterValue.array([.date(date)])).contains(number))
  }

  @Test func otherValuesAreShownAsBefore() {
    expectEqual("\(ParameterValue.null)", "null")
    expectEqual("\(ParameterValue.string("a"))", "string(\"a\")")
    expectEqual(
      "\(ParameterValue.array([.integer(1), .bool(true)]))",
      "array([Net.ParameterValue.integer(1), Net.ParameterValue.bool(true)])")
    let date = Date(timeIntervalSince1970: 0)
    expectEqual("\(ParameterValue.date(date))", "date(\(date.debugDescription))")
    expectEqual("\(["d": date] as Parameters)", "d=\(date)")
  }

  @Test(arguments: seconds) func aCookieShowsTheNumber(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let cookie = Cookie(name: "a", value: "b", domain: "e.com", expires: date)
    #expect(dumped(cookie).contains("\(date.timeIntervalSince1970)"))
  }

  @Test(arguments: seconds) func aStoredResponseShowsTheNumber(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let response = StoredResponse(url: "http://e.com/", status: 200, requestTime: date, responseTime: date)
    #expect(dumped(response).contains("\(date.timeIntervalSince1970)"))
  }
}
