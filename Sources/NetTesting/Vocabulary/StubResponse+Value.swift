import Foundation

extension StubResponse {
  /// A 200 response that delivers this value to the code under test, without bytes to decode.
  ///
  /// For a ``NetworkingMock``.
  ///
  /// ```swift
  /// network.stub(.get("/user"), withSequence: [.status(503), .value(User(name: "Trent")).header("ETag", "1")])
  /// ```
  ///
  /// The type must be the one that the code under test requests. `Data` is a body that its serializer decodes, and
  /// `[Data]` is the chunks of a body. At other levels a value fails the test and the request.
  public static func value<Value: Sendable>(_ value: Value) -> StubResponse {
    if let response = value as? StubResponse { return response }
    var response: StubResponse
    if let data = value as? Data {
      response = .data(data)
    } else {
      // A cast also accepts an empty array of another type.
      let chunks = Value.self == [Data].self ? value as? [Data] : nil
      response = chunks.map { stream($0.map { StubPiece($0) }) } ?? .status(200)
      response.value = TypedValue(value: value)
    }
    response.takesRequestedType = true
    return response
  }

  /// A 200 response that delivers the value of this result, or a failure with its error.
  public static func value<Value: Sendable, Failure: Error>(
    _ result: Result<Value, Failure>
  ) -> StubResponse {
    switch result {
    case .success(let success): value(success)
    case .failure(let error): .failure(error)
    }
  }

  /// Returns a copy that is delivered in this way, whatever the delivery of the mock.
  ///
  /// ```swift
  /// transport.stub(.get("/slow"), with: .json("{}").delivered(.held))
  /// ```
  ///
  /// For a ``NetworkingMock`` and a ``MockTransport``. The other levels support only ``delay(_:)``.
  public func delivered(_ delivery: MockDelivery) -> StubResponse {
    var changed = self
    changed.delivery = delivery
    return changed
  }
}

/// A value whose type only the test and the code under test know.
package protocol StubValue: Sendable {
  /// The name of its type, for a failure message.
  var typeName: String { get }
  /// The value if it has this type, or if this type is the optional of its type; otherwise nil.
  func value<Wanted>(as type: Wanted.Type) -> Wanted?
}

private struct TypedValue<Value: Sendable>: StubValue {
  let value: Value

  var typeName: String { "\(Value.self)" }

  // Types are compared, because a cast converts an empty array of one type to one of any other.
  func value<Wanted>(as type: Wanted.Type) -> Wanted? {
    if Wanted.self == Value.self { return value as? Wanted }
    if Wanted.self == Value?.self { return Value?.some(value) as? Wanted }
    return nil
  }
}
