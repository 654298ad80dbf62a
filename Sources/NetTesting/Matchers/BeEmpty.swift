import Net

/// Matches a collection without elements.
///
/// ```swift
/// expect(network.requests).to(beEmpty())
/// ```
public func beEmpty<Value: Collection>() -> Matcher<Value> { Matcher("nothing in it") { $0.isEmpty } }

/// Matches a collection with this many elements.
///
/// ```swift
/// expect(network.requests).to(haveCount(2))
/// ```
public func haveCount<Value: Collection>(_ count: Int) -> Matcher<Value> {
  Matcher(count.counted("element")) { value in
    let got = "\(value.count): \(excerpt(of: spelling(of: value)))"
    return value.count == count ? .matches(got: got) : .differs(got: got)
  }
}
