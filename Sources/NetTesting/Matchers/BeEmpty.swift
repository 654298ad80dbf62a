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
  Matcher(describing: count.counted("element")) { value in
    Judgement(
      value.count == count ? .matches : .differs, got: "\(value.count): \(excerpt(of: spelling(of: value)))")
  }
}
