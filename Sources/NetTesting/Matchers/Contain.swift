/// Matches a sequence that contains each of these elements, in any order.
///
/// ```swift
/// expect(names.values).to(contain("Trent"))
/// ```
public func contain<Value: Sequence>(_ elements: Value.Element...) -> Matcher<Value>
where Value.Element: Equatable {
  contain(elements)
}

/// Matches a sequence that contains each element of this array, in any order.
///
/// ```swift
/// expect(names.values).to(contain(["Trent", "Mick"]))
/// ```
public func contain<Value: Sequence>(_ elements: [Value.Element]) -> Matcher<Value>
where Value.Element: Equatable {
  Matcher(
    describing: "a sequence with \(elements.map { spelling(of: $0) }.joined(separator: ", "))",
    comparing: { value in elements.first { !value.contains($0) }.flatMap { twin(of: $0, in: value) } }
  ) { value in
    elements.reduce(Judgement(of: value, elements.allSatisfy { value.contains($0) })) {
      $0.unlessNothingEquals($1)
    }
  }
}

/// An element that is not equal to the other one, although it is spelled like it, to report how they differ.
private func twin<Value: Sequence>(of element: Value.Element, in value: Value) -> (
  expected: Any, actual: Any
)? {
  let text = spelling(of: element)
  return value.prefix(1_000).first { spelling(of: $0) == text }.map { (element, $0) }
}

/// Matches a string that contains each of these texts.
///
/// ```swift
/// expect(names.values.joined()).to(contain("Trent", "Mick"))
/// ```
public func contain(_ texts: String...) -> Matcher<String> { contain(texts) }

/// Matches a string that contains each text of this array.
///
/// ```swift
/// expect(names.values.joined()).to(contain(["Trent", "Mick"]))
/// ```
public func contain(_ texts: [String]) -> Matcher<String> {
  Matcher(describing: "a text with \(texts.map { spelling(of: $0) }.joined(separator: ", "))") { value in
    texts.allSatisfy { TextParts.isFound($0, in: value) }
  }
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
