/// The members of a mock by their names: `mock.call.baz`, `mock.calls.baz`.
@dynamicMemberLookup
public struct MockMembers<Member>: Sendable {
  private let member: @Sendable (String) -> Member

  init(_ member: @escaping @Sendable (String) -> Member) { self.member = member }

  /// The member of this name.
  public subscript(dynamicMember name: String) -> Member { member(name) }
}

extension Mock {
  /// Forwards a call of a function that does not throw.
  ///
  /// What it returns is inferred.
  ///
  /// ```swift
  /// func baz(buz: Int) -> Int { mock.call.baz(buz: buz) }
  /// ```
  public var call: MockMembers<MockFunction<Never>> {
    MockMembers { [self] in MockFunction(mock: self, name: $0) }
  }

  /// Forwards a call of a function that does not throw, and returns a type that has no ``MockDefault``: this is
  /// returned where the call was not expected, and the test has failed.
  ///
  /// ```swift
  /// func user(id: Int) -> User { mock.call(orElse: .nobody).user(id: id) }
  /// ```
  public func call<Value: Sendable>(orElse value: Value) -> MockMembers<MockFunctionOrElse<Value>> {
    MockMembers { [self] in MockFunctionOrElse(mock: self, name: $0, value: value) }
  }

  /// Forwards the reading of a property.
  ///
  /// Its type is inferred.
  ///
  /// ```swift
  /// var foo: String { mock.get.foo }
  /// ```
  public var get: MockGetters { MockGetters(mock: self) }

  /// Forwards the reading of a property of a type that has no ``MockDefault``: this is returned where it was not
  /// expected, and the test has failed.
  public func get<Value: Sendable>(orElse value: Value) -> MockMembers<Value> {
    MockMembers { [self] name in
      answer(MockMember(.get, name), .none, or: MockFallback<Value, Never>(value: value))
    }
  }

  /// Forwards the setting of a property.
  ///
  /// ```swift
  /// var foo: String {
  ///   get { mock.get.foo }
  ///   set { mock.set.foo = newValue }
  /// }
  /// ```
  public var set: MockSetters { MockSetters(mock: self) }

  /// Forwards what throws.
  ///
  /// ```swift
  /// func save(_ user: User) throws { try mock.throwing.call.save(user) }
  /// ```
  public var throwing: ThrowingMock<any Error> { ThrowingMock(mock: self, failure: nil) }

  /// Forwards what throws errors of one type.
  ///
  /// ```swift
  /// func save(_ user: User) throws(StoreError) { try mock.throwing(StoreError.self, orElse: .full).call.save(user) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: What is thrown. An expectation that throws another type fails the test.
  ///   - failure: What is thrown where the call was not expected, and the test has failed. Without it a
  ///     ``MockDefault`` is returned, because a ``MockFailure`` is of another type.
  /// - Returns: The members that throw errors of this type.
  public func throwing<Failure: Error>(
    _ type: Failure.Type, orElse failure: Failure? = nil
  ) -> ThrowingMock<Failure> {
    ThrowingMock(mock: self, failure: failure)
  }

  /// Forwards what is async, so that an expectation may wait, with `.callAsync`.
  ///
  /// ```swift
  /// func user(id: Int) async throws -> User { try await mock.async.throwing.call.user(id: id) }
  /// ```
  public var async: AsyncMock { AsyncMock(mock: self) }
}

/// The members of a mock that throw: `mock.throwing`.
public struct ThrowingMock<Failure: Error>: Sendable {
  let mock: Mock
  let failure: Failure?

  /// Forwards a call.
  ///
  /// What it returns is inferred.
  public var call: MockMembers<MockFunction<Failure>> {
    MockMembers { [mock, failure] in MockFunction(mock: mock, name: $0, failure: failure) }
  }

  /// Forwards the reading of a property.
  ///
  /// Its type is inferred.
  public var get: ThrowingMockGetters<Failure> { ThrowingMockGetters(mock: mock, failure: failure) }
}

/// The members of a mock that are async: `mock.async`.
public struct AsyncMock: Sendable {
  let mock: Mock

  /// Forwards a call of a function that does not throw.
  ///
  /// What it returns is inferred.
  public var call: MockMembers<AsyncMockFunction<Never>> {
    MockMembers { [mock] in AsyncMockFunction(mock: mock, name: $0) }
  }

  /// Forwards a call of a function that does not throw, with a value to return where it was not expected.
  public func call<Value: Sendable>(orElse value: Value) -> MockMembers<AsyncMockFunctionOrElse<Value>> {
    MockMembers { [mock] in AsyncMockFunctionOrElse(mock: mock, name: $0, value: value) }
  }

  /// Forwards what throws.
  public var throwing: AsyncThrowingMock<any Error> { AsyncThrowingMock(mock: mock, failure: nil) }

  /// Forwards what throws errors of one type.
  public func throwing<Failure: Error>(
    _ type: Failure.Type, orElse failure: Failure? = nil
  ) -> AsyncThrowingMock<Failure> {
    AsyncThrowingMock(mock: mock, failure: failure)
  }
}

/// The members of a mock that are async and throw: `mock.async.throwing`.
public struct AsyncThrowingMock<Failure: Error>: Sendable {
  let mock: Mock
  let failure: Failure?

  /// Forwards a call.
  ///
  /// What it returns is inferred.
  public var call: MockMembers<AsyncMockFunction<Failure>> {
    MockMembers { [mock, failure] in AsyncMockFunction(mock: mock, name: $0, failure: failure) }
  }
}
