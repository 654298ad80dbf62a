public import Foundation

/// A received response with head and body, as validation rules and serializers receive it.
public struct ReceivedResponse: Sendable {
  private struct Contents: Sendable {
    var request: TransportRequest
    var head: ResponseHead
    var data: Data
    var fileURL: URL?
    var isStreamed = false
    var decoder: any DataDecoder
  }

  private var contents: Boxed<Contents>

  /// Creates a received response.
  public init(
    request: TransportRequest, head: ResponseHead, data: Data, decoder: any DataDecoder = JSONDecoder()
  ) {
    contents = Boxed(Contents(request: request, head: head, data: data, decoder: decoder))
  }

  /// The request as the transport received it.
  public var request: TransportRequest {
    get { contents.value.request }
    set { contents.value.request = newValue }
  }

  /// The head of the response.
  public var head: ResponseHead {
    get { contents.value.head }
    set { contents.value.head = newValue }
  }

  /// How the cache of the session took part, or nil without a cache.
  public var cacheStatus: CacheStatus? { head.cacheStatus }

  /// The whole body.
  ///
  /// For rules it is empty if the body is streamed. A serializer is not called then.
  public var data: Data {
    get { contents.value.data }
    set { contents.value.data = newValue }
  }

  /// The file with the body of a download.
  ///
  /// For serializers and rules ``data`` has its content, too.
  public var fileURL: URL? {
    get { contents.value.fileURL }
    set { contents.value.fileURL = newValue }
  }

  /// Whether the body went to a consumer, so that no serializer can read it.
  package var isStreamed: Bool {
    get { contents.value.isStreamed }
    set { contents.value.isStreamed = newValue }
  }

  /// The decoder of the request or its session.
  public var decoder: any DataDecoder {
    get { contents.value.decoder }
    set { contents.value.decoder = newValue }
  }
}

extension ReceivedResponse {
  /// Returns the response with the content of its file as ``data``, memory-mapped.
  ///
  /// - Throws: ``NetworkError/Reason/serialization(_:)`` if the file cannot be read, because an empty body is a success
  ///   for many serializers.
  func withFileContents() throws(NetworkError) -> ReceivedResponse {
    guard let fileURL else { return self }
    var response = self
    do {
      response.data = try Data(contentsOf: fileURL, options: .alwaysMapped)
    } catch {
      throw NetworkError(
        .serialization("the downloaded file could not be read: \(fileURL.path)"), received: self,
        underlyingError: error)
    }
    return response
  }
}

extension ReceivedResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The request, the head and the size of the body, redacted as the request specifies.
  public var description: String { "\(request)\n\(head)\n\(data.count.counted("byte"))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted as the request specifies.
  ///
  /// The body appears as its size.
  public var customMirror: Mirror {
    Mirror(redacted: self, ["request": request, "head": head, "data": data.count.counted("byte")])
  }
}
