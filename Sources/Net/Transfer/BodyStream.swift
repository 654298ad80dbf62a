public import Foundation

/// A body that is read as it is sent, and opened anew for each attempt.
///
/// Use it for what is made on the way and would not fit into memory.
///
/// ```swift
/// let export = BodyStream { ExportReader(database) }
/// network.post(url, stream: export, contentType: "application/x-ndjson")
/// ```
///
/// A retry, a refreshed credential and a redirect that keeps the body (307, 308) send it again, so they open it
/// again. What can be read just once says so: such a request is not retried, and a redirect of that kind fails it
/// with ``RedirectFailure/bodyNotRepeatable``.
///
/// ```swift
/// let upload = BodyStream(isRepeatable: false, inputStream: { socketStream })
/// ```
///
/// The closure is called, and its reader read, on a queue where both may block. Two streams are equal when one is a
/// copy of the other.
public struct BodyStream: Sendable {
  /// How many bytes the stream gives; nil when that is not known before its end. A stream that gives more or less
  /// fails with ``RequestBodyError/countMismatch(promised:given:file:)``.
  public let count: Int64?
  /// Whether it can be opened more than once.
  public let isRepeatable: Bool
  /// Whether a read may wait for more than a disk.
  let mayWait: Bool
  private let source: Source

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - count: How many bytes it gives, where that is known.
  ///   - isRepeatable: Whether the closure can be called again, for the same bytes from their beginning.
  ///   - open: Makes a reader that begins at the first byte.
  public init(
    count: Int64? = nil, isRepeatable: Bool = true, _ open: @escaping @Sendable () throws -> any BodyReader
  ) {
    self.init(count: count, isRepeatable: isRepeatable, mayWait: true, open)
  }

  /// Makes a stream of Foundation's streams.
  ///
  /// ```swift
  /// let log = BodyStream { InputStream(url: file) }
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many bytes it gives, where that is known.
  ///   - isRepeatable: Whether the closure can be called again, for the same bytes from their beginning.
  ///   - inputStream: Makes a stream that is not open yet; nil fails the request with
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
    source = Source(open)
  }

  /// Opens the stream, to be read from its beginning.
  ///
  /// - Throws: What the closure throws, and ``RequestBodyError/notRepeatable`` for the second time where there is but
  ///   one.
  public func reader() throws -> any BodyReader {
    guard source.mayOpen(isRepeatable) else { throw RequestBodyError.notRepeatable }
    let reader = try source.open()
    return count.map { CountedReader(reader, count: $0) } ?? reader
  }

  /// Whether it can be opened now.
  var isAvailable: Bool { isRepeatable || !source.wasOpened }

  private final class Source: Sendable {
    let open: @Sendable () throws -> any BodyReader
    private let opened = Lock(false)

    init(_ open: @escaping @Sendable () throws -> any BodyReader) { self.open = open }

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
  /// Two streams are equal when one is a copy of the other.
  public static func == (left: BodyStream, right: BodyStream) -> Bool { left.source === right.source }

  /// Hashes the stream's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
}
