/// A type that converts a validated response to a value.
///
/// Serializers are available as static members: `.data`, `.string`, `.json`, `.decodable(of:)`, `.void`. To write your
/// own, implement one method and declare a static member in an extension of this protocol.
///
/// ```swift
/// struct CSVSerializer: ResponseSerializer {
///   func serialize(_ response: ReceivedResponse) throws -> [[Substring]] {
///     String(decoding: response.data, as: UTF8.self).split(separator: "\n").map { $0.split(separator: ",") }
///   }
/// }
/// ```
public protocol ResponseSerializer<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The `Accept` value that requests a suitable format. It is sent unless the request or session sets one.
  var accept: String? { get }

  /// Converts the response. An error becomes the underlying error of a ``NetworkError/Reason/serialization(_:)``; a
  /// ``NetworkError`` is not wrapped.
  func serialize(_ response: ReceivedResponse) throws -> Value
}

extension ResponseSerializer {
  /// Nil: any media type is suitable.
  public var accept: String? { nil }
}

/// A serializer that does not read the body, so that the file of a download need not be readable, and the body may have
/// been streamed.
package protocol BodilessSerializer {}

extension VoidSerializer: BodilessSerializer {}
