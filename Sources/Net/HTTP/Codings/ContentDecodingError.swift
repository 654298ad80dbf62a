public import Foundation

/// The error of a response body that cannot be decoded as its `Content-Encoding` says.
///
/// It is the ``NetworkError/underlyingError`` of a request that failed in the phase ``TransportPhase/body``, or whose
/// status is not acceptable: then ``NetworkError/Reason/validation(_:)`` is the reason. The ``NetworkError/data`` is
/// what was decoded before the error.
///
/// ```swift
/// if let error = response.error?.underlyingError as? ContentDecodingError, error.reason == .truncated {
///   print("the server ended the body too early")
/// }
/// ```
///
/// If a server labels its bodies wrongly, request them with `Accept-Encoding: identity`, or receive them as they are
/// sent: set ``TransportOptions/decompressesBodies`` to false.
///
/// ``CurlTransport`` reports it. With ``URLSessionTransport`` Foundation decodes bodies, and the error is a `URLError`.
public struct ContentDecodingError: Error, Sendable, Hashable {
  /// The name of the coding, such as `gzip`; if there are too many, the names of the first ones and an ellipsis.
  public var coding: String
  /// What is wrong.
  public var reason: Reason

  /// The reason why a body cannot be decoded.
  public enum Reason: Sendable, Hashable {
    /// The bytes do not have the format of the coding. The text is that of the library.
    case invalid(String)
    /// The response is complete, but the encoded body has no end.
    case truncated
    /// More codings than this limit were applied one after another.
    case tooManyCodings(limit: Int)
    /// There is no memory for a decoder.
    case outOfMemory
  }

  /// Creates an error.
  public init(coding: String, reason: Reason) {
    self.coding = coding
    self.reason = reason
  }

  /// The code of the `URLError` that Foundation reports for the same failure.
  public var urlErrorCode: URLError.Code { .cannotDecodeContentData }
}

extension ContentDecodingError: CustomStringConvertible, LocalizedError {
  /// What is wrong, and what to do.
  public var description: String { text.printed }

  private var text: String {
    let advice =
      "If the server labels the body wrongly, send Accept-Encoding: identity, or set decompressesBodies to false"
    return switch reason {
    case .invalid(let text): "the body is not valid \(coding): \(text). \(advice)"
    case .truncated: "the body ends within its \(coding) data, although the response is complete. \(advice)"
    case .tooManyCodings(let limit):
      "the body has more than \(limit.counted("content coding")): \(coding). Set decompressesBodies to false to receive it as it is"
    case .outOfMemory: "there is no memory to decode the \(coding) body"
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
