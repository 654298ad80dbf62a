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
}
