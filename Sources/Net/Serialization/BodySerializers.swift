public import Foundation

/// Gives the body as it is. An empty body is empty data.
///
/// ```swift
/// network.get(url).response(responseSerializer: .data) { response in print(response.value?.count ?? 0) }
/// ```
public struct DataSerializer: ResponseSerializer {
  /// Makes a serializer.
  public init() {}

  /// The body.
  public func serialize(_ response: ReceivedResponse) throws -> Data { response.data }
}

/// Gives the body as it is, or nil when it is empty.
public struct OptionalDataSerializer: ResponseSerializer {
  /// Makes a serializer.
  public init() {}

  /// The body, or nil when it is empty.
  public func serialize(_ response: ReceivedResponse) throws -> Data? {
    response.data.isEmpty ? nil : response.data
  }
}

/// Gives nothing: the response passed validation, and that is all one wants to know.
public struct VoidSerializer: ResponseSerializer {
  /// Makes a serializer.
  public init() {}

  /// Nothing, whatever the body.
  public func serialize(_ response: ReceivedResponse) throws {}
}

/// Gives the body as a ``JSONValue``.
///
/// The body of `HEAD`, 204 and 205 may be empty, which gives ``JSONValue/null``; otherwise an empty body is an
/// error that says so.
public struct JSONSerializer: ResponseSerializer {
  /// Makes a serializer.
  public init() {}

  /// `application/json`.
  public var accept: String? { "application/json" }

  /// The JSON value of the body; see ``JSONValue``.
  public func serialize(_ response: ReceivedResponse) throws -> JSONValue {
    guard response.data.isEmpty else { return try JSONValue(parsing: response.data) }
    guard response.mayBeEmpty else { throw response.emptyBodyError(JSONValue.self) }
    return .null
  }
}

extension ResponseSerializer where Self == DataSerializer {
  /// The body as it is.
  public static var data: DataSerializer { DataSerializer() }
}

extension ResponseSerializer where Self == OptionalDataSerializer {
  /// The body as it is, or nil when it is empty.
  public static var optionalData: OptionalDataSerializer { OptionalDataSerializer() }
}

extension ResponseSerializer where Self == VoidSerializer {
  /// Nothing.
  public static var void: VoidSerializer { VoidSerializer() }
}

extension ResponseSerializer where Self == JSONSerializer {
  /// The body as a ``JSONValue``.
  public static var json: JSONSerializer { JSONSerializer() }
}
