public import Foundation

/// A serializer that returns the body unchanged.
///
/// An empty body is empty data.
///
/// ```swift
/// network.get(url).response(responseSerializer: .data) { response in print(response.value?.count ?? 0) }
/// ```
public struct DataSerializer: ResponseSerializer {
  /// Creates a serializer.
  public init() {}

  /// Returns the body.
  public func serialize(_ response: ReceivedResponse) throws -> Data { response.data }
}

/// A serializer that returns the body unchanged, or nil if it is empty.
public struct OptionalDataSerializer: ResponseSerializer {
  /// Creates a serializer.
  public init() {}

  /// Returns the body, or nil if it is empty.
  public func serialize(_ response: ReceivedResponse) throws -> Data? {
    response.data.isEmpty ? nil : response.data
  }
}

/// A serializer that returns nothing.
///
/// Use it if only the success of the request matters.
public struct VoidSerializer: ResponseSerializer {
  /// Creates a serializer.
  public init() {}

  /// Ignores the body.
  public func serialize(_ response: ReceivedResponse) throws {}
}

/// A serializer that returns the body as a ``JSONValue``.
///
/// For `HEAD`, 204 and 205 the body may be empty and becomes ``JSONValue/null``. Otherwise an empty body is an error
/// that says so.
public struct JSONSerializer: ResponseSerializer {
  /// Creates a serializer.
  public init() {}

  /// `application/json`.
  public var accept: String? { "application/json" }

  /// Parses the body.
  ///
  /// See ``JSONValue``.
  public func serialize(_ response: ReceivedResponse) throws -> JSONValue {
    guard response.data.isEmpty else { return try JSONValue(parsing: response.data) }
    guard response.mayBeEmpty else { throw response.emptyBodyError(JSONValue.self) }
    return .null
  }
}

extension ResponseSerializer where Self == DataSerializer {
  /// Returns the body unchanged.
  public static var data: DataSerializer { DataSerializer() }
}

extension ResponseSerializer where Self == OptionalDataSerializer {
  /// Returns the body unchanged, or nil if it is empty.
  public static var optionalData: OptionalDataSerializer { OptionalDataSerializer() }
}

extension ResponseSerializer where Self == VoidSerializer {
  /// Returns nothing.
  public static var void: VoidSerializer { VoidSerializer() }
}

extension ResponseSerializer where Self == JSONSerializer {
  /// Returns the body as a ``JSONValue``.
  public static var json: JSONSerializer { JSONSerializer() }
}
