import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file or stream prepared for Foundation, and its number of bytes.
///
/// On Linux it is read ahead, and a body that may wait for more than a disk is first written to a file. On Apple
/// platforms Foundation reads files itself, and everything else is first written to a file.
struct PreparedBody: Sendable {
  let count: Int64

  #if canImport(Darwin)
    private let file: URL
    private let spooled: SpooledBody?

    /// Creates a file for the body if it is not one.
    ///
    /// - Parameters:
    ///   - body: A file or a stream.
    ///   - lane: The lane on which this is called.
    ///   - shouldContinue: Called while a stream is written to a file; false cancels.
    ///   - onFailure: Not called, because Foundation reads the file.
    /// - Throws: The error of opening or reading the body or of the file system, and `CancellationError`.
    init(
      _ body: RequestBody, on lane: any SerialLane, while shouldContinue: () -> Bool,
      onFailure: @escaping @Sendable (any Error) -> Void
    ) throws {
      if case .file(let url) = body {
        file = url
        count = try FileBody(url).count
        spooled = nil
      } else {
        var reader = try body.reader()
        let body = try SpooledBody(&reader, while: shouldContinue)
        file = body.url
        count = body.count
        spooled = body
      }
    }

    /// Takes a body that is a file already.
    init(
      _ body: SpooledBody, on lane: any SerialLane, onFailure: @escaping @Sendable (any Error) -> Void
    ) {
      file = body.url
      count = body.count
      spooled = body
    }

    /// Returns a task that sends the body.
    func dataTask(with request: URLRequest, in session: URLSession) -> URLSessionDataTask {
      session.uploadTask(with: request, fromFile: file)
    }
  #else
    private let readAhead: ReadAhead

    /// Opens the body, and starts reading it.
    ///
    /// - Parameters:
    ///   - body: A file or a stream.
    ///   - lane: The lane on which this is called.
    ///   - shouldContinue: Called while a stream is written to a file; false cancels.
    ///   - onFailure: Called on the lane if the body cannot be read completely.
    /// - Throws: The error of opening or reading the body or of the file system, and `CancellationError`.
    init(
      _ body: RequestBody, on lane: any SerialLane, while shouldContinue: () -> Bool,
      onFailure: @escaping @Sendable (any Error) -> Void
    ) throws {
      var (reader, count) = try body.opened()
      if case .stream(let stream) = body, stream.mayWait || count == nil {
        try self.init(SpooledBody(&reader, while: shouldContinue), on: lane, onFailure: onFailure)
      } else {
        self.init(reader, count: count ?? 0, on: lane, onFailure: onFailure)
      }
    }

    /// Reads a body that is a file already.
    init(
      _ body: SpooledBody, on lane: any SerialLane, onFailure: @escaping @Sendable (any Error) -> Void
    ) {
      self.init(body.reader(), count: body.count, on: lane, onFailure: onFailure)
    }

    private init(
      _ reader: any BodyReader, count: Int64, on lane: any SerialLane,
      onFailure: @escaping @Sendable (any Error) -> Void
    ) {
      self.count = count
      readAhead = ReadAhead(reader, on: lane, onFailure: onFailure)
    }

    /// Returns a task that sends the body.
    func dataTask(with request: URLRequest, in session: URLSession) -> URLSessionDataTask {
      var request = request
      request.httpBodyStream = BodyInputStream(readAhead)
      // Foundation sends a stream in chunks, even if the length is set, and the combination is forbidden (RFC 9112
      // section 6.2). A blank value prevents the field for chunked encoding.
      request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
      request.setValue(String(count), forHTTPHeaderField: "Content-Length")
      return session.dataTask(with: request)
    }
  #endif
}

#if !canImport(Darwin)
  /// The input stream through which Foundation reads a body that is read ahead.
  ///
  /// Only one thread reads it.
  private final class BodyInputStream: InputStream {
    private let readAhead: ReadAhead

    init(_ readAhead: ReadAhead) {
      self.readAhead = readAhead
      super.init(data: Data())
    }

    override func open() {}
    override func close() {}
    /// The status that Foundation expects when it receives the stream.
    override var streamStatus: Stream.Status { .notOpen }
    override var streamError: (any Error)? { nil }
    /// Foundation would treat false as the end.
    override var hasBytesAvailable: Bool { true }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
      unsafe readAhead.take(into: UnsafeMutableRawBufferPointer(start: buffer, count: maxLength))
    }
  }
#endif
