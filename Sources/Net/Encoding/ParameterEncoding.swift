/// Puts parameters into a request: its query or its body.
///
/// Encodings are found as static members: `.url`, `.json`, `.rawBody(_:contentType:)`.
public protocol ParameterEncoding: Sendable {
  /// Puts the parameters into the request. The URL and the body that are there already are kept.
  func encode(_ parameters: Parameters, into request: inout TransportRequest) throws

  /// Whether it has something to put into a request that has no parameters; false by default.
  var encodesWithoutParameters: Bool { get }
}

extension ParameterEncoding {
  /// False: without parameters there is nothing to do.
  public var encodesWithoutParameters: Bool { false }
}
