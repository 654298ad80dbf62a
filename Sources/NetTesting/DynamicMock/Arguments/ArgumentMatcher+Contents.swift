/// Matches a text that contains this part, or a sequence that contains this text.
///
/// ```swift
/// expect.log(contains("timeout")).toBeCalled()
/// ```
public func contains(_ part: String) -> ArgumentMatcher<String> {
  let equality = TypeEquality(of: String.self)
  return ArgumentMatcher(
    ErasedArgumentMatcher("a text with \(spelling(of: part))", of: String.self) { argument in
      guard let argument = flattened(argument) else { return nil }
      if let text = text(of: argument) { return TextParts.isFound(part, in: text) }
      return (argument as? any Sequence).flatMap { has($0, part, by: equality) }
    })
}

/// Matches a sequence that contains an element equal to this.
///
/// ```swift
/// expect.select(contains(3)).toBeCalled()
/// ```
public func contains<Element: Equatable & Sendable>(_ element: Element) -> ArgumentMatcher<Any> {
  // Found now, as for equal values.
  let equality = TypeEquality(of: type(of: flattened(element) ?? element))
  return ArgumentMatcher(
    ErasedArgumentMatcher("a sequence with \(spelling(of: element))", of: [Element].self) { argument in
      (flattened(argument) as? any Sequence).flatMap { has($0, element, by: equality) }
    })
}

/// Matches a sequence that contains an element equal to this.
public func contains<Elements: Sequence & SendableMetatype>(_ element: Elements.Element) -> ArgumentMatcher<
  Elements
>
where Elements.Element: Equatable & Sendable {
  ArgumentMatcher("a sequence with \(spelling(of: element))") { $0.contains(element) }
}
