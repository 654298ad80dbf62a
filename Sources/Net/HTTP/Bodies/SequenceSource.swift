import Foundation

/// A body that is written by a task as it arrives.
///
/// The types of the sequences are `SendableMetatype`: their conformance must not be isolated to an actor, which does
/// not run the task.
protocol SequenceSource: Sendable {
  /// Takes the content for the next ``write(to:)``, before its task runs: what asks meanwhile finds it taken.
  ///
  /// - Throws: ``RequestBodyError/notRepeatable`` for content that can be written once, and has been taken.
  func claim() throws
  /// Writes the bytes from the start, and returns at their end.
  ///
  /// It ends with an error of the output at once.
  func write(to output: any BodyOutput) async throws
}

extension SequenceSource {
  /// Does nothing: the content of another source is taken with that source.
  func claim() {}
}

/// Writes a sequence of chunks.
struct ChunkSource<Chunks: AsyncSequence & SendableMetatype>: SequenceSource
where Chunks.Element: Sequence<UInt8> & SendableMetatype {
  let sequence: @Sendable () async throws -> Chunks

  func write(to output: any BodyOutput) async throws {
    for try await chunk in try await sequence() { try await output.write(chunk as? Data ?? Data(chunk)) }
  }
}

/// Writes a sequence of single bytes.
struct ByteSource<Bytes: AsyncSequence & SendableMetatype>: SequenceSource where Bytes.Element == UInt8 {
  let sequence: @Sendable () async throws -> Bytes

  func write(to output: any BodyOutput) async throws {
    for try await byte in try await sequence() { try await output.write(byte) }
  }
}

/// Receives the bytes of a body from the task that reads it.
protocol BodyOutput {
  /// Takes a chunk, and returns when there is room for another.
  ///
  /// It throws `CancellationError` if no more bytes are needed.
  func write(_ chunk: Data) async throws
  /// Takes a single byte, as a chunk.
  func write(_ byte: UInt8) async throws
}

/// Checks that exactly the promised number of bytes is written.
///
/// The last of them are passed on at the end, when it is known that no more follow.
final class CountedOutput: BodyOutput {
  private let base: any BodyOutput
  private let promised: Int64
  private var given: Int64 = 0
  private var last = Data()

  init(_ base: any BodyOutput, count: Int64) {
    self.base = base
    promised = count
  }

  func write(_ chunk: Data) async throws {
    given += Int64(chunk.count)
    guard given <= promised else { throw mismatch }
    if given == promised, !chunk.isEmpty { last = chunk } else { try await base.write(chunk) }
  }

  func write(_ byte: UInt8) async throws {
    guard given < promised - 1 else { return try await write(Data([byte])) }
    given += 1
    try await base.write(byte)
  }

  /// Ends the body.
  func finish() async throws {
    guard given == promised else { throw mismatch }
    try await base.write(last)
  }

  private var mismatch: RequestBodyError {
    .countMismatch(promised: promised, given: given, file: nil)
  }
}

/// Reads a blocking reader for a task, on a lane.
///
/// Only the lane accesses the reader.
final class QueuedReader: @unchecked Sendable {
  private let open: @Sendable () throws -> any BodyReader
  private var reader: (any BodyReader)?
  private let lane = BlockingLane()

  /// - Parameter open: Opens the reader. It is called on the lane.
  init(_ open: @escaping @Sendable () throws -> any BodyReader) { self.open = open }

  /// Writes all bytes to an output.
  func write(to output: any BodyOutput) async throws {
    while let chunk = try await next() { try await output.write(chunk) }
  }

  private func next() async throws -> Data? {
    try await withCheckedThrowingContinuation { continuation in
      lane.add { continuation.resume(with: Result { try self.read() }) }
    }
  }

  private func read() throws -> Data? {
    if reader == nil { reader = try open() }
    return try reader?.read(atMost: RequestBody.chunkSize)
  }
}
