public import Foundation

/// Matches a number that equals this one, or differs from it by at most a tolerance.
///
/// ```swift
/// expect(0.1 + 0.2).to(beCloseTo(0.3))
/// ```
///
/// - Parameters:
///   - value: The expected number. If it is NaN, neither `to` nor `toNot` passes.
///   - delta: The tolerance. If it is negative or NaN, neither `to` nor `toNot` passes.
/// - Returns: A matcher that never matches NaN.
public func beCloseTo<Value: BinaryFloatingPoint>(
  _ value: Value, within delta: Value = 0.0001
) -> Matcher<Value> {
  Matcher(describing: "\(value) or a number within \(delta) of it") { actual in
    // No number would match, so that `toNot` would say nothing.
    guard delta >= 0 else { return Judgement(.neither, got: "\(actual) and a tolerance of \(delta)") }
    return Judgement(of: actual, actual.isClose(to: value, within: delta)).unlessNothingEquals(value)
  }
}

/// Matches a collection of numbers, each of which equals the one at its position, or differs from it by at most a
/// tolerance.
///
/// ```swift
/// expect([0.1 + 0.2, 1]).to(beCloseTo([0.3, 1]))
/// ```
///
/// - Parameters:
///   - values: The expected numbers. If one of them is NaN, neither `to` nor `toNot` passes.
///   - delta: The tolerance. If it is negative or NaN, neither `to` nor `toNot` passes.
/// - Returns: A matcher that never matches a collection of another size, or one that contains NaN.
public func beCloseTo<Values: Collection>(
  _ values: Values, within delta: Values.Element = 0.0001
) -> Matcher<Values> where Values.Element: BinaryFloatingPoint {
  Matcher(describing: "\(spelling(of: values)) or numbers within \(delta) of them") { actual in
    guard delta >= 0 else {
      return Judgement(.neither, got: "\(spelling(of: actual)) and a tolerance of \(delta)")
    }
    let isClose =
      actual.count == values.count && zip(actual, values).allSatisfy { $0.isClose(to: $1, within: delta) }
    return values.reduce(Judgement(of: actual, isClose)) { $0.unlessNothingEquals($1) }
  }
}

/// Matches a date that differs from this one by at most a tolerance in seconds.
///
/// ```swift
/// expect(scheduler.date).to(beCloseTo(scheduler.startDate, within: 10))
/// ```
///
/// - Parameters:
///   - date: The expected date. If its interval is NaN, neither `to` nor `toNot` passes.
///   - delta: The tolerance. If it is negative or NaN, neither `to` nor `toNot` passes.
/// - Returns: A matcher that also accepts an equal date.
public func beCloseTo(_ date: Date, within delta: TimeInterval = 0.0001) -> Matcher<Date> {
  Matcher(describing: "\(spelling(of: date)) or a date within \(delta) seconds of it") { actual in
    guard delta >= 0 else {
      return Judgement(.neither, got: "\(spelling(of: actual)) and a tolerance of \(delta)")
    }
    let (seconds, expected) = (actual.timeIntervalSinceReferenceDate, date.timeIntervalSinceReferenceDate)
    return Judgement(of: actual, seconds.isClose(to: expected, within: delta)).unlessNothingEquals(date)
  }
}

extension BinaryFloatingPoint {
  fileprivate func isClose(to value: Self, within delta: Self) -> Bool {
    // Infinity equals itself, although the difference is not a number.
    self == value || (self - value).magnitude <= delta
  }
}
