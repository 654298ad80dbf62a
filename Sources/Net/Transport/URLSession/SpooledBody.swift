import Dispatch
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
  convenience init(_ reader: inout any BodyReader, while goesOn: () -> Bool) throws {
    let spool = try Spool()
    while let chunk = try reader.read(atMost: RequestBody.chunkSize) {
      try spool.write(chunk)
      guard goesOn() else { throw CancellationError() }
    }
    self.init(spool)
  }

  /// Reads an asynchronous sequence to its end.
  ///
  /// - Parameters:
  ///   - reading: The body.
  ///   - queue: A serial queue, on which the file is written.
  ///   - goesOn: Called after each chunk; false cancels.
  ///   - completion: Called on the queue.
  static func spool(
    _ reading: SequenceReading, on queue: DispatchQueue, while goesOn: @escaping @Sendable () -> Bool,
    completion: @escaping @Sendable (Result<SpooledBody, any Error>) -> Void
  ) {
    queue.async {
      do {
        let spool = try Spool()
        reading.readAll { work in
          queue.async(execute: work)
        } _: { chunk in
          try spool.write(chunk)
          guard goesOn() else { throw CancellationError() }
        } completion: { result in
          completion(result.map { SpooledBody(spool) })
        }
      } catch {
        completion(.failure(error))
      }
    }
  }

  private let spool: Spool

  private init(_ spool: Spool) {
    self.spool = spool
    url = spool.url
    count = spool.count
    spool.close()
  }

  /// Opens the file, which exists as long as the reader.
  func reader() throws -> any BodyReader { SpooledReader(base: try FileBody(url).reader(), body: self) }

  private struct SpooledReader: BodyReader {
    var base: any BodyReader
    let body: SpooledBody

    mutating func read(atMost count: Int) throws -> Data? { try base.read(atMost: count) }
  }
}

/// The file while it is written, which is deleted with this object.
///
/// One thread at a time accesses it: that of a blocking reader, or those of a serial queue.
private final class Spool: @unchecked Sendable {
  let url: URL
  private let handle: FileHandle
  private(set) var count: Int64 = 0

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("NetStream-\(UUID.random().uuidString)", isDirectory: false)
    handle = try PrivateFile.create(url)
  }

  deinit {
    close()
    try? FileManager.default.removeItem(at: url)
  }

  func write(_ chunk: Data) throws {
    try handle.write(contentsOf: chunk)
    count += Int64(chunk.count)
  }

  func close() { try? handle.close() }
}
