/// Matches a text that begins with this one.
///
/// ```swift
/// expect(names.values.first).to(beginWith("Tr"))
/// ```
public func beginWith(_ text: String) -> Matcher<String> {
  Matcher(describing: "a text that begins with \(spelling(of: text))") {
    $0.hasPrefix(text) || TextParts(text)?.begins($0) == true
  }
}

/// Matches a sequence whose first element is equal to this one.
public func beginWith<Value: Sequence>(_ element: Value.Element) -> Matcher<Value>
where Value.Element: Equatable {
  Matcher(
    describing: "a sequence that begins with \(spelling(of: element))",
    comparing: { $0.first { _ in true }.map { (element, $0) } }
  ) { value in
    Judgement(of: value, value.first { _ in true } == element).unlessNothingEquals(element)
  }
}

/// Matches a text that ends with this one.
///
/// ```swift
/// expect(names.values.first).to(endWith("ent"))
/// ```
public func endWith(_ text: String) -> Matcher<String> {
  Matcher(describing: "a text that ends with \(spelling(of: text))") {
    $0.hasSuffix(text) || TextParts(text)?.ends($0) == true
  }
}

/// Matches a collection whose last element is equal to this one.
public func endWith<Value: BidirectionalCollection>(_ element: Value.Element) -> Matcher<Value>
where Value.Element: Equatable {
  Matcher(
    describing: "a sequence that ends with \(spelling(of: element))",
    comparing: { $0.last.map { (element, $0) } }
  ) { value in
    Judgement(of: value, value.last == element).unlessNothingEquals(element)
  }
}
