/// Matches nil.
///
/// ```swift
/// expect(user.event).to(beNil())
/// ```
public func beNil<Wrapped>() -> Matcher<Wrapped?> {
  Matcher("nil") { value in
    guard let value else { return .matches(got: "nil") }
    let got = excerpt(of: spelling(of: value))
    // A nil inside an optional that is not nil itself, such as the value of a stream of optionals.
    return .differs(got: depthOfNil(in: value) == nil ? got : "Optional(\(got))")
  }
}
