/// Matches a sequence that contains each of these elements, in any order.
///
/// ```swift
/// expect(names.values).to(contain("Trent"))
/// ```
public func contain<Value: Sequence>(_ elements: Value.Element...) -> Matcher<Value>
where Value.Element: Equatable {
  Matcher(describing: "a sequence with \(elements.map { spelling(of: $0) }.joined(separator: ", "))") {
    value in
    elements.allSatisfy { value.contains($0) }
  }
}

/// Matches a string that contains this text.
///
/// ```swift
/// expect(names.values.joined()).to(contain("Trent"))
/// ```
public func contain(_ text: String) -> Matcher<String> {
  Matcher(describing: "a text with \(spelling(of: text))") { $0.contains(text) }
}

/// Matches a sequence with an element for which the condition holds.
///
/// ```swift
/// expect(network.requests).to(containElementSatisfying { $0.method == .post })
/// ```
public func containElementSatisfying<Value: Sequence>(
  _ condition: @escaping (Value.Element) -> Bool
) -> Matcher<Value> {
  Matcher("a sequence with an element for which the condition holds") { $0.contains(where: condition) }
}
