import Foundation

/// Encodes parameters as a JSON object in the body.
///
/// Use it for a service that accepts JSON when the parameters have no type. For an `Encodable` value use
/// ``RequestContent/encodable(_:)``.
///
/// ```swift
/// network.post(url, parameters: ["title": "Milk", "done": false], encoding: .json)
/// // {"title":"Milk","done":false}
/// ```
///
/// The top level keeps its order, nested dictionaries are sorted by key, and nil is `null`. The content type is
/// `application/json` unless the header sets another. A number that is not finite is an error, unless the
/// `nonConformingFloatEncodingStrategy` of the session's `JSONEncoder` defines a text for it.
///
/// If the request already has a body, it keeps that body, and the parameters are added to the query in the format of
/// ``URLEncoding``. For `GET` and `HEAD` a body is an error, detected before anything is sent
/// (``InvalidRequest/bodyNotAllowed(_:)``).
public struct JSONEncoding: ParameterEncoding {
  /// The format of dates.
  ///
  /// Nil, the default, means that of the session's encoder.
  public var dateEncoding: DateEncoding?
  /// The format of bytes.
  ///
  /// Nil, the default, means that of the session's encoder.
  public var dataEncoding: DataEncoding?
  /// The texts of the session's encoder for numbers that are not finite.
  private var nonFinite: NonFiniteTexts?

  /// Creates an encoding.
  public init(dateEncoding: DateEncoding? = nil, dataEncoding: DataEncoding? = nil) {
    self.dateEncoding = dateEncoding
    self.dataEncoding = dataEncoding
  }

  /// Returns a copy that uses the encoder's formats for dates and bytes where this encoding sets none, and its texts
  /// for numbers that are not finite.
  public func withDefaults(from encoder: any DataEncoder) -> JSONEncoding {
    var copy = self
    copy.dateEncoding = dateEncoding ?? .encoded(by: encoder)
    copy.dataEncoding = dataEncoding ?? .encoded(by: encoder)
    copy.nonFinite = NonFiniteTexts(of: encoder)
    return copy
  }

  /// Encodes the parameters as the body.
  ///
  /// - Throws: ``JSONError`` for a number that is not finite, a duplicate key, or nesting that is too deep;
  ///   ``ParameterEncodingError``; and the errors of the closures.
  public func encode(_ parameters: Parameters, into request: inout TransportRequest) throws {
    guard request.body == .none else {
      var query = URLEncoding(
        destination: .queryString, dateEncoding: dateEncoding, dataEncoding: dataEncoding)
      query.nonFinite = nonFinite
      return try query.encode(parameters, into: &request)
    }
    var writer = JSONWriter()
    writer.dates = dateEncoding ?? .deferredToDate
    writer.datas = dataEncoding ?? .base64
    writer.nonFinite = nonFinite
    try writer.write(parameters.pairs.map { .init(key: $0.key, value: $0.value?.parameterValue ?? .null) })
    request.body = .data(Data(writer.bytes))
    request.headers.setDefault(name: "Content-Type", value: "application/json")
  }
}

extension JSONEncoding {
  /// Encodes into a JSON object in the body.
  ///
  /// Alamofire's name for `.json`.
  public static var `default`: JSONEncoding { JSONEncoding() }
}

extension ParameterEncoding where Self == JSONEncoding {
  /// Encodes into a JSON object in the body.
  public static var json: JSONEncoding { JSONEncoding() }
}
