public import Foundation
public import Net

// What is often written first. Without these declarations the compiler says only that it cannot infer the type of the
// response, because a typed mock accepts values of every type, too.

extension StubResponse {
  /// The compiler asks for a duration: ``delay(_:)``.
  @available(*, unavailable, message: "write .delay(.seconds(2)) or .delay(.milliseconds(500))")
  public func delay(_ seconds: Double) -> StubResponse { self }

  /// The compiler suggests the name: ``status(_:)``.
  @available(*, unavailable, renamed: "status")
  public func statusCode(_ code: Int) -> StubResponse { self }

  /// The compiler asks for one field at a time: ``header(_:_:)``.
  @available(*, unavailable, message: "write .header(name, value) for each field")
  public func headers(_ fields: KeyValuePairs<String, String>) -> StubResponse { self }

  /// The compiler suggests the name: ``delay(_:)``.
  @available(*, unavailable, renamed: "delay")
  public func delayed(_ delay: Duration) -> StubResponse { self }

  /// The compiler asks for a field: ``header(_:_:)``.
  @available(*, unavailable, message: "write .header(\"Content-Type\", type)")
  public func contentType(_ type: String) -> StubResponse { self }

  /// The compiler asks for a field: ``header(_:_:)``.
  @available(*, unavailable, message: "write .data(data).header(\"Content-Type\", type)")
  public static func data(_ data: Data, contentType: String) -> StubResponse { .data(data) }

  /// The compiler asks for a status: ``status(_:)-(Int)``.
  @available(*, unavailable, message: "write .json(value).status(code)")
  public static func json(_ value: JSONValue, status: Int) -> StubResponse { .json(value) }

  /// The compiler asks for a status: ``status(_:)-(Int)``.
  @available(*, unavailable, message: "write .json(value).status(code)")
  public static func json(_ value: JSONValue, statusCode: Int) -> StubResponse { .json(value) }

  /// The compiler asks for a status: ``status(_:)-(Int)``.
  @available(*, unavailable, message: "write .text(text).status(code)")
  public static func text(_ text: String, status: Int) -> StubResponse { .text(text) }

  /// The compiler asks for the bundle: ``fixture(_:in:)``.
  @available(*, unavailable, message: "write .fixture(name, in: .module)")
  public static func fixture(_ name: String) -> StubResponse { .text(name) }

  /// The compiler suggests the name: ``value(_:)``.
  @available(*, unavailable, renamed: "value")
  public static func success(_ value: some Sendable) -> StubResponse { .value(value) }

  /// The compiler asks for an error: ``failure(_:)``.
  @available(*, unavailable, message: "write .failure(URLError(code))")
  public static func failure(_ code: URLError.Code) -> StubResponse { .failure(URLError(code)) }

  /// The compiler suggests the name: `fault(_:)`.
  @available(*, unavailable, renamed: "fault")
  public static func failure(_ fault: ServerFault) -> StubResponse { .failure(fault as any Error) }

  /// The compiler asks for an error: ``failure(_:)``.
  @available(*, unavailable, message: "write .failure(URLError(.notConnectedToInternet))")
  public static var offline: StubResponse { .failure(URLError(.notConnectedToInternet)) }

  /// The compiler asks for an error: ``failure(_:)``.
  @available(*, unavailable, message: "write .failure(URLError(.timedOut)), or .fault(.stall)")
  public static var timeout: StubResponse { .failure(URLError(.timedOut)) }

  /// The compiler asks for a status: ``status(_:)-(Int)``.
  @available(*, unavailable, message: "write .status(204)")
  public static var noContent: StubResponse { .status(204) }

  /// The compiler asks for a status: ``status(_:)-(Int)``.
  @available(*, unavailable, message: "write .status(204), or .status(200) for an empty body")
  public static var empty: StubResponse { .status(204) }
}
