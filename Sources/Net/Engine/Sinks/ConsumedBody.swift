import Foundation

/// Passes the body of one request to a consumer, and writes bytes that exceed the memory limit to a file.
final class ConsumedBody: BodySink {
  private let consumer: any BodyConsumer
  private let spill = Lock(SpilledBody())

  init(_ consumer: any BodyConsumer) { self.consumer = consumer }

  func savedPart(of request: TransportRequest) -> DownloadPart? { nil }

  func discardPart() {}

  func begin(_ body: BeginningBody, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    do throws(NetworkError) {
      try body.rules.validateCustom(body.received)
    } catch {
      return done(.failure(error))
    }
    (consumer as? any DecodingConsumer)?.prepare(for: body.received)
    consumer.begin(body.received.head) { [weak self] in Self.end(self, done) }
  }

  func take(_ load: BodyFlow.Load, done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    switch load {
    case .data(let data): give(data, done)
    case .spilled(let count):
      do throws(NetworkError) {
        let data = try read(count)
        give(data, done)
      } catch {
        done(.failure(error))
      }
    }
  }

  private func give(_ data: Data, _ done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    consumer.take(data) { [weak self] in Self.end(self, done) }
  }

  /// Called when the consumer has called `next`.
  ///
  /// It may keep that closure forever, which therefore does not retain the body with its consumer.
  private static func end(
    _ body: ConsumedBody?, _ done: @escaping @Sendable (Result<Void, NetworkError>) -> Void
  ) {
    let failure = (body?.consumer as? any DecodingConsumer)?.failure
    done(failure.map { .failure($0) } ?? .success(()))
  }

  func end(done: @escaping @Sendable (Result<Void, NetworkError>) -> Void) {
    guard let consumer = consumer as? any DecodingConsumer else { return done(.success(())) }
    consumer.finish { [weak self] in Self.end(self, done) }
  }

  func spill(_ chunk: Data) throws(NetworkError) {
    try spill.withLock { spill in Result { () throws(NetworkError) in try spill.append(chunk) } }.get()
  }

  func finish(
    _ received: ReceivedResponse, by rules: ValidationRules, commit: (() throws -> Void) throws -> Void
  ) throws(NetworkError) -> ReceivedResponse {
    var received = received
    received.isStreamed = true
    return received
  }

  func close() { spill.withLock { $0.remove() } }

  private func read(_ count: Int) throws(NetworkError) -> Data {
    try spill.withLock { spill in Result { () throws(NetworkError) in try spill.read(count) } }.get()
  }
}

/// The bytes that exceed the memory limit, in a temporary file that is written at the end and read from the start.
///
/// The file is unlinked as soon as it is created, so no other program can open it, and the system frees it even if this
/// process crashes.
struct SpilledBody {
  private let url = PrivateFile.hidden(in: FileManager.default.temporaryDirectory)
  private var handle: FileHandle?
  private var written: UInt64 = 0
  private var taken: UInt64 = 0

  /// Appends bytes.
  mutating func append(_ data: Data) throws(NetworkError) {
    do {
      let handle = try self.handle ?? open()
      self.handle = handle
      try handle.seek(toOffset: written)
      try handle.write(contentsOf: data)
      written += UInt64(data.count)
    } catch {
      throw failure(error)
    }
  }

  /// Reads bytes from the start.
  ///
  /// After the last one the file is truncated.
  mutating func read(_ count: Int) throws(NetworkError) -> Data {
    do {
      try handle?.seek(toOffset: taken)
      guard let data = try handle?.read(upToCount: count), data.count == count else {
        throw CocoaError(.fileReadCorruptFile)
      }
      taken += UInt64(count)
      if taken == written {
        try handle?.truncate(atOffset: 0)
        (taken, written) = (0, 0)
      }
      return data
    } catch {
      throw failure(error)
    }
  }

  /// Removes the file.
  mutating func remove() {
    try? handle?.close()
    handle = nil
  }

  private func open() throws -> FileHandle {
    let handle = try PrivateFile.create(url)
    PrivateFile.remove(url)
    return handle
  }

  private func failure(_ error: any Error) -> NetworkError {
    NetworkError(.transfer(.fileUnwritable(url)), underlyingError: error)
  }
}
