public import Foundation

/// Sends bytes as the body and encodes the parameters into the query.
///
/// Use it if an API expects a body in its own format together with parameters, and the calling code sets an encoding
/// and not a content. Otherwise ``RequestContent/data(_:contentType:)`` does the same.
///
/// ```swift
/// network.request(
///   url, method: .post, parameters: ["dry": true],
///   encoding: .rawBody(Data("a;b".utf8), contentType: "text/csv"))  // ?dry=1, and the body a;b
/// ```
///
/// The content type is sent unless the header sets another. The body is sent even without parameters. If the request
/// already has a body, it fails with ``ParameterEncodingError/secondBody``.
public struct RawBodyEncoding: ParameterEncoding {
  /// The bytes.
  public var data: Data
  /// The content type, or nil to send none.
  public var contentType: String?
  /// The encoding of the parameters.
  ///
  /// They are added to the query, whatever its destination.
  public var query: URLEncoding

  /// Creates an encoding.
  public init(_ data: Data, contentType: String? = nil, query: URLEncoding = URLEncoding()) {
    self.data = data
    self.contentType = contentType
    self.query = query
  }

  /// True: the body is sent even without parameters.
  public var encodesWithoutParameters: Bool { true }

  /// Returns the encoding with the session's format of dates in the query, unless it has its own.
  public func withDefaults(from encoder: any DataEncoder) -> RawBodyEncoding {
    var copy = self
    copy.query = query.withDefaults(from: encoder)
    return copy
  }

  /// Sets the body and encodes the parameters into the query.
  ///
  /// - Throws: ``ParameterEncodingError/secondBody``, and the errors of encoding the query.
  public func encode(_ parameters: Parameters, into request: inout TransportRequest) throws {
    guard request.body == .none else { throw ParameterEncodingError.secondBody }
    request.body = .data(data)
    if let contentType { request.headers.setDefault(name: "Content-Type", value: contentType) }
    var query = query
    query.destination = .queryString
    try query.encode(parameters, into: &request)
  }
}

extension ParameterEncoding where Self == RawBodyEncoding {
  /// Sends the bytes as the body and the parameters in the query.
  public static func rawBody(_ data: Data, contentType: String? = nil) -> RawBodyEncoding {
    RawBodyEncoding(data, contentType: contentType)
  }
}
