import Foundation

/// A stream's body in a temporary file, which is deleted with this object.
///
/// A stream has no way to report to Foundation that no bytes are available yet. On Linux Foundation would block, and
/// all other requests with it. So a stream that may wait is first read to its end, on a dedicated queue.
final class SpooledBody: Sendable {
  let url: URL
  let count: Int64

  /// Reads the body to its end.
  ///
  /// - Parameters:
  ///   - reader: The body.
  ///   - goesOn: Called after each chunk; false cancels.
  /// - Throws: The error of the reader or the file system, and `CancellationError` after cancellation.
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

  /// Opens the file, which exists as long as the reader.
  func reader() throws -> any BodyReader { SpooledReader(base: try FileBody(url).reader(), body: self) }

  private struct SpooledReader: BodyReader {
    var base: any BodyReader
    let body: SpooledBody

    mutating func read(atMost count: Int) throws -> Data? { try base.read(atMost: count) }
  }
}
