/// Matches a number that differs from this one by at most a tolerance.
///
/// ```swift
/// expect(0.1 + 0.2).to(beCloseTo(0.3))
/// ```
///
/// - Parameters:
///   - value: The expected number.
///   - delta: The tolerance.
/// - Returns: A matcher that never matches a value that is not a number.
public func beCloseTo<Value: BinaryFloatingPoint>(
  _ value: Value, within delta: Value = 0.0001
) -> Matcher<Value> {
  Matcher("\(value) or a number within \(delta) of it") { ($0 - value).magnitude <= delta }
}
