/// Matches a number that equals this one, or differs from it by at most a tolerance.
///
/// ```swift
/// expect(0.1 + 0.2).to(beCloseTo(0.3))
/// ```
///
/// - Parameters:
///   - value: The expected number.
///   - delta: The tolerance. One that is negative or not a number passes neither `to` nor `toNot`.
/// - Returns: A matcher that never matches a value that is not a number.
public func beCloseTo<Value: BinaryFloatingPoint>(
  _ value: Value, within delta: Value = 0.0001
) -> Matcher<Value> {
  Matcher(describing: "\(value) or a number within \(delta) of it") { actual in
    // No number would match, so that `toNot` would say nothing.
    guard delta >= 0 else { return Judgement(.neither, got: "\(actual) and a tolerance of \(delta)") }
    // Infinity equals itself, although the difference is not a number.
    return Judgement(of: actual, actual == value || (actual - value).magnitude <= delta)
  }
}
