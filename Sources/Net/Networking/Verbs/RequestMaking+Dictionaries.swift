/// The verbs for parameters in a variable of a dictionary type, such as `[String: String]`.
///
/// A literal is always ``Parameters``, which keep its order.
extension RequestMaking {
  /// Creates a request whose parameters are a dictionary, sorted by key.
  ///
  /// ```swift
  /// let query: [String: String] = ["q": "swift", "sort": "stars"]
  /// network.request("https://api.example.com/search", parameters: query)
  /// ```
  ///
  /// For a dictionary of values of different types use ``Parameters/init(_:)``.
  @_disfavoredOverload
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: method, parameters: Parameters(parameters), encoding: encoding, headers: headers,
        fileID: fileID, line: line))
  }

  /// Creates a `GET` request whose parameters are a dictionary, sorted by key.
  ///
  /// ```swift
  /// let query: [String: String] = ["q": "swift"]
  /// network.get("https://api.example.com/search", parameters: query)
  /// ```
  @_disfavoredOverload
  public func get(
    _ url: any URLConvertible, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .get, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `HEAD` request whose parameters are a dictionary, sorted by key.
  @_disfavoredOverload
  public func head(
    _ url: any URLConvertible, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .head, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates an `OPTIONS` request whose parameters are a dictionary, sorted by key.
  @_disfavoredOverload
  public func options(
    _ url: any URLConvertible, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .options, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `DELETE` request whose parameters are a dictionary, sorted by key.
  @_disfavoredOverload
  public func delete(
    _ url: any URLConvertible, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .delete, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `POST` request whose parameters are a dictionary, sorted by key.
  @_disfavoredOverload
  public func post(
    _ url: any URLConvertible, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .post, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PUT` request whose parameters are a dictionary, sorted by key.
  @_disfavoredOverload
  public func put(
    _ url: any URLConvertible, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .put, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `PATCH` request whose parameters are a dictionary, sorted by key.
  @_disfavoredOverload
  public func patch(
    _ url: any URLConvertible, parameters: [String: some ParameterConvertible],
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .patch, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }
}
