/// Puts parameters into a request: its query or its body.
///
/// Encodings are found as static members: `.url`, `.json`.
public protocol ParameterEncoding: Sendable {
  /// Puts the parameters into the request. The URL and the body that are there already are kept.
  func encode(_ parameters: Parameters, into request: inout TransportRequest) throws
}
