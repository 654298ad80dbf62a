public import Foundation
public import Net

extension StubResponse {
  /// A 200 response with these bytes, without a content type unless the headers name one.
  public static func data(_ data: Data, headers: HTTPHeaders = [:]) -> StubResponse {
    response(headers: headers, body: data)
  }

  /// A 200 response with this text in UTF-8, as `text/plain; charset=utf-8`.
  public static func text(_ text: String) -> StubResponse {
    response(headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
  }

  /// A 200 response with this text, as `application/json`.
  ///
  /// The text is not validated, so it may be invalid JSON.
  public static func json(_ text: String) -> StubResponse { json(bytes: Data(text.utf8)) }

  /// A 200 response with these bytes, as `application/json`.
  ///
  /// They are not validated, so they may be invalid JSON.
  public static func json(_ data: Data) -> StubResponse { json(bytes: data) }

  /// A 200 response with this JSON value, as `application/json`.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{username}"), with: .json(["name": "Trent", "email": nil]))
  /// ```
  public static func json(_ value: JSONValue) -> StubResponse {
    do {
      return json(bytes: try value.data())
    } catch {
      return failure(StubMisuse("the value could not be encoded as JSON: \(error)"))
    }
  }

  /// A 200 response with a JSON object, as `application/json`, whose values are variables.
  ///
  /// ```swift
  /// let (id, name) = (7, "Trent")
  /// transport.stub(.get("/users/{username}"), with: .json(["id": id, "name": name]))
  /// ```
  @_disfavoredOverload
  public static func json(_ values: KeyValuePairs<String, (any ParameterConvertible)?>) -> StubResponse {
    json(encodable: EncodableLiteral(values))
  }

  /// A 200 response with this value, as `application/json`, encoded with sorted keys.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{username}"), with: .json(encodable: Login(name: "trentm")))
  /// ```
  ///
  /// A value that cannot be encoded fails the test and the request.
  public static func json(encodable value: some Encodable) -> StubResponse {
    if let bytes = value.unencodedBytes { return json(bytes: bytes) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      return json(bytes: try encoder.encode(value))
    } catch {
      return failure(StubMisuse("\(type(of: value)) could not be encoded as JSON: \(error)"))
    }
  }

  /// A 200 response with these bytes, as `application/json`.
  ///
  /// Use ``json(_:)-(Data)``.
  @available(*, deprecated, message: "Data is not encoded as a value: use json(_:)")
  public static func json(encodable data: Data) -> StubResponse { json(bytes: data) }

  static func json(bytes: Data) -> StubResponse {
    response(headers: ["Content-Type": "application/json"], body: bytes)
  }
}
