extension RequestMaking {
  /// Creates a `POST` request with a JSON value as its body, such as a literal whose values have different types.
  ///
  /// ```swift
  /// network.post(url, body: ["query": "{ viewer { login } }", "variables": ["first": 10]])
  /// ```
  ///
  /// It is what `jsonObject:` does. A literal whose values have one type is encoded by the session's encoder.
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

/// Literals with variables of different types. They are not a `JSONValue`, and have no common type.
extension RequestMaking {
  /// Creates a `POST` request with a JSON object as its body, whose values are variables of different types.
  ///
  /// ```swift
  /// network.post(url, body: ["prompt": token, "stream": true, "since": date])
  /// ```
  ///
  /// It is encoded by the session's encoder, as a value is.
  @_disfavoredOverload
  public func post(
    _ url: any URLConvertible, body: KeyValuePairs<String, (any ParameterConvertible)?>,
    parameters: Parameters? = nil, encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, body: EncodableLiteral(body), parameters: parameters, encoding: encoding, headers: headers,
      fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with a JSON object as its body, whose values are variables of different types.
  @_disfavoredOverload
  public func put(
    _ url: any URLConvertible, body: KeyValuePairs<String, (any ParameterConvertible)?>,
    parameters: Parameters? = nil, encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, body: EncodableLiteral(body), parameters: parameters, encoding: encoding, headers: headers,
      fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with a JSON object as its body, whose values are variables of different types.
  @_disfavoredOverload
  public func patch(
    _ url: any URLConvertible, body: KeyValuePairs<String, (any ParameterConvertible)?>,
    parameters: Parameters? = nil, encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, body: EncodableLiteral(body), parameters: parameters, encoding: encoding, headers: headers,
      fileID: fileID, line: line)
  }

  /// Creates a `DELETE` request with a JSON object as its body, whose values are variables of different types.
  @_disfavoredOverload
  public func delete(
    _ url: any URLConvertible, body: KeyValuePairs<String, (any ParameterConvertible)?>,
    parameters: Parameters? = nil, encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, body: EncodableLiteral(body), parameters: parameters, encoding: encoding, headers: headers,
      fileID: fileID, line: line)
  }
}
