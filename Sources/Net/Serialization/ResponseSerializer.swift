public import Foundation

/// Turns a response that passed validation into a value.
///
/// Serializers are found as static members: `.data`, `.string`, `.json`, `.decodable(of:)`, `.void`. One of
/// your own is a type with one method and a static member in an extension of this protocol.
///
/// ```swift
/// struct CSVSerializer: ResponseSerializer {
///   func serialize(_ response: ReceivedResponse) throws -> [[Substring]] {
///     String(decoding: response.data, as: UTF8.self).split(separator: "\n").map { $0.split(separator: ",") }
///   }
/// }
/// ```
public protocol ResponseSerializer<Value>: Sendable {
  /// What a response is turned into.
  associatedtype Value: Sendable

  /// The `Accept` header that asks for what this reads; sent unless the request or session sets one.
  var accept: String? { get }

  /// Turns the response into a value. What it throws becomes the underlying error of a
  /// ``NetworkError/Reason/serialization(_:)``; a ``NetworkError`` goes through as it is.
  func serialize(_ response: ReceivedResponse) throws -> Value
}

extension ResponseSerializer {
  /// Nil: any type will do.
  public var accept: String? { nil }
}

/// A response whose head and body have arrived, as validation rules and serializers see it.
public struct ReceivedResponse: Sendable {
  private struct Contents: Sendable {
    var request: TransportRequest
    var head: ResponseHead
    var data: Data
    var fileURL: URL?
    var decoder: any DataDecoder
  }

  private var contents: Boxed<Contents>

  /// Makes a received response.
  public init(
    request: TransportRequest, head: ResponseHead, data: Data, decoder: any DataDecoder = JSONDecoder()
  ) {
    contents = Boxed(Contents(request: request, head: head, data: data, decoder: decoder))
  }

  /// The request as it went to the transport.
  public var request: TransportRequest {
    get { contents.value.request }
    set { contents.value.request = newValue }
  }

  /// The head of the response.
  public var head: ResponseHead {
    get { contents.value.head }
    set { contents.value.head = newValue }
  }

  /// The body, whole. Of one that was streamed there is nothing here.
  public var data: Data {
    get { contents.value.data }
    set { contents.value.data = newValue }
  }

  /// The file that the body is in, where it was downloaded; serializers and rules have what it holds as ``data``, too.
  public var fileURL: URL? {
    get { contents.value.fileURL }
    set { contents.value.fileURL = newValue }
  }

  /// The decoder of the request or its session.
  public var decoder: any DataDecoder {
    get { contents.value.decoder }
    set { contents.value.decoder = newValue }
  }
}

/// Decodes values from bytes. `JSONDecoder` is one.
public protocol DataDecoder: Sendable {
  /// Decodes a value of the type, or throws.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}

/// Encodes values to bytes. `JSONEncoder` is one.
public protocol DataEncoder: Sendable {
  /// Encodes the value, or throws.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: DataEncoder {}

extension ReceivedResponse {
  /// The response with what its file holds as its data, which is read from there as it is looked at.
  var withFileContents: ReceivedResponse {
    guard let fileURL, let contents = try? Data(contentsOf: fileURL, options: .alwaysMapped) else {
      return self
    }
    var response = self
    response.data = contents
    return response
  }
}
