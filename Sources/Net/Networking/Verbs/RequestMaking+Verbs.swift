extension RequestMaking {
  /// Creates a `GET` request.
  ///
  /// ```swift
  /// network.get("https://api.example.com/search", parameters: ["q": "swift"])
  /// ```
  public func get(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .get, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `HEAD` request.
  public func head(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .head, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates an `OPTIONS` request.
  public func options(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      url, method: .options, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
      line: line)
  }

  /// Creates a `DELETE` request.
  public func delete(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: .delete, parameters: parameters, encoding: encoding, headers: headers, content: content,
        fileID: fileID, line: line))
  }

  /// Creates a `POST` request with parameters, a content, or both.
  ///
  /// ```swift
  /// network.post("https://api.example.com/todos", content: .json(["title": "Milk"]))
  /// ```
  ///
  /// If there is a content, it is the body, and the parameters are added to the query.
  public func post(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: .post, parameters: parameters, encoding: encoding, headers: headers, content: content,
        fileID: fileID, line: line))
  }

  /// Creates a `PUT` request with parameters, a content, or both.
  public func put(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: .put, parameters: parameters, encoding: encoding, headers: headers, content: content,
        fileID: fileID, line: line))
  }

  /// Creates a `PATCH` request with parameters, a content, or both.
  public func patch(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: .patch, parameters: parameters, encoding: encoding, headers: headers, content: content,
        fileID: fileID, line: line))
  }
}
