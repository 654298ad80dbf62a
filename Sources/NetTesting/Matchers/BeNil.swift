/// Matches nil.
///
/// ```swift
/// expect(user.event).to(beNil())
/// ```
public func beNil<Wrapped>() -> Matcher<Wrapped?> {
  Matcher("nil") { $0 == nil }
}
