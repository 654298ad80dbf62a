public import Foundation

/// Gives the bytes of a body, piece by piece, from its beginning to its end.
///
/// ```swift
/// struct Zeros: BodyReader {
///   var rest: Int
///
///   mutating func read(atMost count: Int) -> Data? {
///     guard rest > 0 else { return nil }
///     defer { rest -= min(rest, count) }
///     return Data(count: min(rest, count))
///   }
/// }
/// ```
///
/// It is used by one thread at a time, on a queue where it may block.
public protocol BodyReader {
  /// The next bytes, at most so many; nil at the end. What is thrown fails the request.
  mutating func read(atMost count: Int) throws -> Data?
}

/// Gives bytes that are in memory.
struct DataReader: BodyReader {
  private var rest: Data

  init(_ data: Data) { rest = data }

  mutating func read(atMost count: Int) -> Data? {
    guard !rest.isEmpty else { return nil }
    let piece = rest.prefix(count)
    rest = rest.dropFirst(count)
    return piece
  }
}

/// Gives what a stream of Foundation's gives.
final class InputStreamReader: BodyReader {
  private let stream: InputStream

  init(_ stream: InputStream) {
    self.stream = stream
    stream.open()
  }

  deinit { stream.close() }

  func read(atMost count: Int) throws -> Data? {
    var bytes = [UInt8](repeating: 0, count: count)
    // The array is writable for `count` bytes during the call, and nobody else has it.
    let given = unsafe stream.read(&bytes, maxLength: count)
    // What went wrong is not asked for: on Linux that stops the process.
    guard given >= 0, given <= count else { throw RequestBodyError.streamFailed }
    return given == 0 ? nil : Data(bytes[..<given])
  }
}

/// Holds a reader to the number of bytes that were promised: neither more nor less comes through.
struct CountedReader: BodyReader {
  private var base: any BodyReader
  private let promised: Int64
  private let file: URL?
  private var given: Int64 = 0
  private var hasEnded = false

  /// - Parameter file: The file that is read, for the error.
  init(_ base: any BodyReader, count: Int64, file: URL? = nil) {
    self.base = base
    promised = count
    self.file = file
  }

  mutating func read(atMost count: Int) throws -> Data? {
    guard !hasEnded else { return nil }
    guard let piece = try base.read(atMost: count) else {
      hasEnded = true
      guard given == promised else { throw mismatch }
      return nil
    }
    given += Int64(piece.count)
    guard given <= promised else { throw mismatch }
    return piece
  }

  private var mismatch: RequestBodyError {
    .countMismatch(promised: promised, given: given, file: file)
  }
}
