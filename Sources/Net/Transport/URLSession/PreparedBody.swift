import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file or a stream made ready for Foundation to send, and how many bytes it has.
///
/// On Linux it is read ahead, and what may wait for more than a disk is put onto the disk first. On Apple's platforms
/// Foundation reads a file by itself, and everything else is put into one.
struct PreparedBody: Sendable {
  let count: Int64

  #if canImport(FoundationNetworking)
    private let pieces: ReadAhead

    /// Opens the body, and begins to read it.
    ///
    /// - `body`: A file or a stream.
    /// - `queue`: A serial queue, on which this is called.
    /// - `goesOn`: Asked while a stream is put onto the disk; false gives up.
    /// - `onFailure`: Called on the queue when the body cannot be read to its end.
    init(
      _ body: RequestBody, on queue: DispatchQueue, while goesOn: () -> Bool,
      onFailure: @escaping @Sendable (any Error) -> Void
    ) throws {
      var (reader, count) = try body.opened()
      if case .stream(let stream) = body, stream.mayWait || count == nil {
        let spooled = try SpooledBody(&reader, while: goesOn)
        reader = try spooled.reader()
        count = spooled.count
      }
      self.count = count ?? 0
      pieces = ReadAhead(reader, on: queue, onFailure: onFailure)
    }

    /// A task that sends it.
    func dataTask(with request: URLRequest, in session: URLSession) -> URLSessionDataTask {
      var request = request
      request.httpBodyStream = BodyInputStream(pieces)
      // A stream without a length goes out in chunks, beside a length that is set, which is forbidden (RFC 9112
      // section 6.2). A blank value keeps the header of the chunks out.
      request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
      request.setValue(String(count), forHTTPHeaderField: "Content-Length")
      return session.dataTask(with: request)
    }
  #else
    private let file: URL
    private let spooled: SpooledBody?

    /// Makes sure that the body is a file.
    ///
    /// - `body`: A file or a stream.
    /// - `queue`: A serial queue, on which this is called.
    /// - `goesOn`: Asked while a stream is put onto the disk; false gives up.
    /// - `onFailure`: Not called: Foundation reads the file.
    init(
      _ body: RequestBody, on queue: DispatchQueue, while goesOn: () -> Bool,
      onFailure: @escaping @Sendable (any Error) -> Void
    ) throws {
      if case .file(let url) = body {
        file = url
        count = try FileBody(url).count
        spooled = nil
      } else {
        var reader = try body.reader()
        let body = try SpooledBody(&reader, while: goesOn)
        file = body.url
        count = body.count
        spooled = body
      }
    }

    /// A task that sends it.
    func dataTask(with request: URLRequest, in session: URLSession) -> URLSessionDataTask {
      session.uploadTask(with: request, fromFile: file)
    }
  #endif
}

#if canImport(FoundationNetworking)
  /// The form in which Foundation takes a body that is read ahead; it is read on one thread.
  private final class BodyInputStream: InputStream {
    private let pieces: ReadAhead

    init(_ pieces: ReadAhead) {
      self.pieces = pieces
      super.init(data: Data())
    }

    override func open() {}
    override func close() {}
    /// As Foundation expects it when it takes the stream.
    override var streamStatus: Stream.Status { .notOpen }
    override var streamError: (any Error)? { nil }
    /// False would be the end to Foundation.
    override var hasBytesAvailable: Bool { true }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
      unsafe pieces.take(into: UnsafeMutableRawBufferPointer(start: buffer, count: maxLength))
    }
  }
#endif
