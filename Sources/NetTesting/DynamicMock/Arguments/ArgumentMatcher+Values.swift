import Net

// Each generic function has two overloads: one for the typed form, where the type of the argument is known, and one
// for the dynamic form, where it is not.

/// Matches an argument that is equal to a value.
///
/// You may also pass the value itself. Numbers of different types are compared by value, because a literal is an `Int`
/// or a `Double` if its type is unknown. So are texts, and arrays, sets and dictionaries of either.
///
/// ```swift
/// expect.baz(buz: equalTo(3)).to(.return(4))
/// ```
public func equalTo<Value: Equatable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher(ErasedArgumentMatcher(equalTo: value))
}

/// Matches any argument, including nil.
///
/// ```swift
/// expect.dataTask(with: equalTo(url), completionHandler: any()).toBeCalled()
/// ```
public func any() -> ArgumentMatcher<Any> { anything() }

/// Matches any argument of the inferred type.
public func any<Value>() -> ArgumentMatcher<Value> { anything() }

private func anything<Value>() -> ArgumentMatcher<Value> {
  ArgumentMatcher(ErasedArgumentMatcher("anything") { _ in true })
}

/// Matches an argument for which the condition holds; the description appears in the report.
///
/// ```swift
/// expect.baz(buz: satisfying("an even number") { (number: Int) in number.isMultiple(of: 2) }).toBeCalled()
/// ```
public func satisfying<Value>(
  _ description: String, _ condition: @escaping @Sendable (Value) -> Bool
) -> ArgumentMatcher<Value> {
  ArgumentMatcher(description, where: condition)
}

/// Matches an argument of this type, or of one that inherits from it or conforms to it.
///
/// ```swift
/// expect.fail(with: instance(of: URLError.self)).toBeCalled()
/// ```
public func instance<Instance>(of type: Instance.Type) -> ArgumentMatcher<Any> {
  ArgumentMatcher(matcher(of: type))
}

/// Matches an argument of this type, or of one that inherits from it or conforms to it.
public func instance<Instance, Value>(of type: Instance.Type) -> ArgumentMatcher<Value> {
  ArgumentMatcher(matcher(of: type))
}

private func matcher<Instance>(of type: Instance.Type) -> ErasedArgumentMatcher {
  var matcher = ErasedArgumentMatcher("an instance of \(type)") {
    flattened($0).map { casting($0, to: Instance.self) != nil } ?? false
  }
  matcher.isAboutType = true
  return matcher
}

/// Matches nil.
///
/// ```swift
/// expect.select(isNil()).toBeCalled()
/// ```
public func isNil() -> ArgumentMatcher<Any> { ArgumentMatcher(nothing) }

/// Matches nil.
public func isNil<Wrapped>() -> ArgumentMatcher<Wrapped?> { ArgumentMatcher(nothing) }

private let nothing = ErasedArgumentMatcher("nil") { flattened($0) == nil }

/// Captures the argument of each call that the expectation answers, for the test to inspect.
///
/// ```swift
/// let user = Captured<User>()
/// expect.save(capture(into: user)).toBeCalled()
/// service.rename("trentm")
/// #expect(user.value?.login == "trentm")
/// ```
///
/// Matches every argument of the type. Combine it with another matcher by `&&` to match less.
public func capture<Value: Sendable>(into captured: Captured<Value>) -> ArgumentMatcher<Value> {
  ArgumentMatcher(
    ErasedArgumentMatcher(
      "anything", of: Value.self,
      chosen: { if let value = casting($0, to: Value.self) { captured.set(value) } },
      verdict: { casting($0, to: Value.self) == nil ? nil : true }))
}
