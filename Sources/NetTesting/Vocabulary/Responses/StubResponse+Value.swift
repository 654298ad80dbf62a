import Foundation
import Net

extension StubResponse {
  // Disfavored, because `[]` would be an array of `Any`.
  /// A 200 response that delivers this value to the code under test, without bytes to decode.
  ///
  /// Only ``ValueStubbing`` mocks support values: with any other mock, a value fails the test and the request.
  ///
  /// ```swift
  /// network.stub(.get("/user"), withSequence: [.status(503), .value(User(name: "Trent")).header("ETag", "1")])
  /// ```
  ///
  /// The value must have the type that the code under test requests. Two types are delivered as bytes: `Data` is the
  /// response body, which the serializer of the request decodes, and `[Data]` is a response body in these chunks.
  ///
  /// A value belongs to its mock: if several mocks share a cache, only that mock receives the value from it.
  @_disfavoredOverload
  public static func value<Value: Sendable>(_ value: Value) -> StubResponse {
    if let response = value as? StubResponse { return response }
    var response: StubResponse
    if let data = value as? Data {
      response = .data(data)
    } else {
      // A cast also accepts an empty array of another type.
      let chunks = Value.self == [Data].self ? value as? [Data] : nil
      response = chunks.map { stream($0.map { StubChunk($0) }) } ?? .status(200)
      response.value = TypedValue(value: value)
    }
    response.takesRequestedType = true
    return response
  }

  /// A 200 response that delivers an empty array, set or dictionary: `.value([])`, `.value([:])`.
  public static func value(_ empty: EmptyLiteral) -> StubResponse {
    var response = status(200)
    response.value = empty
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

  /// Returns a copy with its own delivery, which overrides the delivery of the mock.
  ///
  /// ```swift
  /// transport.stub(.get("/slow"), with: .json("{}").delivered(.held))
  /// ```
  ///
  /// A ``NetworkingMock`` and a ``MockTransport`` support all deliveries. The other mocks add the time of
  /// `.after` to ``delay(_:)``, and have their own threads, so `.queue` has no effect. They cannot hold a
  /// response: `.held` fails the test and the request, as it does in
  /// ``everyLevel(of:configuration:timer:ignoringHeaders:isolation:file:line:_:)`` and in fault and mutation
  /// sweeps, where no test can complete it.
  public func delivered(_ delivery: MockDelivery) -> StubResponse {
    var changed = self
    changed.delivery = delivery
    return changed
  }

  /// A copy whose delivery is part of its delay, for mocks that deliver on their own thread.
  var withDeliveryAsDelay: StubResponse {
    guard case .after(let more)? = delivery else { return self }
    var changed = self
    changed.delay = delay.addingSaturated(more)
    changed.delivery = nil
    return changed
  }
}

extension String {
  /// Why this kind of mock cannot hold a response, and what to do.
  static func unableToHold(_ mock: String) -> String {
    """
    \(mock) cannot hold it. Delay it with .delay(.seconds(1)), which takes no real time if the timer is a TestScheduler, or \
    use a MockTransport or a NetworkingMock, whose `pending` completes it.
    """
  }
}

/// A value whose type only the test and the code under test know.
package protocol StubValue: Sendable {
  /// The name of the type of the value, for a failure message.
  var typeName: String { get }
  /// Returns the value as this type, which must be the type of the value or an optional of it; otherwise nil.
  func value<Wanted>(as type: Wanted.Type) -> Wanted?
}

extension EmptyLiteral: StubValue {
  package var typeName: String { "EmptyLiteral" }

  package func value<Wanted>(as type: Wanted.Type) -> Wanted? { value(of: type) }
}

private struct TypedValue<Value: Sendable>: StubValue {
  let value: Value

  var typeName: String { "\(Value.self)" }

  // Types are compared, because a cast converts an empty array of one type to one of any other.
  func value<Wanted>(as type: Wanted.Type) -> Wanted? {
    if Wanted.self == Value.self { return value as? Wanted }
    if Wanted.self == Value?.self { return Value?.some(value) as? Wanted }
    if Wanted.self == Value??.self { return Value??.some(value) as? Wanted }
    return nil
  }
}
