extension RequestMaking {
  /// Makes a request whose parameters are a value of a type of their own. Nothing is sent yet.
  ///
  /// ```swift
  /// network.request(url, method: .post, parameters: Login(name: "trentm"), encoder: .json)
  /// ```
  ///
  /// The value is encoded when the request starts; what goes wrong there fails the request.
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: some Encodable & Sendable,
    encoder: any ParameterEncoder, headers: HTTPHeaders = [:]
  ) -> Request {
    request(
      RequestDescription(
        url, method: method, parameters: Parameters(),
        encoding: EncodableEncoding(value: parameters, encoder: encoder), headers: headers))
  }

  /// Makes a `GET` request whose parameters are a value of a type of their own.
  public func get(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .get, parameters: parameters, encoder: encoder, headers: headers)
  }

  /// Makes a `POST` request whose parameters are a value of a type of their own.
  public func post(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .post, parameters: parameters, encoder: encoder, headers: headers)
  }

  /// Makes a `PUT` request whose parameters are a value of a type of their own.
  public func put(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .put, parameters: parameters, encoder: encoder, headers: headers)
  }

  /// Makes a `PATCH` request whose parameters are a value of a type of their own.
  public func patch(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .patch, parameters: parameters, encoder: encoder, headers: headers)
  }

  /// Makes a `DELETE` request whose parameters are a value of a type of their own.
  public func delete(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .delete, parameters: parameters, encoder: encoder, headers: headers)
  }
}

/// An encoding that brings its parameters along, as a value of a type of their own.
package protocol EncodableParameters: Sendable {
  /// The value.
  var encodable: any Encodable & Sendable { get }
  /// The value as pairs, as a form spells it, whatever it is encoded as; their values of the types they had.
  func parameters() throws -> Parameters
}

/// Carries a value to where the parameters of a request are encoded.
private struct EncodableEncoding<Value: Encodable & Sendable>: ParameterEncoding, EncodableParameters {
  let value: Value
  let encoder: any ParameterEncoder

  var encodable: any Encodable & Sendable { value }

  func parameters() throws -> Parameters {
    let form = (encoder as? URLEncodedFormParameterEncoder)?.encoder ?? URLEncodedFormEncoder()
    var parameters = Parameters()
    for pair in try form.parameters(of: value).pairs {
      parameters.append(pair.key, pair.value.map { $0.parameterValue.plain })
    }
    return parameters
  }

  func encode(_ parameters: Parameters, into request: inout TransportRequest) throws {
    try encoder.encode(value, into: &request)
    // What a policy or a caller has added to the description since.
    if !parameters.isEmpty { try URLEncoding().encode(parameters, into: &request) }
  }
}

extension ParameterValue {
  /// A scalar as the type that one would expect to read; anything else as it is.
  fileprivate var plain: any ParameterConvertible {
    switch self {
    case .string(let value): value
    case .bool(let value): value
    case .integer(let value): Int(exactly: value).map { $0 as any ParameterConvertible } ?? self
    case .double(let value): value
    case .date(let value): value
    case .data(let value): value
    default: self
    }
  }
}
