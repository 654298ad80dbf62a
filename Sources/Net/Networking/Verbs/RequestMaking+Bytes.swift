public import Foundation

/// Bytes where a value is expected: they are sent as they are, not as a JSON string in Base64.
extension RequestMaking {
  /// Creates a `POST` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func post(
    _ url: any URLConvertible, body: Data?, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: body.map { .data($0, contentType: nil) }, fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func put(
    _ url: any URLConvertible, body: Data?, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: body.map { .data($0, contentType: nil) }, fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func patch(
    _ url: any URLConvertible, body: Data?, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: body.map { .data($0, contentType: nil) }, fileID: fileID, line: line)
  }

  /// Creates a `DELETE` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func delete(
    _ url: any URLConvertible, body: Data?, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: body.map { .data($0, contentType: nil) }, fileID: fileID, line: line)
  }
}

/// The same for `Data` that is not optional, which would otherwise be mistaken for a value to encode.
extension RequestMaking {
  /// Creates a `POST` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func post(
    _ url: any URLConvertible, body: Data, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, httpBody: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PUT` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func put(
    _ url: any URLConvertible, body: Data, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, httpBody: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PATCH` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func patch(
    _ url: any URLConvertible, body: Data, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, httpBody: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `DELETE` request with bytes as its body.
  ///
  /// Use `httpBody:`.
  @available(
    *, deprecated, message: "Data is not encoded as a value: pass bytes as httpBody:, with their contentType:"
  )
  public func delete(
    _ url: any URLConvertible, body: Data, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, httpBody: body, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }
}
