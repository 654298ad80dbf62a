/// A type with a value for a response without a body.
///
/// Conform a type when a service may answer nothing where you decode it: such a response then is a success,
/// whatever its status.
///
/// ```swift
/// struct Acknowledgement: Decodable, EmptyResponse {
///   var message: String?
///   static func emptyValue() -> Acknowledgement { Acknowledgement(message: nil) }
/// }
/// ```
///
/// ``Empty`` and every optional conform; the empty value of an optional is nil.
public protocol EmptyResponse {
  /// The value that stands for a response without a body.
  static func emptyValue() -> Self
}

/// A response without a body, where a decodable type is asked for. It decodes from any body, too.
///
/// ```swift
/// network.delete("/todos/1").responseObject(of: Empty.self) { response in print(response.result) }
/// ```
public struct Empty: EmptyResponse, Codable, Hashable, Sendable {
  /// Makes the one value there is.
  public init() {}

  /// Takes whatever there is.
  public init(from decoder: any Decoder) throws {}

  /// The one value there is.
  public static func emptyValue() -> Empty { Empty() }
}

extension Optional: EmptyResponse {
  /// Nil.
  public static func emptyValue() -> Wrapped? { nil }
}

extension ReceivedResponse {
  /// Whether HTTP says that the response has no body: to `HEAD`, 204, 205 (RFC 9110 sections 9.3.2, 15.3.5, 15.3.6).
  var mayBeEmpty: Bool { request.method == .head || head.status == 204 || head.status == 205 }

  /// The error for an empty body where a value is expected.
  func emptyBodyError(_ type: Any.Type) -> NetworkError {
    NetworkError(.serialization("the body is empty, and \(type) has no value for that"), received: self)
  }
}
