import Foundation

/// A body on disk that came from a stream: a temporary file, which goes when this does.
///
/// Foundation cannot be told that a stream has nothing to say yet. On Linux it would wait, and with it everything else
/// that is sent; so what may wait is read to its end first, on a dedicated queue.
final class SpooledBody: Sendable {
  let url: URL
  let count: Int64

  /// Reads the body to its end.
  ///
  /// - Parameters:
  ///   - reader: What is read.
  ///   - goesOn: Asked after each piece; false gives up.
  /// - Throws: What the reader throws, what the file system throws, and a `CancellationError` when it is given up.
  init(_ reader: inout any BodyReader, while goesOn: () -> Bool) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("NetStream-\(UUID().uuidString)", isDirectory: false)
    let handle = try PrivateFile.create(url)
    do {
      count = try Self.write(&reader, to: handle, while: goesOn)
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
    self.url = url
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  private static func write(
    _ reader: inout any BodyReader, to handle: FileHandle, while goesOn: () -> Bool
  ) throws -> Int64 {
    defer { try? handle.close() }
    var count: Int64 = 0
    while let piece = try reader.read(atMost: RequestBody.chunkSize) {
      try handle.write(contentsOf: piece)
      count += Int64(piece.count)
      guard goesOn() else { throw CancellationError() }
    }
    return count
  }

  /// Opens it; the file stays for as long as it is read.
  func reader() throws -> any BodyReader { SpooledReader(base: try FileBody(url).reader(), body: self) }

  private struct SpooledReader: BodyReader {
    var base: any BodyReader
    let body: SpooledBody

    mutating func read(atMost count: Int) throws -> Data? { try base.read(atMost: count) }
  }
}
