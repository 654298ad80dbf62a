/// Encodes parameters into the query or a form body.
public struct URLEncoding: ParameterEncoding {
  /// Makes an encoding.
  public init() {}

  /// Puts the parameters into the query or the body.
  public func encode(_ parameters: Parameters, into request: inout TransportRequest) throws {}
}

extension ParameterEncoding where Self == URLEncoding {
  /// The query for `GET`, `HEAD` and `DELETE`; a form body otherwise.
  public static var url: URLEncoding { URLEncoding() }
}
