/// The members of a mock, by name: `mock.call.baz`, `mock.calls.baz`.
@dynamicMemberLookup
public struct MockMembers<Member>: Sendable {
  private let member: @Sendable (String) -> Member

  init(_ member: @escaping @Sendable (String) -> Member) { self.member = member }

  /// The member with this name.
  public subscript(dynamicMember name: String) -> Member { member(name) }
}

extension Mock {
  /// Forwards a call of a function that does not throw.
  ///
  /// The return type is inferred.
  ///
  /// ```swift
  /// func baz(buz: Int) -> Int { mock.call.baz(buz: buz) }
  /// ```
  public var call: MockMembers<MockFunction<Never>> {
    MockMembers { [self] in MockFunction(mock: self, name: $0) }
  }

  /// Forwards a call of a non-throwing function whose return type has no ``MockDefault``.
  ///
  /// The value is returned if the call is unexpected and the test has failed.
  ///
  /// ```swift
  /// func user(id: Int) -> User { mock.call(orElse: .nobody).user(id: id) }
  /// ```
  public func call<Value: Sendable>(orElse value: Value) -> MockMembers<MockFunctionOrElse<Value>> {
    MockMembers { [self] in MockFunctionOrElse(mock: self, name: $0, value: value) }
  }

  /// Forwards reading a property.
  ///
  /// Its type is inferred.
  ///
  /// ```swift
  /// var foo: String { mock.get.foo }
  /// ```
  public var get: MockGetters { MockGetters(mock: self) }

  /// Forwards reading a property whose type has no ``MockDefault``.
  ///
  /// The value is returned if the read is unexpected and the test has failed.
  public func get<Value: Sendable>(orElse value: Value) -> MockMembers<Value> {
    MockMembers { [self] name in
      answer(MockMember(.get, name), .none, or: MockFallback<Value, Never>(value: value))
    }
  }

  /// Forwards setting a property.
  ///
  /// ```swift
  /// var foo: String {
  ///   get { mock.get.foo }
  ///   set { mock.set.foo = newValue }
  /// }
  /// ```
  public var set: MockSetters { MockSetters(mock: self) }

  /// Forwards throwing members.
  ///
  /// ```swift
  /// func save(_ user: User) throws { try mock.throwing.call.save(user) }
  /// ```
  public var throwing: ThrowingMock<any Error> { ThrowingMock(mock: self, failure: nil) }

  /// Forwards members that throw errors of one type.
  ///
  /// ```swift
  /// func save(_ user: User) throws(StoreError) { try mock.throwing(StoreError.self, orElse: .full).call.save(user) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the error. An expectation that throws another type fails the test.
  ///   - failure: The error to throw if the call is unexpected and the test has failed. By default a ``MockDefault``
  ///     is returned, because a ``MockFailure`` has another type.
  /// - Returns: The members that throw errors of this type.
  public func throwing<Failure: Error>(
    _ type: Failure.Type, orElse failure: Failure? = nil
  ) -> ThrowingMock<Failure> {
    ThrowingMock(mock: self, failure: failure)
  }

  /// Forwards async members, whose expectations may suspend with `.callAsync`.
  ///
  /// ```swift
  /// func user(id: Int) async throws -> User { try await mock.async.throwing.call.user(id: id) }
  /// ```
  public var async: AsyncMock { AsyncMock(mock: self) }
}

/// The throwing members of a mock: `mock.throwing`.
public struct ThrowingMock<Failure: Error>: Sendable {
  let mock: Mock
  let failure: Failure?

  /// Forwards a call.
  ///
  /// The return type is inferred.
  public var call: MockMembers<MockFunction<Failure>> {
    MockMembers { [mock, failure] in MockFunction(mock: mock, name: $0, failure: failure) }
  }

  /// Forwards reading a property.
  ///
  /// Its type is inferred.
  public var get: ThrowingMockGetters<Failure> { ThrowingMockGetters(mock: mock, failure: failure) }
}

/// The async members of a mock: `mock.async`.
public struct AsyncMock: Sendable {
  let mock: Mock

  /// Forwards a call of a function that does not throw.
  ///
  /// The return type is inferred.
  public var call: MockMembers<AsyncMockFunction<Never>> {
    MockMembers { [mock] in AsyncMockFunction(mock: mock, name: $0) }
  }

  /// Forwards a call of a function that does not throw, with a value to return for an unexpected call.
  public func call<Value: Sendable>(orElse value: Value) -> MockMembers<AsyncMockFunctionOrElse<Value>> {
    MockMembers { [mock] in AsyncMockFunctionOrElse(mock: mock, name: $0, value: value) }
  }

  /// Forwards throwing members.
  public var throwing: AsyncThrowingMock<any Error> { AsyncThrowingMock(mock: mock, failure: nil) }

  /// Forwards members that throw errors of one type.
  public func throwing<Failure: Error>(
    _ type: Failure.Type, orElse failure: Failure? = nil
  ) -> AsyncThrowingMock<Failure> {
    AsyncThrowingMock(mock: mock, failure: failure)
  }
}

/// The async throwing members of a mock: `mock.async.throwing`.
public struct AsyncThrowingMock<Failure: Error>: Sendable {
  let mock: Mock
  let failure: Failure?

  /// Forwards a call.
  ///
  /// The return type is inferred.
  public var call: MockMembers<AsyncMockFunction<Failure>> {
    MockMembers { [mock, failure] in AsyncMockFunction(mock: mock, name: $0, failure: failure) }
  }
}
