import Dispatch
import Foundation

/// Reads a body ahead of its transport, on a dedicated queue, a few pieces at most.
///
/// Foundation on Linux has one thread for all sessions of a process, and waits for a body on that thread. Here it
/// finds what has been read already, and otherwise waits no longer than the disk takes: bodies that may wait for
/// more than a disk are put onto it first (``SpooledBody``). libcurl need not wait: it is told when there is more.
///
/// The reader is touched on the queue alone, which is serial; everything else is behind the lock.
final class ReadAhead: @unchecked Sendable {
  fileprivate struct State: Sendable {
    var pieces = FIFO<Data>()
    var buffered = 0
    var isReading = false
    var isWaitedFor = false
    var end: Result<Void, any Error>?
  }

  /// How much is read ahead, in bytes.
  struct Pace: Sendable {
    /// Reading stops when so many bytes are kept, and resumes when half of them have been taken.
    var limit: Int
    /// How many bytes must be there before a transport that does not wait is notified.
    ///
    /// The end is enough, too.
    var quorum: Int

    /// For a reader that may wait for its source: whatever arrives is passed on at once.
    static let prompt = Pace(limit: 4 * RequestBody.chunkSize, quorum: 1)
    /// For a file, whose next bytes are never long in coming: few wake-ups, each for much.
    static let steady = Pace(limit: 8 * RequestBody.chunkSize, quorum: 4 * RequestBody.chunkSize)
  }

  private let pace: Pace
  private var reader: any BodyReader
  private let queue: DispatchQueue
  private let onArrival: (@Sendable () -> Void)?
  private let onFailure: @Sendable (any Error) -> Void
  private let state = Lock(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - reader: What is read; the caller lets go of it.
  ///   - queue: A serial queue.
  ///   - pace: How far it reads ahead.
  ///   - onArrival: Called on the queue when there is enough (``Pace/quorum``), after a taking that found nothing; for
  ///     those who do not wait.
  ///   - onFailure: Called on the queue with what the reader throws, before anyone can see that it ended.
  init(
    _ reader: any BodyReader, on queue: DispatchQueue, pace: Pace = .prompt,
    onArrival: (@Sendable () -> Void)? = nil,
    onFailure: @escaping @Sendable (any Error) -> Void
  ) {
    self.reader = reader
    self.queue = queue
    self.pace = pace
    self.onArrival = onArrival
    self.onFailure = onFailure
    readOn()
  }

  /// Copies the next bytes to the place: how many, 0 at the end, -1 after a failure.
  ///
  /// It waits for them, for one caller at a time.
  func take(into place: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      if let taken = unsafe takeWhatIsThere(into: place) { return taken }
      arrival.wait()
    }
  }

  /// Copies the next bytes to the place, without waiting for them: how many, 0 at the end, -1 after a failure; nil
  /// when there are none yet, and then their arrival will be told.
  func takeWhatIsThere(into place: UnsafeMutableRawBufferPointer) -> Int? {
    let taken = state.withLock { state -> Int? in
      if let taken = unsafe state.take(into: place) { return taken }
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
    if begins { queue.async { self.read() } }
  }

  private func read() {
    // Who waits takes what there is.
    let quorum = onArrival == nil ? 1 : pace.quorum
    while true {
      let piece: Result<Data?, any Error> = Result { try reader.read(atMost: RequestBody.chunkSize) }
      if case .failure(let error) = piece { onFailure(error) }
      let (goesOn, isDue) = state.withLock { state in
        state.add(piece)
        state.isReading = state.end == nil && state.buffered < pace.limit
        let isDue = state.isWaitedFor && (state.end != nil || state.buffered >= quorum)
        if isDue { state.isWaitedFor = false }
        return (state.isReading, isDue)
      }
      if isDue { if let onArrival { onArrival() } else { arrival.signal() } }
      if !goesOn { return }
    }
  }
}

extension ReadAhead.State {
  /// Takes a piece in, or the end.
  fileprivate mutating func add(_ piece: Result<Data?, any Error>) {
    switch piece {
    case .success(let piece?) where piece.isEmpty: break
    case .success(let piece?):
      pieces.append(piece)
      buffered += piece.count
    case .success(nil): end = .success(())
    case .failure(let error): end = .failure(error)
    }
  }

  /// Copies what there is, from as many pieces as fit: how much, 0 at the end, -1 after a failure; nil when nothing is
  /// there yet.
  fileprivate mutating func take(into place: UnsafeMutableRawBufferPointer) -> Int? {
    var taken = 0
    while taken < place.count, let first = pieces.first {
      let count = min(first.count, place.count - taken)
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: place[taken...])
      unsafe first.copyBytes(to: rest, count: count)
      taken += count
      pieces.first = count < first.count ? first.dropFirst(count) : nil
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
