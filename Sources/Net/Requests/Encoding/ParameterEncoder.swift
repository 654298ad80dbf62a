import Foundation

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

  /// Returns the encoder with the formats that it leaves open, such as that of dates and keys, set to those of the
  /// session's encoder. The default returns the encoder unchanged.
  func withDefaults(from encoder: any DataEncoder) -> Self
}

extension ParameterEncoder {
  /// The encoder itself: it leaves no format open.
  public func withDefaults(from encoder: any DataEncoder) -> Self { self }
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

  /// Returns the encoder with the session's format of dates and keys, unless it has its own.
  public func withDefaults(from encoder: any DataEncoder) -> URLEncodedFormParameterEncoder {
    var copy = self
    copy.encoder = self.encoder.withDefaults(from: encoder)
    return copy
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
/// anything is sent (``InvalidRequest/bodyNotAllowed(_:)``). A value that is `Data` is the body as it is, without a
/// content type.
public struct JSONParameterEncoder: ParameterEncoder {
  /// The encoder of the value.
  ///
  /// Nil, the default, means that of the session.
  public var encoder: (any DataEncoder)?

  /// Creates an encoder.
  public init(encoder: (any DataEncoder)? = nil) { self.encoder = encoder }

  /// Returns the encoder with the session's encoder, unless it has its own.
  public func withDefaults(from encoder: any DataEncoder) -> JSONParameterEncoder {
    JSONParameterEncoder(encoder: self.encoder ?? encoder)
  }

  /// Encodes the value as the body.
  public func encode<Value: Encodable>(_ value: Value, into request: inout TransportRequest) throws {
    guard request.body == .none else {
      var form = URLEncodedFormParameterEncoder(destination: .queryString)
      if let encoder { form = form.withDefaults(from: encoder) }
      return try form.encode(value, into: &request)
    }
    if let bytes = value.unencodedBytes { return request.body = .data(bytes) }
    request.body = .data(try (encoder ?? JSONEncoder()).encode(value))
    request.headers.setDefault(name: "Content-Type", value: "application/json")
  }
}

extension URLEncodedFormParameterEncoder {
  /// The same as ``ParameterEncoder/urlEncodedForm``.
  public static var `default`: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }
}

extension JSONParameterEncoder {
  /// The same as ``ParameterEncoder/json``.
  public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }
}

extension ParameterEncoder where Self == URLEncodedFormParameterEncoder {
  /// Encodes into the query of `GET`, `HEAD` and `DELETE` requests, and into a form body otherwise.
  public static var urlEncodedForm: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }

  /// Encodes as a form with this encoder, into the query or body as the destination says.
  public static func urlEncodedForm(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
    destination: URLEncoding.Destination = .methodDependent
  ) -> URLEncodedFormParameterEncoder {
    URLEncodedFormParameterEncoder(encoder: encoder, destination: destination)
  }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
  /// Encodes into a JSON body.
  public static var json: JSONParameterEncoder { JSONParameterEncoder() }

  /// Encodes into a JSON body with this encoder.
  public static func json(encoder: any DataEncoder) -> JSONParameterEncoder {
    JSONParameterEncoder(encoder: encoder)
  }
}
