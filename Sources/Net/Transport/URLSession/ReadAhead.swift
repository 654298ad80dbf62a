import Dispatch
import Foundation

/// Reads a body ahead of its transport, on a dedicated lane and up to a limit.
///
/// Foundation on Linux has one thread for all sessions of a process, which blocks while a body has no bytes. With this
/// class it finds bytes that have been read, or waits no longer than the disk takes: bodies that may wait for more than
/// a disk are first written to one (``SpooledBody``). libcurl does not block: it is notified when there are more bytes.
///
/// Only the lane accesses the reader. The lock guards everything else.
final class ReadAhead: @unchecked Sendable {
  fileprivate struct State: Sendable {
    var chunks = FIFO<Data>()
    var buffered = 0
    var isReading = false
    var isWaitedFor = false
    var end: Result<Void, any Error>?
  }

  /// The amount that is read ahead.
  struct Pace: Sendable {
    /// The number of bytes at which reading stops.
    ///
    /// It resumes when half of them have been taken.
    var limit: Int
    /// The number of bytes, or the end, at which a transport that does not block is notified.
    var quorum: Int

    /// For a reader that may wait for its source: bytes are passed on as soon as they arrive.
    static let prompt = Pace(limit: 4 * RequestBody.chunkSize, quorum: 1)
    /// For a file, whose next bytes arrive quickly: few wake-ups, each for many bytes.
    static let steady = Pace(limit: 8 * RequestBody.chunkSize, quorum: 4 * RequestBody.chunkSize)
  }

  private static let timer = DispatchTimer()

  private let pace: Pace
  private var reader: any BodyReader
  private let lane: any SerialLane
  private let onArrival: (@Sendable () -> Void)?
  private let onFailure: @Sendable (any Error) -> Void
  private let patience: Duration
  /// The time since which the transport has been waiting for a file that could not be opened.
  ///
  /// Only the lane accesses it.
  private var shortage: DispatchTime?
  private let state = Lock(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - reader: The body. The caller must not use it afterwards.
  ///   - lane: Where the reader is called, which may block.
  ///   - pace: The amount that is read ahead.
  ///   - patience: How long a transport that does not block waits for a file while this process has too many open
  ///     files.
  ///   - onArrival: Called on the lane when enough bytes arrive (``Pace/quorum``) after an attempt to take some found
  ///     none. Nil for a transport that blocks.
  ///   - onFailure: Called on the lane with the reader's error, before the end becomes visible.
  init(
    _ reader: any BodyReader, on lane: any SerialLane, pace: Pace = .prompt,
    patience: Duration = .seconds(30), onArrival: (@Sendable () -> Void)? = nil,
    onFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.reader = reader
    self.lane = lane
    self.pace = pace
    self.patience = patience
    self.onArrival = onArrival
    self.onFailure = onFailure
    readOn()
  }

  /// Copies the next bytes into the buffer, and blocks until there are any.
  ///
  /// One caller at a time may wait.
  ///
  /// - Returns: The number of bytes, 0 at the end, or -1 after a failure.
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      if let taken = unsafe takeAvailable(into: buffer) { return taken }
      arrival.wait()
    }
  }

  /// Copies the next bytes into the buffer without blocking.
  ///
  /// - Returns: The number of bytes, 0 at the end, -1 after a failure, or nil if none have arrived yet. Then
  ///   `onArrival` reports when they have.
  func takeAvailable(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let taken = state.withLock { state -> Int? in
      if let taken = unsafe state.take(into: buffer) { return taken }
      state.isWaitedFor = true
      return nil
    }
    readOn()
    return taken
  }

  private func readOn() {
    let begins = state.withLock { state in
      guard !state.isReading, state.end == nil, state.buffered <= pace.limit / 2 else { return false }
      state.isReading = true
      return true
    }
    if begins { lane.add { self.read() } }
  }

  private func read() {
    // A transport that blocks takes any number of bytes.
    let quorum = onArrival == nil ? 1 : pace.quorum
    while true {
      let chunk: Result<Data?, any Error> = Result { try reader.read(atMost: RequestBody.chunkSize) }
      switch chunk {
      case .success: shortage = nil
      case .failure(let error) where isPassing(error): return readLater()
      case .failure(let error): onFailure(error)
      }
      let (readsOn, isDue) = state.withLock { state in
        state.add(chunk)
        state.isReading = state.end == nil && state.buffered < pace.limit
        let isDue = state.isWaitedFor && (state.end != nil || state.buffered >= quorum)
        if isDue { state.isWaitedFor = false }
        return (state.isReading, isDue)
      }
      if isDue { if let onArrival { onArrival() } else { arrival.signal() } }
      if !readsOn { return }
    }
  }

  /// Returns whether the reader may succeed later, because only a descriptor is missing.
  private func isPassing(_ error: any Error) -> Bool {
    // A transport that blocks would delay its other requests.
    guard onArrival != nil, case RequestBodyError.tooManyOpenFiles = error else { return false }
    guard let shortage else { return patience > .zero }
    return DispatchTime.now().uptimeNanoseconds < shortage.uptimeNanoseconds + patience.dispatchNanoseconds
  }

  /// Reads again after a while, or when the transport asks for bytes.
  private func readLater() {
    let isWaitedFor = state.withLock { state in
      state.isReading = state.isWaitedFor
      return state.isWaitedFor
    }
    guard isWaitedFor else { return shortage = nil }
    shortage = shortage ?? .now()
    // Not by Dispatch, which ends a process in which it finds no descriptor for its first timer.
    _ = Self.timer.schedule(after: .milliseconds(20)) { [weak self] in
      guard let self else { return }
      lane.add { self.read() }
    }
  }
}

extension ReadAhead.State {
  /// Adds a chunk, or the end.
  fileprivate mutating func add(_ chunk: Result<Data?, any Error>) {
    switch chunk {
    case .success(let chunk?) where chunk.isEmpty: break
    case .success(let chunk?):
      chunks.append(chunk)
      buffered += chunk.count
    case .success(nil): end = .success(())
    case .failure(let error): end = .failure(error)
    }
  }

  /// Copies the next bytes, from as many chunks as fit.
  ///
  /// - Returns: The number of bytes, 0 at the end, -1 after a failure, or nil if none have arrived yet.
  fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var taken = 0
    while taken < buffer.count, let first = chunks.first {
      let count = min(first.count, buffer.count - taken)
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[taken...])
      unsafe first.copyBytes(to: rest, count: count)
      taken += count
      chunks.first = count < first.count ? first.dropFirst(count) : nil
    }
    buffered -= taken
    if taken > 0 { return taken }
    switch end {
    case nil: return nil
    case .success: return 0
    case .failure: return -1
    }
  }
}
