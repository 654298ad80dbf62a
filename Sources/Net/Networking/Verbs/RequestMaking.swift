/// A type that creates requests of one kind.
///
/// It has a single requirement, on which all verbs are based.
///
/// The verbs (`get`, `post`, …) are declared once, in extensions of this protocol. ``Networking``, its stream
/// counterpart and your own types share them.
public protocol RequestMaking: Sendable {
  /// The type of the requests.
  associatedtype Request

  /// Creates a request from a description. Nothing is sent yet.
  func request(_ description: RequestDescription) -> Request
}

extension RequestMaking {
  /// Creates a request from its parts.
  ///
  /// Nothing is sent yet.
  ///
  /// ```swift
  /// let request = network.request("https://api.example.com/search", method: .get, parameters: ["q": "swift"])
  /// ```
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:],
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Request {
    request(
      RequestDescription(
        url, method: method, parameters: parameters, encoding: encoding, headers: headers, fileID: fileID,
        line: line))
  }

  // MARK: - Verbs

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
