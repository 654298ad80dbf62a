extension RequestMaking {
  /// Creates a `POST` request with a JSON value as its body, such as a literal whose values have different types.
  ///
  /// ```swift
  /// network.post(url, body: ["query": "{ viewer { login } }", "variables": ["first": 10]])
  /// ```
  ///
  /// It is what `jsonObject:` does. A literal whose values have one type is encoded by the session's encoder.
  @_disfavoredOverload
  public func post(
    _ url: any URLConvertible, body: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, jsonObject: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PUT` request with a JSON value as its body, such as a literal whose values have different types.
  @_disfavoredOverload
  public func put(
    _ url: any URLConvertible, body: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, jsonObject: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PATCH` request with a JSON value as its body, such as a literal whose values have different types.
  @_disfavoredOverload
  public func patch(
    _ url: any URLConvertible, body: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, jsonObject: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `DELETE` request with a JSON value as its body, such as a literal whose values have different types.
  @_disfavoredOverload
  public func delete(
    _ url: any URLConvertible, body: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, jsonObject: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }
}
