import Net

// Each of these that is for any type stands twice: once where the type is known from what it is an argument of, in
// the typed form, and once where it is not, in the dynamic form.

/// An argument that is equal to a value.
///
/// The value itself says the same.
///
/// ```swift
/// expect.baz(buz: equalTo(3)).to(.return(4))
/// ```
public func equalTo<Value: Equatable & Sendable>(_ value: Value) -> ArgumentMatcher<Value> {
  ArgumentMatcher(ErasedArgumentMatcher(equalTo: value))
}

/// Any argument, also none.
///
/// ```swift
/// expect.dataTask(with: equalTo(url), completionHandler: any()).toBeCalled()
/// ```
public func any() -> ArgumentMatcher<Any> { anything() }

/// Any argument of the type that is asked for.
public func any<Value>() -> ArgumentMatcher<Value> { anything() }

private func anything<Value>() -> ArgumentMatcher<Value> {
  ArgumentMatcher(ErasedArgumentMatcher("anything") { _ in true })
}

/// An argument for which the condition holds; the description is for the report.
///
/// ```swift
/// expect.baz(buz: satisfying("an even number") { (number: Int) in number.isMultiple(of: 2) }).toBeCalled()
/// ```
public func satisfying<Value>(
  _ description: String, _ condition: @escaping @Sendable (Value) -> Bool
) -> ArgumentMatcher<Value> {
  ArgumentMatcher(description, where: condition)
}

/// An argument of this type, or of one that inherits from it or conforms to it.
///
/// ```swift
/// expect.fail(with: instance(of: URLError.self)).toBeCalled()
/// ```
public func instance<Instance>(of type: Instance.Type) -> ArgumentMatcher<Any> {
  ArgumentMatcher(matcher(of: type))
}

/// An argument of this type, or of one that inherits from it or conforms to it.
public func instance<Instance, Value>(of type: Instance.Type) -> ArgumentMatcher<Value> {
  ArgumentMatcher(matcher(of: type))
}

private func matcher<Instance>(of type: Instance.Type) -> ErasedArgumentMatcher {
  ErasedArgumentMatcher("an instance of \(type)") {
    flattened($0).map { casting($0, to: Instance.self) != nil } ?? false
  }
}

/// No argument: nil.
///
/// ```swift
/// expect.select(isNil()).toBeCalled()
/// ```
public func isNil() -> ArgumentMatcher<Any> { ArgumentMatcher(nothing) }

/// No argument: nil.
public func isNil<Wrapped>() -> ArgumentMatcher<Wrapped?> { ArgumentMatcher(nothing) }

private let nothing = ErasedArgumentMatcher("nil") { flattened($0) == nil }

/// An argument that is kept for the test to look at: that of each call which the expectation answers.
///
/// ```swift
/// let user = Captured<User>()
/// expect.save(capture(into: user)).toBeCalled()
/// service.rename("trentm")
/// #expect(user.value?.login == "trentm")
/// ```
///
/// It accepts what is of the type. With `&&` it accepts what another matcher does, too.
public func capture<Value: Sendable>(into captured: Captured<Value>) -> ArgumentMatcher<Value> {
  ArgumentMatcher(
    ErasedArgumentMatcher(
      "anything", chosen: { if let value = casting($0, to: Value.self) { captured.set(value) } },
      accepts: { casting($0, to: Value.self) != nil }))
}
