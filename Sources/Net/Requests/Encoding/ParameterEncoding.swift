/// A type that encodes parameters into the query or body of a request.
///
/// Encodings are available as static members: `.url`, `.json`, `.rawBody(_:contentType:)`.
public protocol ParameterEncoding: Sendable {
  /// Encodes the parameters into the request. The existing URL and body are kept.
  func encode(_ parameters: Parameters, into request: inout TransportRequest) throws

  /// Whether `encode` is called for a request without parameters. The default is false.
  var encodesWithoutParameters: Bool { get }
}

extension ParameterEncoding {
  /// False: without parameters there is nothing to encode.
  public var encodesWithoutParameters: Bool { false }
}
