public import Foundation

extension RequestMaking {
  /// Makes a `POST` request of these bytes.
  ///
  /// ```swift
  /// network.post(url, httpBody: Data("hello".utf8), contentType: "text/plain")
  /// ```
  ///
  /// Parameters beside it go to the query. The content is labelled unless the headers name a type, and encoded
  /// when the request starts.
  public func post(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    post(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType))
  }

  /// Makes a `PUT` request of these bytes.
  public func put(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    put(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType))
  }

  /// Makes a `PATCH` request of these bytes.
  public func patch(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    patch(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType))
  }

  /// Makes a `DELETE` request of these bytes.
  public func delete(
    _ url: any URLConvertible, httpBody: Data, contentType: String? = nil, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    delete(
      url, parameters: parameters, encoding: encoding, headers: headers,
      content: .data(httpBody, contentType: contentType))
  }

  /// Makes a `POST` request of a JSON value.
  ///
  /// ```swift
  /// network.post(url, jsonObject: ["title": "Milk", "done": false])
  /// ```
  ///
  /// Parameters beside it go to the query. The content is labelled unless the headers name a type, and encoded
  /// when the request starts.
  public func post(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    post(url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject))
  }

  /// Makes a `PUT` request of a JSON value.
  public func put(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    put(url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject))
  }

  /// Makes a `PATCH` request of a JSON value.
  public func patch(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    patch(url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject))
  }

  /// Makes a `DELETE` request of a JSON value.
  public func delete(
    _ url: any URLConvertible, jsonObject: JSONValue, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    delete(url, parameters: parameters, encoding: encoding, headers: headers, content: .json(jsonObject))
  }

  /// Makes a `POST` request of a value that the session's encoder encodes.
  ///
  /// ```swift
  /// network.post(url, body: Todo(title: "Milk"))
  /// ```
  ///
  /// Parameters beside it go to the query. The content is labelled unless the headers name a type, and encoded
  /// when the request starts.
  public func post(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    post(url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body))
  }

  /// Makes a `PUT` request of a value that the session's encoder encodes.
  public func put(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    put(url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body))
  }

  /// Makes a `PATCH` request of a value that the session's encoder encodes.
  public func patch(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    patch(url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body))
  }

  /// Makes a `DELETE` request of a value that the session's encoder encodes.
  public func delete(
    _ url: any URLConvertible, body: some Encodable & Sendable, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    delete(url, parameters: parameters, encoding: encoding, headers: headers, content: .encodable(body))
  }
}
