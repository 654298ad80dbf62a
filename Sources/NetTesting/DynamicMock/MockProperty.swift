/// The properties of a mock, for reading: `mock.get.foo`.
@dynamicMemberLookup
public struct MockGetters: Sendable {
  let mock: Mock

  /// The property with this name, of the inferred type.
  public subscript<Value>(dynamicMember name: String) -> Value {
    mock.answer(MockMember(.get, name), .none, or: MockFallback<Value, Never>())
  }
}

/// The properties of a mock whose getters throw: `try mock.throwing.get.foo`.
@dynamicMemberLookup
public struct ThrowingMockGetters<Failure: Error>: Sendable {
  let mock: Mock
  let failure: Failure?

  /// The property with this name, of the inferred type.
  public subscript<Value>(dynamicMember name: String) -> Value {
    get throws(Failure) {
      try mock.answer(MockMember(.get, name), .none, or: MockFallback<Value, Failure>(failure: failure))
    }
  }
}

/// The properties of a mock, for setting: `mock.set.foo = newValue`.
@dynamicMemberLookup
public struct MockSetters: Sendable {
  let mock: Mock

  /// The property with this name, which can only be set; ``Mock/get`` reads it.
  public subscript<Value>(dynamicMember name: String) -> Value {
    @available(*, unavailable, message: "mock.set is for setting; read by mock.get")
    get { mock.answer(MockMember(.get, name), .none, or: MockFallback<Value, Never>()) }
    nonmutating set {
      mock.answer(
        MockMember(.set, name), MockArguments(labels: [""], values: [newValue]),
        or: MockFallback<Void, Never>())
    }
  }
}

extension MockArguments {
  static var none: MockArguments { MockArguments(labels: [], values: []) }
}
