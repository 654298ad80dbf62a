/// The action of a mock for an expected call: `.return`, `.throw`, `.call`.
///
/// ```swift
/// expect.foo.to(.return("bar"))
/// expect.baz(buz: 3).to(.throw(LoginError.offline))
/// expect.baz(buz: any()).to(.call { arguments in try arguments.buz + 1 })
/// ```
///
/// In the dynamic form the value is `Any`, and must have the type that the member returns when it is called; in the
/// typed form a value of another type does not compile.
public struct MockAction<Value>: Sendable {
  let performance: MockPerformance

  init(_ performance: MockPerformance) { self.performance = performance }

  /// Throws an error; for throwing members.
  public static func `throw`(_ error: any Error) -> MockAction { MockAction(.failure(error)) }
}

extension MockAction where Value == Any {
  // Disfavored, because `[]` would be an array of `Any`.
  /// Returns a value.
  ///
  /// A closure is marked: `.return({ @Sendable in 3 })`. For a member that returns a closure which is not `@Sendable`,
  /// use `.call { _ in { 3 } }`.
  @_disfavoredOverload
  public static func `return`<Result: Sendable>(_ value: Result) -> MockAction {
    MockAction(.value { value })
  }

  /// Returns nil.
  public static func `return`(_ nothing: Never?) -> MockAction { MockAction(.value { nil }) }

  /// Returns an empty array, set or dictionary: `.return([])`, `.return([:])`.
  public static func `return`(_ empty: EmptyLiteral) -> MockAction { MockAction(.value { empty }) }

  /// Returns what the closure returns for the arguments, or throws what it throws.
  ///
  /// The closure is called on the thread of the call, with no lock held, so it may use the mock itself. Its result is
  /// ignored if the member returns nothing.
  public static func call<Result>(
    _ body: @escaping @Sendable (MockArguments) throws -> Result
  ) -> MockAction {
    MockAction(.call { try body($0) })
  }

  /// Returns nil: `.call { _ in nil }`.
  @_disfavoredOverload
  public static func call(_ body: @escaping @Sendable (MockArguments) throws -> Never?) -> MockAction {
    MockAction(
      .call {
        _ = try body($0)
        return nil
      })
  }

  /// Returns what the async closure returns for the arguments, or throws what it throws.
  ///
  /// For members that are forwarded to ``Mock/async``.
  public static func callAsync<Result>(
    _ body: @escaping @Sendable (MockArguments) async throws -> Result
  ) -> MockAction {
    MockAction(.callAsync { try await body($0) })
  }

  /// Returns nil: `.callAsync { _ in nil }`.
  @_disfavoredOverload
  public static func callAsync(
    _ body: @escaping @Sendable (MockArguments) async throws -> Never?
  ) -> MockAction {
    MockAction(
      .callAsync {
        _ = try await body($0)
        return nil
      })
  }
}

extension MockAction where Value: Sendable {
  /// Returns a value.
  @_disfavoredOverload
  public static func `return`(_ value: Value) -> MockAction { MockAction(.value { value }) }

  /// Returns what the closure returns for the arguments, or throws what it throws.
  public static func call(_ body: @escaping @Sendable (MockArguments) throws -> Value) -> MockAction {
    MockAction(.call { try body($0) })
  }

  /// Returns what the async closure returns for the arguments, or throws what it throws.
  ///
  /// For members that are forwarded to ``Mock/async``.
  public static func callAsync(
    _ body: @escaping @Sendable (MockArguments) async throws -> Value
  ) -> MockAction {
    MockAction(.callAsync { try await body($0) })
  }
}

/// A type-erased action.
enum MockPerformance: Sendable {
  /// No action is stated: the call returns the default of its type.
  case nothing
  case value(@Sendable () -> Any?)
  case failure(any Error)
  case call(@Sendable (MockArguments) throws -> Any?)
  case callAsync(@Sendable (MockArguments) async throws -> Any?)
}
