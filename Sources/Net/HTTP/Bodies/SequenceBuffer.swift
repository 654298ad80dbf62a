import Foundation

/// The bytes between the task that reads a sequence and its readers.
///
/// The task keeps it alive, but not the ``SequenceReading``.
final class SequenceBuffer: BodyOutput, Sendable {
  let state = Lock(SequenceReadingState())

  func write(_ chunk: Data) async throws {
    try await perform(try state.withLock { try $0.append(chunk) })
  }

  func write(_ byte: UInt8) async throws {
    let writing = try state.withLock { try $0.append(byte) }
    if case .continues = writing { return }
    try await perform(writing)
  }

  private func perform(_ writing: SequenceReadingState.Writing) async throws {
    switch writing {
    case .continues: return
    case .notifies(let notify): return notify()
    case .notifiesLater:
      // Runs while this task waits or in parallel to it, so that small chunks are taken together.
      Task { self.state.withLock { $0.takeNotification() }?() }
      return
    case .isFull(let notify): notify?()
    }
    try await withCheckedThrowingContinuation { writer in
      switch state.withLock({ $0.keep(writer) }) {
      case .waits: break
      case .continues: writer.resume()
      case .ends: writer.resume(throwing: CancellationError())
      }
    }
  }

  func finish(_ result: Result<Void, any Error>) {
    let (notify, ended) = state.withLock { ($0.finish(result), $0.takeTask()) }
    notify?()
    withExtendedLifetime(ended) {}
  }
}

/// The state of a ``SequenceReading``, as a pure value.
///
/// ```text
/// idle ──take──▶ reading ⇄ full ──end──▶ ended
///   └──────────────┴────────┴──cancel──▶ cancelled
/// ```
struct SequenceReadingState: Sendable {
  typealias Notification = @Sendable () -> Void
  typealias Writer = CheckedContinuation<Void, any Error>

  /// What the caller that takes bytes must do.
  enum Effect: Sendable {
    case none
    case starts(any SequenceSource)
    case resumes(Writer)
  }

  /// What a writer must do.
  enum Writing: Sendable {
    case continues
    case notifies(Notification)
    /// Take the notification later, and call it.
    case notifiesLater
    /// Wait for room, after the notification.
    case isFull(Notification?)
  }

  /// What happens to a writer.
  enum Passage: Sendable {
    case waits, continues, ends
  }

  /// What a cancelled reading held.
  struct Abandoned: Sendable {
    var source: (any SequenceSource)?
    var task: Task<Void, Never>?
    var writer: Writer?
    var notify: Notification?
  }

  /// The number of bytes at which the task waits.
  ///
  /// It continues when half of them have been taken.
  static let limit = 4 * RequestBody.chunkSize
  /// The size up to which chunks are combined.
  private static let small = 4096

  /// The source that writes the bytes; nil once it has started.
  var source: (any SequenceSource)?
  private var task: Task<Void, Never>?
  private var chunks = FIFO<Data>()
  /// The small chunks after the others, combined.
  private var tail: [UInt8] = []
  private var buffered = 0
  private var end: Result<Void, any Error>?
  private var isCancelled = false
  private var writer: Writer?
  private var notify: Notification?
  /// Whether a writer will take the notification.
  private var isNotifying = false

  // MARK: - Who takes

  mutating func take(
    atMost count: Int, orWhenReady notify: Notification?
  ) -> (SequenceReading.Portion, Effect) {
    if let chunk = takeChunk(atMost: count) {
      guard buffered <= Self.limit / 2, let writer = writer.take() else { return (.bytes(chunk), .none) }
      return (.bytes(chunk), .resumes(writer))
    }
    switch end {
    case .success: return (.end, .none)
    case .failure(let error): return (.failed(error), .none)
    case nil: break
    }
    self.notify = notify
    return (.later, source.take().map { .starts($0) } ?? .none)
  }

  private mutating func takeChunk(atMost count: Int) -> Data? {
    if chunks.isEmpty { flushTail() }
    guard let first = chunks.first else { return nil }
    let taken = first.prefix(count)
    chunks.first = taken.count < first.count ? first.dropFirst(taken.count) : nil
    buffered -= taken.count
    return taken
  }

  /// Keeps the task; returns true if the caller must cancel it.
  mutating func keep(_ task: Task<Void, Never>) -> Bool {
    if end == nil { self.task = task }
    return isCancelled
  }

  mutating func cancel() -> Abandoned {
    let abandoned = Abandoned(
      source: source.take(), task: task.take(), writer: writer.take(), notify: notify.take())
    isCancelled = true
    if end == nil { end = .failure(CancellationError()) }
    (chunks, tail, buffered) = (FIFO(), [], 0)
    return abandoned
  }

  // MARK: - Who writes

  /// Begins to write.
  ///
  /// - Throws: `CancellationError` after a cancellation.
  func begin() throws {
    guard !isCancelled else { throw CancellationError() }
  }

  /// Adds a chunk.
  ///
  /// - Throws: `CancellationError` after a cancellation.
  mutating func append(_ chunk: Data) throws -> Writing {
    guard !isCancelled else { throw CancellationError() }
    guard !chunk.isEmpty else { return .continues }
    guard chunk.count > Self.small else {
      tail += chunk
      return addedSmall(chunk.count)
    }
    flushTail()
    chunks.append(chunk)
    buffered += chunk.count
    guard buffered < Self.limit else { return .isFull(notify.take()) }
    return notify.take().map { .notifies($0) } ?? .continues
  }

  /// Adds a byte.
  ///
  /// - Throws: `CancellationError` after a cancellation.
  mutating func append(_ byte: UInt8) throws -> Writing {
    guard !isCancelled else { throw CancellationError() }
    tail.append(byte)
    return addedSmall(1)
  }

  private mutating func addedSmall(_ count: Int) -> Writing {
    buffered += count
    if tail.count > RequestBody.chunkSize - Self.small { flushTail() }
    guard buffered < Self.limit else { return .isFull(notify.take()) }
    guard notify != nil, !isNotifying else { return .continues }
    isNotifying = true
    return .notifiesLater
  }

  /// Returns the callback to call for small chunks, or nil if it has been called in the meantime.
  mutating func takeNotification() -> Notification? {
    isNotifying = false
    return buffered > 0 || end != nil ? notify.take() : nil
  }

  private mutating func flushTail() {
    guard !tail.isEmpty else { return }
    chunks.append(Data(tail))
    tail.removeAll(keepingCapacity: true)
  }

  /// Keeps the writer if the buffer is still full.
  mutating func keep(_ writer: Writer) -> Passage {
    if isCancelled { return .ends }
    guard buffered > Self.limit / 2 else { return .continues }
    self.writer = writer
    return .waits
  }

  /// Called when the source has written everything, or failed; returns the callback to call.
  mutating func finish(_ result: Result<Void, any Error>) -> Notification? {
    if end == nil { end = result }
    return notify.take()
  }

  /// Releases the task, which has ended: a later cancellation must not reach what it calls.
  mutating func takeTask() -> Task<Void, Never>? { task.take() }
}
