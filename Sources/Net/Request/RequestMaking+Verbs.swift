extension RequestMaking {
  /// Makes a `GET` request.
  ///
  /// ```swift
  /// network.get("https://api.example.com/search", parameters: ["q": "swift"])
  /// ```
  public func get(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .get, parameters: parameters, encoding: encoding, headers: headers)
  }

  /// Makes a `HEAD` request.
  public func head(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .head, parameters: parameters, encoding: encoding, headers: headers)
  }

  /// Makes an `OPTIONS` request.
  public func options(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:]
  ) -> Request {
    request(url, method: .options, parameters: parameters, encoding: encoding, headers: headers)
  }

  /// Makes a `DELETE` request.
  public func delete(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil
  ) -> Request {
    request(
      RequestDescription(
        url, method: .delete, parameters: parameters, encoding: encoding, headers: headers, content: content))
  }

  /// Makes a `POST` request: of parameters, of a content, or of both, each in its place.
  ///
  /// ```swift
  /// network.post("https://api.example.com/todos", content: .json(["title": "Milk"]))
  /// ```
  public func post(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil
  ) -> Request {
    request(
      RequestDescription(
        url, method: .post, parameters: parameters, encoding: encoding, headers: headers, content: content))
  }

  /// Makes a `PUT` request: of parameters, of a content, or of both, each in its place.
  public func put(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil
  ) -> Request {
    request(
      RequestDescription(
        url, method: .put, parameters: parameters, encoding: encoding, headers: headers, content: content))
  }

  /// Makes a `PATCH` request: of parameters, of a content, or of both, each in its place.
  public func patch(
    _ url: any URLConvertible, parameters: Parameters? = nil, encoding: any ParameterEncoding = .url,
    headers: HTTPHeaders = [:], content: RequestContent? = nil
  ) -> Request {
    request(
      RequestDescription(
        url, method: .patch, parameters: parameters, encoding: encoding, headers: headers, content: content))
  }
}
