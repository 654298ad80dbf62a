/// A type that encodes parameters into the query or body of a request.
///
/// Encodings are available as static members: `.url`, `.json`, `.rawBody(_:contentType:)`.
public protocol ParameterEncoding: Sendable {
  /// Encodes the parameters into the request. The existing URL and body are kept.
  func encode(_ parameters: Parameters, into request: inout TransportRequest) throws

  /// Whether `encode` is called for a request without parameters. The default is false.
  var encodesWithoutParameters: Bool { get }

  /// Returns the encoding with the formats that it leaves open, such as that of dates, set to those of the session's
  /// encoder.
  ///
  /// A session calls it before ``encode(_:into:)``, with ``SessionConfiguration/encoder`` or that of the request. The
  /// default returns the encoding unchanged.
  func withDefaults(from encoder: any DataEncoder) -> Self
}

extension ParameterEncoding {
  /// False: without parameters there is nothing to encode.
  public var encodesWithoutParameters: Bool { false }

  /// The encoding itself: it leaves no format open.
  public func withDefaults(from encoder: any DataEncoder) -> Self { self }
}
