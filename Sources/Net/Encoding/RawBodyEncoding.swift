public import Foundation

/// Sends bytes as they are, and puts the parameters into the query.
///
/// Use it where an API takes a body of its own format and parameters beside it, and the code that makes the request
/// chooses an encoding and no content; elsewhere ``RequestContent/data(_:contentType:)`` says the same.
///
/// ```swift
/// network.request(
///   url, method: .post, parameters: ["dry": true],
///   encoding: .rawBody(Data("a;b".utf8), contentType: "text/csv"))  // ?dry=1, and the body a;b
/// ```
///
/// The body is labelled with its type unless the headers name one. Without parameters it is sent, too. A request that
/// has a body already fails with ``ParameterEncodingError/secondBody``, as one of the two would be lost.
public struct RawBodyEncoding: ParameterEncoding {
  /// The bytes.
  public var data: Data
  /// What they are; nil adds no label.
  public var contentType: String?
  /// How the parameters are spelled; they go to the query whatever its destination.
  public var query: URLEncoding

  /// Makes an encoding.
  public init(_ data: Data, contentType: String? = nil, query: URLEncoding = URLEncoding()) {
    self.data = data
    self.contentType = contentType
    self.query = query
  }

  /// True: the body is sent without parameters, too.
  public var encodesWithoutParameters: Bool { true }

  /// Makes the bytes the body, and puts the parameters into the query.
  ///
  /// - Throws: ``ParameterEncodingError/secondBody``, and what the encoding of the query throws.
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
  /// These bytes as the body, and the parameters in the query.
  public static func rawBody(_ data: Data, contentType: String? = nil) -> RawBodyEncoding {
    RawBodyEncoding(data, contentType: contentType)
  }
}
