import Foundation

/// A stream's body in a temporary file, which is deleted with this object.
///
/// A stream has no way to report to Foundation that no bytes are available yet. On Linux Foundation would block, and
/// all other requests with it. So a stream that may wait is first read to its end, on a dedicated lane.
///
/// On Linux the file is unlinked as soon as it is created, so that nothing remains if the process ends. On Apple
/// platforms Foundation opens it by its name.
final class SpooledBody: Sendable {

  /// Reads the body to its end.
  ///
  /// - Parameters:
  ///   - reader: The body.
  ///   - shouldContinue: Called after each chunk; false cancels.
  /// - Throws: The error of the reader or the file system, and `CancellationError` after cancellation.
  convenience init(_ reader: inout any BodyReader, while shouldContinue: () -> Bool) throws {
    let spool = try Spool()
    while let chunk = try reader.read(atMost: RequestBody.chunkSize) {
      try spool.write(chunk)
      guard shouldContinue() else { throw CancellationError() }
    }
    self.init(spool)
  }

  /// Reads an asynchronous sequence to its end.
  ///
  /// - Parameters:
  ///   - reading: The body.
  ///   - lane: Where the file is written.
  ///   - shouldContinue: Called after each chunk; false cancels.
  ///   - completion: Called on the lane.
  static func spool(
    _ reading: SequenceReading, on lane: any SerialLane, while shouldContinue: @escaping @Sendable () -> Bool,
    completion: @escaping @Sendable (Result<SpooledBody, any Error>) -> Void
  ) {
    lane.add {
      do {
        let spool = try Spool()
        reading.readAll { work in
          lane.add(work)
        } _: { chunk in
          try spool.write(chunk)
          guard shouldContinue() else { throw CancellationError() }
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
    #if canImport(Darwin)
      spool.close()
    #endif
  }

  /// The number of bytes.
  var count: Int64 { spool.count }

  #if canImport(Darwin)
    var url: URL { spool.url }
  #else
    /// Returns a reader at the start of the body, independent of others.
    func reader() -> any BodyReader { SpooledReader(spool: spool) }

    private struct SpooledReader: BodyReader {
      let spool: Spool
      var offset: Int64 = 0

      mutating func read(atMost count: Int) throws -> Data? {
        let data = try spool.read(atMost: count, from: offset)
        offset += Int64(data.count)
        return data.isEmpty ? nil : data
      }
    }
  #endif
}

/// The file, which is deleted with this object.
///
/// One thread at a time writes to it: that of a blocking reader, or those of a serial queue. What is written can then
/// be read by several.
private final class Spool: @unchecked Sendable {
  let url: URL
  private let handle: FileHandle
  private(set) var count: Int64 = 0

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("NetStream-\(UUID.random().uuidString)", isDirectory: false)
    handle = try PrivateFile.create(url)
    #if !canImport(Darwin)
      PrivateFile.remove(url)
    #endif
  }

  deinit {
    close()
    #if canImport(Darwin)
      PrivateFile.remove(url)
    #endif
  }

  func write(_ chunk: Data) throws {
    try handle.write(contentsOf: chunk)
    count += Int64(chunk.count)
  }

  func close() { try? handle.close() }

  #if !canImport(Darwin)
    /// Returns the bytes at the offset; none are the end.
    func read(atMost count: Int, from offset: Int64) throws -> Data {
      var data = Data(count: count)
      while true {
        // The pointer belongs to the data, and has room for the requested bytes.
        let got = unsafe data.withUnsafeMutableBytes { bytes in
          unsafe pread(handle.fileDescriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
        if got >= 0 { return data.prefix(got) }
        guard errno == EINTR else { throw POSIXError.last }
      }
    }
  #endif
}
