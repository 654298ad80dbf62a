extension RequestMaking {
  /// Creates a request with an `Encodable` value as its parameters.
  ///
  /// Nothing is sent yet.
  ///
  /// ```swift
  /// network.request(url, method: .post, parameters: Login(name: "trentm"), encoder: .json)
  /// ```
  ///
  /// The value is encoded when the request starts. An encoding error fails the request.
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: some Encodable & Sendable,
    encoder: any ParameterEncoder, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: method, parameters: Parameters(),
        encoding: EncodableEncoding(value: parameters, encoder: encoder), headers: headers, fileID: fileID,
        line: line))
  }

  /// Creates a `GET` request with an `Encodable` value as its parameters.
  public func get(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .get, parameters: parameters, encoder: encoder, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `HEAD` request with an `Encodable` value as its parameters.
  public func head(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .head, parameters: parameters, encoder: encoder, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates an `OPTIONS` request with an `Encodable` value as its parameters.
  public func options(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .options, parameters: parameters, encoder: encoder, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `POST` request with an `Encodable` value as its parameters.
  public func post(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .post, parameters: parameters, encoder: encoder, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PUT` request with an `Encodable` value as its parameters.
  public func put(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .put, parameters: parameters, encoder: encoder, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PATCH` request with an `Encodable` value as its parameters.
  public func patch(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .patch, parameters: parameters, encoder: encoder, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `DELETE` request with an `Encodable` value as its parameters.
  public func delete(
    _ url: any URLConvertible, parameters: some Encodable & Sendable, encoder: any ParameterEncoder,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .delete, parameters: parameters, encoder: encoder, headers: headers, fileID: fileID,
      line: line)
  }
}

/// An encoding that contains its parameters as an `Encodable` value.
package protocol EncodableParameters: Sendable {
  /// The value.
  var encodable: any Encodable & Sendable { get }
  /// Returns the value as pairs in form format, whatever the encoder, with values of their original types.
  func parameters() throws -> Parameters
}

/// Carries a value to the point at which the parameters of a request are encoded.
private struct EncodableEncoding<Value: Encodable & Sendable>: ParameterEncoding, EncodableParameters {
  let value: Value
  let encoder: any ParameterEncoder
  /// The encoding of parameters that a policy or the caller has added to the description.
  var extra = URLEncoding()

  var encodable: any Encodable & Sendable { value }

  func parameters() throws -> Parameters {
    let form = (encoder as? URLEncodedFormParameterEncoder)?.encoder ?? URLEncodedFormEncoder()
    var parameters = Parameters()
    for pair in try form.parameters(of: value).pairs {
      parameters.append(pair.key, pair.value.map { $0.parameterValue.plain })
    }
    return parameters
  }

  func withDefaults(from encoder: any DataEncoder) -> EncodableEncoding {
    EncodableEncoding(
      value: value, encoder: self.encoder.withDefaults(from: encoder),
      extra: extra.withDefaults(from: encoder))
  }

  func encode(_ parameters: Parameters, into request: inout TransportRequest) throws {
    try encoder.encode(value, into: &request)
    if !parameters.isEmpty { try extra.encode(parameters, into: &request) }
  }
}

extension ParameterValue {
  /// A scalar as the type that a reader expects; anything else unchanged.
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
