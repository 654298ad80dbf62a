/// A type with a value for a response without a body.
///
/// Conform a type to it if a service may respond with an empty body where you decode that type. Such a response is then
/// a success, whatever its status.
///
/// ```swift
/// struct Acknowledgement: Decodable, EmptyResponse {
///   var message: String?
///   static func emptyValue() -> Acknowledgement { Acknowledgement(message: nil) }
/// }
/// ```
///
/// ``Empty`` and every optional conform. The empty value of an optional is nil. The value is made on any thread: in a
/// module that is on the main actor by default, an extension that conforms declares it `nonisolated static`.
public protocol EmptyResponse: SendableMetatype {
  /// Returns the value for a response without a body.
  static func emptyValue() -> Self
}

/// A response whose body does not matter, for use where a decodable type is required.
///
/// A serializer returns it for any body, even one that is not JSON. The same goes for `Empty?`, which is nil without a
/// body and for the `null` of JSON.
///
/// ```swift
/// network.delete("/todos/1").responseObject(as: Empty.self) { response in print(response.result) }
/// ```
public struct Empty: EmptyResponse, Codable, Hashable, Sendable {
  /// Creates the only value.
  public init() {}

  /// Accepts any value.
  public init(from decoder: any Decoder) throws {}

  /// Returns the only value.
  public static func emptyValue() -> Empty { Empty() }
}

extension Optional: EmptyResponse {
  /// Nil.
  public static func emptyValue() -> Wrapped? { nil }
}

extension ReceivedResponse {
  /// Whether an empty body is what HTTP specifies: that of a response without content.
  ///
  /// The content of a 304 is the one that the client has, and not empty.
  var mayBeEmpty: Bool {
    let isConfirmation = head.status == 304 && request.method != .head
    return !isConfirmation && !request.method.hasContent(inResponse: head.status)
  }

  /// Returns the error for an empty body where a value is required.
  func emptyBodyError(_ type: Any.Type) -> NetworkError {
    guard mayBeEmpty else {
      return NetworkError(
        .serialization("the body is empty, but \(type) has no empty value"), received: self)
    }
    let cause = request.method == .head ? "to HEAD" : "with the status \(head.status)"
    return NetworkError(
      .serialization(
        "a response \(cause) has no body, but \(type) has no empty value; use void(), or decode an optional"),
      received: self)
  }
}
