public import Foundation

/// A body that is read while it is sent and opened again for each attempt.
///
/// Use it for content that is generated on the fly or does not fit into memory.
///
/// ```swift
/// let export = BodyStream { ExportReader(database) }
/// network.post(url, stream: export, contentType: "application/x-ndjson")
/// ```
///
/// A retry, a refreshed credential, or a redirect that keeps the body (307, 308) sends the body again, so each opens
/// the stream again. Pass `isRepeatable: false` if the stream can be read only once. Such a request is not retried, and
/// a redirect that keeps the body fails it with ``RedirectFailure/bodyNotRepeatable``.
///
/// ```swift
/// let upload = BodyStream(isRepeatable: false, inputStream: { socketStream })
/// ```
///
/// The closure is called, and its reader is read, on a queue on which both may block. Two streams are equal if one is a
/// copy of the other.
public struct BodyStream: Sendable {
  /// The number of bytes in the stream, or nil if it is unknown until the end.
  ///
  /// A stream with more or fewer bytes fails with ``RequestBodyError/countMismatch(promised:given:file:)``. To know that
  /// there are not more, its end is read before the last of these bytes is sent.
  public let count: Int64?
  /// Whether the stream can be opened more than once.
  public let isRepeatable: Bool
  /// Whether a read may wait for something slower than a disk.
  let mayWait: Bool
  private let open: @Sendable () throws -> any BodyReader
  private let identity: Identity

  /// Creates a stream from a closure that opens a reader.
  ///
  /// - Parameters:
  ///   - count: The number of bytes, if known.
  ///   - isRepeatable: Whether the closure can be called again and then returns the same bytes from the start.
  ///   - open: Returns a reader that starts at the first byte.
  public init(
    count: Int64? = nil, isRepeatable: Bool = true, _ open: @escaping @Sendable () throws -> any BodyReader
  ) {
    self.init(count: count, isRepeatable: isRepeatable, mayWait: true, open)
  }

  /// Creates a stream from a closure that returns an `InputStream`.
  ///
  /// ```swift
  /// let log = BodyStream { InputStream(url: file) }
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of bytes, if known.
  ///   - isRepeatable: Whether the closure can be called again and then returns the same bytes from the start.
  ///   - inputStream: Returns a stream that is not open yet. Nil fails the request with
  ///     ``RequestBodyError/streamFailed``.
  public init(
    count: Int64? = nil, isRepeatable: Bool = true,
    inputStream: @escaping @Sendable () throws -> InputStream?
  ) {
    self.init(count: count, isRepeatable: isRepeatable) {
      guard let stream = try inputStream() else { throw RequestBodyError.streamFailed }
      return InputStreamReader(stream)
    }
  }

  init(
    count: Int64?, isRepeatable: Bool, mayWait: Bool,
    _ open: @escaping @Sendable () throws -> any BodyReader
  ) {
    self.count = count
    self.isRepeatable = isRepeatable
    self.mayWait = mayWait
    self.open = open
    identity = Identity()
  }

  private init(
    count: Int64?, of stream: BodyStream, _ open: @escaping @Sendable () throws -> any BodyReader
  ) {
    self.count = count
    isRepeatable = stream.isRepeatable
    mayWait = stream.mayWait
    self.open = open
    identity = stream.identity
  }

  /// Returns the same stream with a known number of bytes.
  func counted(_ count: Int64) -> BodyStream { BodyStream(count: count, of: self, open) }

  /// Returns an equal stream without its closure, which cannot be opened.
  var withoutCode: BodyStream {
    BodyStream(count: count, of: self) { throw RequestBodyError.notRepeatable }
  }

  /// Opens the stream at its start.
  ///
  /// - Throws: The closure's error, or ``RequestBodyError/notRepeatable`` when a stream that can be read only once is
  ///   opened again.
  public func reader() throws -> any BodyReader {
    guard identity.mayOpen(isRepeatable) else { throw RequestBodyError.notRepeatable }
    let reader = try open()
    return count.map { CountedReader(reader, count: $0) } ?? reader
  }

  /// Whether the stream can be opened now.
  var isAvailable: Bool { isRepeatable || !identity.wasOpened }

  /// What the copies of a stream share.
  private final class Identity: Sendable {
    private let opened = Lock(false)

    var wasOpened: Bool { opened.withLock { $0 } }

    func mayOpen(_ isRepeatable: Bool) -> Bool {
      opened.withLock { opened in
        defer { opened = true }
        return isRepeatable || !opened
      }
    }
  }
}

extension BodyStream: Hashable {
  /// Returns whether one stream is a copy of the other.
  public static func == (left: BodyStream, right: BodyStream) -> Bool { left.identity === right.identity }

  /// Hashes the stream's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
