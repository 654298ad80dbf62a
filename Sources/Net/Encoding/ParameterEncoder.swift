public import Foundation

/// Puts a value of any `Encodable` type into a request: its query or its body.
///
/// Encoders are found as static members: `.urlEncodedForm`, `.json`.
///
/// ```swift
/// network.get(url, parameters: Search(q: "swift"), encoder: .urlEncodedForm)
/// network.post(url, parameters: Login(name: "trentm"), encoder: .json)
/// ```
public protocol ParameterEncoder: Sendable {
  /// Puts the value into the request. The URL and the body that are there already are kept.
  func encode<Value: Encodable>(_ value: Value, into request: inout TransportRequest) throws
}

/// Puts a value into the query or a form body, as ``URLEncodedFormEncoder`` spells it.
///
/// ```swift
/// network.post(url, parameters: Login(name: "trentm"), encoder: .urlEncodedForm)  // name=trentm
/// ```
///
/// The existing query, an existing body and a `Content-Type` are kept as ``URLEncoding`` keeps them.
public struct URLEncodedFormParameterEncoder: ParameterEncoder {
  /// What spells the value.
  public var encoder: URLEncodedFormEncoder
  /// Where the pairs go.
  public var destination: URLEncoding.Destination

  /// Makes an encoder.
  public init(
    encoder: URLEncodedFormEncoder = URLEncodedFormEncoder(),
    destination: URLEncoding.Destination = .methodDependent
  ) {
    self.encoder = encoder
    self.destination = destination
  }

  /// Puts the value into the query or the body.
  public func encode<Value: Encodable>(_ value: Value, into request: inout TransportRequest) throws {
    try encoder.urlEncoding(destination).encode(encoder.parameters(of: value), into: &request)
  }
}

/// Makes a value the JSON body of a request.
///
/// ```swift
/// network.post(url, parameters: Login(name: "trentm"), encoder: .json)  // {"name":"trentm"}
/// ```
///
/// The body is labelled `application/json` unless the headers name a type. A request that has a body already
/// keeps it, and the value goes to its query as a form. On `GET` and `HEAD` the body is an error before anything
/// is sent (``InvalidRequest/bodyNotAllowed(_:)``).
public struct JSONParameterEncoder: ParameterEncoder {
  /// What encodes the value.
  public var encoder: any DataEncoder

  /// Makes an encoder.
  public init(encoder: any DataEncoder = JSONEncoder()) { self.encoder = encoder }

  /// Makes the value the body.
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

  /// The same, spelled by this encoder, at this destination.
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

  /// A JSON body of this encoder's.
  public static func json(encoder: any DataEncoder) -> JSONParameterEncoder {
    JSONParameterEncoder(encoder: encoder)
  }
}
