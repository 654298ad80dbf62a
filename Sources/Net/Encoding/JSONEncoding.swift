import Foundation

/// Encodes parameters as a JSON object in the body.
///
/// Use it for a service that takes JSON, when the parameters have no type of their own; for an `Encodable`
/// value there is ``RequestContent/encodable(_:)``.
///
/// ```swift
/// network.post(url, parameters: ["title": "Milk", "done": false], encoding: .json)
/// // {"title":"Milk","done":false}
/// ```
///
/// The top level keeps its order, nested dictionaries are sorted by key, nil is `null`. The body is labelled
/// `application/json` unless the headers name a type.
///
/// A request that has a body already keeps it, and the parameters go to its query as ``URLEncoding`` spells
/// them, so that nothing is lost. On `GET` and `HEAD` the body is an error before anything is sent
/// (``InvalidRequest/bodyNotAllowed(_:)``).
public struct JSONEncoding: ParameterEncoding {
  /// How dates are spelled.
  public var dateEncoding: DateEncoding
  /// How bytes are spelled.
  public var dataEncoding: DataEncoding

  /// Makes an encoding.
  public init(dateEncoding: DateEncoding = .deferredToDate, dataEncoding: DataEncoding = .base64) {
    self.dateEncoding = dateEncoding
    self.dataEncoding = dataEncoding
  }

  /// Makes the parameters the body.
  ///
  /// - Throws: ``JSONError`` for a number that is not finite, a key that occurs twice, and nesting that is too
  ///   deep; ``ParameterEncodingError``; and what the closures throw.
  public func encode(_ parameters: Parameters, into request: inout TransportRequest) throws {
    guard request.body == .none else {
      let query = URLEncoding(
        destination: .queryString, dateEncoding: dateEncoding, dataEncoding: dataEncoding)
      return try query.encode(parameters, into: &request)
    }
    var seen: Set<String> = []
    if let key = parameters.keys.first(where: { !seen.insert($0).inserted }) {
      throw JSONError.duplicateKey(key)
    }
    var writer = JSONWriter()
    writer.dates = dateEncoding
    writer.datas = dataEncoding
    try writer.write(parameters.pairs.map { (key: $0.key, value: $0.value?.parameterValue ?? .null) })
    request.body = .data(Data(writer.bytes))
    request.headers.setDefault(name: "Content-Type", value: "application/json")
  }
}

extension ParameterEncoding where Self == JSONEncoding {
  /// A JSON object in the body.
  public static var json: JSONEncoding { JSONEncoding() }
}
