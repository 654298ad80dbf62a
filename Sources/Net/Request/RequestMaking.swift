/// Makes requests of one kind: the one requirement behind all the verbs.
///
/// The verbs (`get`, `post`, …) stand once, in extensions of this protocol, and serve ``Networking``, its
/// stream twin and anything of your own.
public protocol RequestMaking: Sendable {
  /// What a verb returns.
  associatedtype Request

  /// Makes a request of the description. Nothing is sent yet.
  func request(_ description: RequestDescription) -> Request
}

extension RequestMaking {
  /// Makes a request from its parts. Nothing is sent yet.
  ///
  /// ```swift
  /// let request = network.request("https://api.example.com/search", method: .get, parameters: ["q": "swift"])
  /// ```
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters? = nil,
    encoding: any ParameterEncoding = .url, headers: HTTPHeaders = [:]
  ) -> Request {
    request(
      RequestDescription(url, method: method, parameters: parameters, encoding: encoding, headers: headers))
  }
}
