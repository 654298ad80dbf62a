/// Matches a sequence that contains each of these elements, in any order.
///
/// ```swift
/// expect(names.values).to(contain("Trent"))
/// ```
public func contain<Value: Sequence>(_ elements: Value.Element...) -> Matcher<Value>
where Value.Element: Equatable {
  Matcher("a sequence with \(elements.map { spelling(of: $0) }.joined(separator: ", "))") { value in
    elements.allSatisfy { value.contains($0) }
  }
}

/// Matches a string that contains this text.
///
/// ```swift
/// expect(names.values.joined()).to(contain("Trent"))
/// ```
public func contain(_ text: String) -> Matcher<String> {
  Matcher("a text with \(spelling(of: text))") { $0.contains(text) }
}
