/// Matches a string that contains this part.
///
/// ```swift
/// expect.log(contains("timeout")).toBeCalled()
/// ```
public func contains(_ part: String) -> ArgumentMatcher<String> {
  ArgumentMatcher("a text with \(spelling(of: part))") { $0.contains(part) }
}

/// Matches a sequence that contains an element equal to this.
///
/// ```swift
/// expect.select(contains(3)).toBeCalled()
/// ```
public func contains<Element: Equatable & Sendable>(_ element: Element) -> ArgumentMatcher<Any> {
  ArgumentMatcher(
    ErasedArgumentMatcher("a sequence with \(spelling(of: element))") { argument in
      (flattened(argument) as? any Sequence).map { has($0, element) }
    })
}

/// Matches a sequence that contains an element equal to this.
public func contains<Elements: Sequence & SendableMetatype>(_ element: Elements.Element) -> ArgumentMatcher<
  Elements
>
where Elements.Element: Equatable & Sendable {
  ArgumentMatcher("a sequence with \(spelling(of: element))") { $0.contains(element) }
}

private func has<Element: Equatable>(_ sequence: some Sequence, _ element: Element) -> Bool {
  sequence.contains { casting($0, to: Element.self) == element }
}
