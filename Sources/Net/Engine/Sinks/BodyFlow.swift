import Foundation

/// The buffer between a transport and the consumer of a response body, as a pure value.
///
/// ```text
/// transport ──arrive──▶ memory ─(▶ file)─ ──next──▶ consumer ──taken──▶
/// ```
///
/// The consumer gets one item at a time. Chunks that arrive meanwhile are buffered, in memory up to the limit.
struct BodyFlow: Sendable {
  /// An item for the consumer.
  enum Load: Sendable, Equatable {
    /// These bytes.
    case data(Data)
    /// The next bytes in the file, this many.
    case spilled(Int)

    var count: Int {
      switch self {
      case .data(let data): data.count
      case .spilled(let count): count
      }
    }
  }

  /// What happens to a chunk.
  enum Arrival: Sendable, Equatable {
    /// The consumer is free and gets the chunk.
    case given(Load)
    /// The chunk is buffered.
    case kept
    /// The chunk is buffered, and the transport must pause.
    case pausing
    /// The chunk must be written to the file.
    case spilled
    /// The chunk exceeds the limit.
    case overflown
  }

  /// The number of bytes read from the file at a time.
  static let loadSize = 65_536

  /// The buffer's limit and behavior; nil for no limit.
  let buffer: StreamBuffer?
  private var waiting = FIFO<Data>()
  /// The number of bytes in memory.
  private(set) var inMemory = 0
  /// The number of bytes in the file.
  ///
  /// They follow those in memory.
  private(set) var inFile = 0
  /// The number of bytes the consumer is busy with; nil while it is free, 0 for the head.
  private var load: Int? = 0
  /// The number of the consumer's current item, so that each item is completed only once.
  private(set) var number = 1
  /// Whether the transport was asked to pause.
  private(set) var isPaused = false
  /// Whether the consumer has received a chunk.
  private(set) var hasGiven = false
  /// Whether the content type has been checked.
  var isTypeChecked = false

  /// Creates the buffer of a body whose head the consumer is busy with.
  init(_ buffer: StreamBuffer?) { self.buffer = buffer }

  /// Whether everything that has arrived has been consumed.
  var isDrained: Bool { load == nil && waiting.isEmpty && inFile == 0 }

  /// The bytes in memory that the consumer has not received.
  var contents: Data { waiting.all.reduce(into: Data()) { $0.append($1) } }

  /// Adds a chunk.
  mutating func arrive(_ chunk: Data) -> Arrival {
    if isDrained {
      give(.data(chunk))
      return .given(.data(chunk))
    }
    if inFile > 0 {
      inFile += chunk.count
      return .spilled
    }
    guard let buffer, inMemory + chunk.count > buffer.limit else {
      keep(chunk)
      return .kept
    }
    switch buffer.overflow {
    case .fails: return .overflown
    case .spills:
      inFile += chunk.count
      return .spilled
    case .pauses:
      guard !isPaused else {
        // Chunks in transit still arrive. Only a transport that ignores the pause delivers more than that.
        guard inMemory + chunk.count - buffer.limit - Self.grace <= buffer.limit else { return .overflown }
        keep(chunk)
        return .kept
      }
      keep(chunk)
      isPaused = true
      return .pausing
    }
  }

  /// Completes the item with this number, and returns its number of bytes.
  ///
  /// Nil if it was completed before.
  mutating func taken(_ number: Int) -> Int? {
    number == self.number ? load.take() : nil
  }

  /// Returns the next item if the consumer is free.
  mutating func next() -> Load? {
    guard load == nil else { return nil }
    if let chunk = waiting.popFirst() {
      inMemory -= chunk.count
      give(.data(chunk))
      return .data(chunk)
    }
    guard inFile > 0 else { return nil }
    let next = Load.spilled(min(inFile, Self.loadSize))
    inFile -= next.count
    give(next)
    return next
  }

  /// Returns whether the transport must resume: once, after enough was consumed.
  mutating func resumesTransport() -> Bool {
    guard isPaused, let buffer, inMemory <= buffer.limit / 2 else { return false }
    isPaused = false
    return true
  }

  /// The number of bytes that may arrive after the transport was asked to pause.
  private static let grace = 1 << 20

  private mutating func keep(_ chunk: Data) {
    waiting.append(chunk)
    inMemory += chunk.count
  }

  private mutating func give(_ load: Load) {
    self.load = load.count
    hasGiven = true
    number += 1
  }
}
