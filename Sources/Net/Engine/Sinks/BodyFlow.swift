import Foundation

/// The body of a response on its way to whoever takes it piece by piece, as a pure value: what is kept, and what is
/// given next.
///
/// ```text
/// transport ──arrive──▶ memory ─(▶ file)─ ──next──▶ taker ──taken──▶
/// ```
///
/// The taker has one thing at a time. What arrives while it is busy is kept, in memory up to the limit of the buffer.
struct BodyFlow: Sendable {
  /// What the taker is given.
  enum Load: Sendable, Hashable {
    /// These bytes.
    case data(Data)
    /// So many bytes of those that were put into the file, from where it was read up to.
    case spilled(Int)

    var count: Int {
      switch self {
      case .data(let data): data.count
      case .spilled(let count): count
      }
    }
  }

  /// What becomes of a piece.
  enum Arrival: Sendable, Hashable {
    /// The taker is free: it is given the piece.
    case given(Load)
    /// It is kept.
    case kept
    /// It is kept, and the transport is to pause.
    case pausing
    /// It is to be put into the file.
    case spilled
    /// It is one too many.
    case overflown
  }

  /// How much is read from the file at a time.
  static let loadSize = 65_536

  /// Nil keeps any amount.
  let buffer: StreamBuffer?
  private var waiting = FIFO<Data>()
  /// The bytes in memory.
  private(set) var inMemory = 0
  /// The bytes in the file.
  ///
  /// They come after those in memory.
  private(set) var inFile = 0
  /// How many bytes the taker is busy with; nil when it is free, 0 with the head.
  private var load: Int? = 0
  /// Numbers what the taker is given, so that it can be done with each just once.
  private(set) var number = 1
  /// Whether the transport has been asked to pause.
  private(set) var isPaused = false
  /// Whether the taker has been given a piece.
  private(set) var hasGiven = false
  /// Whether the content type has been looked at.
  var isTypeChecked = false

  /// A body whose head the taker is busy with.
  init(_ buffer: StreamBuffer?) { self.buffer = buffer }

  /// Whether all that has arrived has been taken.
  var isDrained: Bool { load == nil && waiting.isEmpty && inFile == 0 }

  /// What is in memory and has not been given.
  var contents: Data { waiting.all.reduce(into: Data()) { $0.append($1) } }

  /// A piece arrives.
  mutating func arrive(_ piece: Data) -> Arrival {
    if isDrained {
      give(.data(piece))
      return .given(.data(piece))
    }
    if inFile > 0 {
      inFile += piece.count
      return .spilled
    }
    guard let buffer, inMemory + piece.count > buffer.limit else {
      keep(piece)
      return .kept
    }
    switch buffer.overflow {
    case .fails: return .overflown
    case .spills:
      inFile += piece.count
      return .spilled
    case .pauses:
      guard !isPaused else {
        // What was on its way still comes; more than that does from a transport that does not pause.
        guard inMemory + piece.count <= 2 * buffer.limit + Self.grace else { return .overflown }
        keep(piece)
        return .kept
      }
      keep(piece)
      isPaused = true
      return .pausing
    }
  }

  /// The taker is done with what has this number: how many bytes that were.
  ///
  /// Nil when it was done with it before.
  mutating func taken(_ number: Int) -> Int? {
    guard number == self.number, let load else { return nil }
    self.load = nil
    return load
  }

  /// What the taker, which is free, is given next.
  mutating func next() -> Load? {
    guard load == nil else { return nil }
    if let piece = waiting.popFirst() {
      inMemory -= piece.count
      give(.data(piece))
      return .data(piece)
    }
    guard inFile > 0 else { return nil }
    let next = Load.spilled(min(inFile, Self.loadSize))
    inFile -= next.count
    give(next)
    return next
  }

  /// Whether the transport is to go on: once, when enough has been taken.
  mutating func goesOn() -> Bool {
    guard isPaused, let buffer, inMemory <= buffer.limit / 2 else { return false }
    isPaused = false
    return true
  }

  /// What may still come after a transport was asked to pause.
  private static let grace = 1 << 20

  private mutating func keep(_ piece: Data) {
    waiting.append(piece)
    inMemory += piece.count
  }

  private mutating func give(_ load: Load) {
    self.load = load.count
    hasGiven = true
    number += 1
  }
}
