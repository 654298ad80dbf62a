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
/// The closure is called, and its reader is read, on a thread of the library on which both may block. At most 1,024
/// bodies of a process block at a time; others wait. Content that is an asynchronous sequence needs no thread while it
/// waits, and its iteration is cancelled with the request. Two streams are equal if one is a copy of the other.
public struct BodyStream: Sendable {
  /// The number of bytes in the stream, or nil if it is unknown until the end.
  ///
  /// A stream with more or fewer bytes fails with ``RequestBodyError/countMismatch(promised:given:file:)``. To know
  /// that there are not more, its end is read before the last of these bytes is sent.
  public let count: Int64?
  /// Whether the stream can be opened more than once.
  public let isRepeatable: Bool
  /// Whether a read may wait for something slower than a disk.
  let mayWait: Bool
  private let content: Content
  private let identity: Identity

  private enum Content: Sendable {
    case reader(@Sendable () throws -> any BodyReader)
    case sequence(any SequenceSource)
  }

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
    self.init(
      count: count, isRepeatable: isRepeatable, mayWait: mayWait, .reader(open), identity: Identity())
  }

  init(count: Int64?, isRepeatable: Bool, source: any SequenceSource) {
    self.init(
      count: count, isRepeatable: isRepeatable, mayWait: true, .sequence(source), identity: Identity())
  }

  private init(
    count: Int64?, isRepeatable: Bool, mayWait: Bool, _ content: Content, identity: Identity
  ) {
    self.count = count
    self.isRepeatable = isRepeatable
    self.mayWait = mayWait
    self.content = content
    self.identity = identity
  }

  private func with(count: Int64?, _ content: Content) -> BodyStream {
    BodyStream(
      count: count, isRepeatable: isRepeatable, mayWait: mayWait, content, identity: identity)
  }

  /// Returns the same stream with a known number of bytes.
  func counted(_ count: Int64) -> BodyStream { with(count: count, content) }

  /// Returns an equal stream without its closure, which cannot be opened.
  var withoutCode: BodyStream {
    with(count: count, .reader { throw RequestBodyError.notRepeatable })
  }

  /// Opens the stream at its start.
  ///
  /// Reading may block. If the content is an asynchronous sequence, it blocks until the sequence has its next element,
  /// so do not read it on the main thread or inside a task, which the sequence may need.
  ///
  /// - Throws: The closure's error, or ``RequestBodyError/notRepeatable`` when a stream that can be read only once is
  ///   opened again.
  public func reader() throws -> any BodyReader {
    if let reading = sequenceReading { return SequenceReader(reading) }
    try claim()
    return try opened()
  }

  private func opened() throws -> any BodyReader {
    guard case .reader(let open) = content else { throw RequestBodyError.streamFailed }
    let reader = try open()
    return count.map { CountedReader(reader, count: $0) } ?? reader
  }

  /// A new reading of content that is an asynchronous sequence, or nil for other content.
  ///
  /// The stream is opened when the first bytes are taken.
  var sequenceReading: SequenceReading? {
    isSequence ? SequenceReading(self) : nil
  }

  /// Whether the content is an asynchronous sequence.
  var isSequence: Bool { if case .sequence = content { true } else { false } }

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

extension BodyStream: SequenceSource {
  func claim() throws {
    guard identity.mayOpen(isRepeatable) else { throw RequestBodyError.notRepeatable }
  }

  /// Opens the stream, and writes its bytes to an output.
  func write(to output: any BodyOutput) async throws {
    switch content {
    case .reader: try await QueuedReader { try opened() }.write(to: output)
    case .sequence(let source):
      guard let count else { return try await source.write(to: output) }
      let counted = CountedOutput(output, count: count)
      try await source.write(to: counted)
      try await counted.finish()
    }
  }
}

extension BodyStream: Hashable {
  /// Returns whether one stream is a copy of the other.
  public static func == (left: BodyStream, right: BodyStream) -> Bool { left.identity === right.identity }

  /// Hashes the stream's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
