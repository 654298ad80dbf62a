public import Foundation

extension RequestMaking {
  /// Creates a `POST` request with bytes as its body.
  ///
  /// ```swift
  /// network.post(url, httpBody: Data("hello".utf8), contentType: "text/plain")
  /// ```
  ///
  /// Parameters are added to the query. The content type is sent unless the header sets another. The body is encoded
  /// when the request starts.
  public func post(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with bytes as its body.
  public func put(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with bytes as its body.
  public func patch(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `DELETE` request with bytes as its body.
  public func delete(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType), fileID: fileID, line: line)
  }

  /// Creates a `POST` request with a JSON value as its body.
  ///
  /// ```swift
  /// network.post(url, jsonObject: ["title": "Milk", "done": false])
  /// ```
  ///
  /// Parameters are added to the query. The content type is `application/json` unless the header sets another. The body
  /// is encoded when the request starts.
  public func post(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject),
      fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with a JSON value as its body.
  public func put(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject),
      fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with a JSON value as its body.
  public func patch(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject),
      fileID: fileID, line: line)
  }

  /// Creates a `DELETE` request with a JSON value as its body.
  public func delete(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject),
      fileID: fileID, line: line)
  }

  /// Creates a `POST` request with a value as its body, encoded by the session's encoder.
  ///
  /// ```swift
  /// network.post(url, body: Todo(title: "Milk"))
  /// ```
  ///
  /// Parameters are added to the query. The content type is `application/json` unless the header sets
  /// another. The body is encoded when the request starts. Bytes are not encoded as a value: pass `Data` as
  /// `httpBody:`.
  public func post(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body),
      fileID: fileID, line: line)
  }

  /// Creates a `PUT` request with a value as its body, encoded by the session's encoder.
  public func put(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body),
      fileID: fileID, line: line)
  }

  /// Creates a `PATCH` request with a value as its body, encoded by the session's encoder.
  public func patch(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body),
      fileID: fileID, line: line)
  }

  /// Creates a `DELETE` request with a value as its body, encoded by the session's encoder.
  public func delete(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    delete(
      url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body),
      fileID: fileID, line: line)
  }
}
