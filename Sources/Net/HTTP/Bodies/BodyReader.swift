public import Foundation

/// A type that reads the bytes of a body from start to end, in chunks.
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
/// One thread at a time uses a reader, on a queue on which it may block.
public protocol BodyReader {
  /// Returns the next bytes, at most `count`, or nil at the end. An error that it throws fails the request.
  mutating func read(atMost count: Int) throws -> Data?
}

/// Reads bytes from memory.
struct DataReader: BodyReader {
  private var rest: Data

  init(_ data: Data) { rest = data }

  mutating func read(atMost count: Int) -> Data? {
    guard !rest.isEmpty else { return nil }
    let chunk = rest.prefix(count)
    rest = rest.dropFirst(count)
    return chunk
  }
}

/// Reads the bytes of an `InputStream`.
final class InputStreamReader: BodyReader {
  private let stream: InputStream

  init(_ stream: InputStream) {
    self.stream = stream
    stream.open()
  }

  deinit { stream.close() }

  func read(atMost count: Int) throws -> Data? {
    var bytes = [UInt8](repeating: 0, count: count)
    // The array is writable for `count` bytes during the call, and nothing else accesses it.
    let given = unsafe stream.read(&bytes, maxLength: count)
    // `streamError` is not read: on Linux it ends the process.
    guard given >= 0, given <= count else { throw RequestBodyError.streamFailed }
    return given == 0 ? nil : Data(bytes[..<given])
  }
}

/// Checks that a reader returns exactly the promised number of bytes.
struct CountedReader: BodyReader {
  private var base: any BodyReader
  private let promised: Int64
  private let file: URL?
  private var given: Int64 = 0
  private var hasEnded = false

  /// - `file`: The file that is read, for the error.
  init(_ base: any BodyReader, count: Int64, file: URL? = nil) {
    self.base = base
    promised = count
    self.file = file
  }

  mutating func read(atMost count: Int) throws -> Data? {
    guard !hasEnded else { return nil }
    guard let chunk = try base.read(atMost: count) else {
      // Not the end if bytes are missing: another call fails again.
      guard given == promised else { throw mismatch }
      hasEnded = true
      return nil
    }
    given += Int64(chunk.count)
    guard given <= promised else { throw mismatch }
    if given == promised { try end() }
    return chunk
  }

  /// Checks that there are no bytes beyond the promised length, before the last promised byte is returned.
  ///
  /// After that one, a transport may not read again.
  private mutating func end() throws {
    hasEnded = true
    while let chunk = try base.read(atMost: 1) {
      given += Int64(chunk.count)
      guard given == promised else { throw mismatch }
    }
  }

  private var mismatch: RequestBodyError {
    .countMismatch(promised: promised, given: given, file: file)
  }
}
