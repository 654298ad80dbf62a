public import Foundation

/// A type that encodes a value of any `Encodable` type into the query or body of a request.
///
/// Encoders are available as static members: `.urlEncodedForm`, `.json`.
///
/// ```swift
/// network.get(url, parameters: Search(q: "swift"), encoder: .urlEncodedForm)
/// network.post(url, parameters: Login(name: "trentm"), encoder: .json)
/// ```
public protocol ParameterEncoder: Sendable {
  /// Encodes the value into the request. The existing URL and body are kept.
  func encode<Value: Encodable>(_ value: Value, into request: inout TransportRequest) throws
}

/// Encodes a value into the query or a form body with a ``URLEncodedFormEncoder``.
///
/// ```swift
/// network.post(url, parameters: Login(name: "trentm"), encoder: .urlEncodedForm)  // name=trentm
/// ```
///
/// The existing query, body and `Content-Type` are preserved as by ``URLEncoding``.
public struct URLEncodedFormParameterEncoder: ParameterEncoder {
  /// The encoder of the value.
  public var encoder: URLEncodedFormEncoder
  /// Where the name–value pairs are added.
  public var destination: URLEncoding.Destination

  /// Creates an encoder.
  public init(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
    destination: URLEncoding.Destination = .methodDependent
  ) {
    self.encoder = encoder
    self.destination = destination
  }

  /// Encodes the value into the query or body.
  public func encode<Value: Encodable>(_ value: Value, into request: inout TransportRequest) throws {
    try encoder.urlEncoding(destination).encode(encoder.parameters(of: value), into: &request)
  }
}

/// Encodes a value as the JSON body of a request.
///
/// ```swift
/// network.post(url, parameters: Login(name: "trentm"), encoder: .json)  // {"name":"trentm"}
/// ```
///
/// The content type is `application/json` unless the header sets another. If the request already has a body, it keeps
/// that body, and the value is added to the query as a form. For `GET` and `HEAD` a body is an error, detected before
/// anything is sent (``InvalidRequest/bodyNotAllowed(_:)``).
public struct JSONParameterEncoder: ParameterEncoder {
  /// The encoder of the value.
  public var encoder: any DataEncoder

  /// Creates an encoder.
  public init(encoder: any DataEncoder = JSONEncoder()) { self.encoder = encoder }

  /// Encodes the value as the body.
  public func encode<Value: Encodable>(_ value: Value, into request: inout TransportRequest) throws {
    guard request.body == .none else {
      return try URLEncodedFormParameterEncoder(destination: .queryString).encode(value, into: &request)
    }
    request.body = .data(try encoder.encode(value))
    request.headers.setDefault(name: "Content-Type", value: "application/json")
  }
}

extension ParameterEncoder where Self == URLEncodedFormParameterEncoder {
  /// The query for `GET`, `HEAD` and `DELETE`; a form body otherwise.
  public static var urlEncodedForm: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }

  /// A form with this encoder, added at this destination.
  public static func urlEncodedForm(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
    destination: URLEncoding.Destination = .methodDependent
  ) -> URLEncodedFormParameterEncoder {
    URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
  }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
  /// A JSON body.
  public static var json: JSONParameterEncoder { JSONParameterEncoder() }

  /// A JSON body with this encoder.
  public static func json(encoder: any DataEncoder) -> JSONParameterEncoder {
    JSONParameterEncoder(encoder: encoder)
  }
}
