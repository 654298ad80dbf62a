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
}
