import TestSupport

/// Who sends what from which thread, and how the stream is ended: everything that a seed decides.
struct ThreadedScript: Sendable, CustomStringConvertible {
  /// What the sources of the threads are put together by.
  enum Shape: CaseIterable, Sendable {
    /// Every element of every source, in the order of its thread.
    case merge, flatMap, mergeMax, take, observeOn
    /// The first source opens the others, one after another.
    case flatMapLate, flatMapLatest
    /// Rows of the latest elements, or of those with the same number.
    case combineLatest, combineCollection, zip, zipCollection, withLatest
    /// The last source ends or opens the stream.
    case takeUntil, skipUntil, amb
    /// One source, which all threads feed.
    case retry, share, shareReplay, shareForever, publish, replay, behavior
  }

  enum Stop: Equatable, Sendable {
    case none
    /// A thread disposes after this many of its elements.
    case thread(Int, after: Int)
    /// Inside the n-th delivery, from 1.
    case delivery(Int)
  }

  let shape: Shape
  /// How many elements each thread sends.
  let counts: [Int]
  /// How each source ends, or nil.
  let endings: [Signal?]
  let stop: Stop
  /// The argument of `take`, `retry` and `replay`.
  let limit: Int

  init(seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed))
    func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
    shape = Shape.allCases[seed % Shape.allCases.count]
    let counts = (0..<random(2...3)).map { _ in random(0...3) == 0 ? random(0...3) : random(1...40) }
    self.counts = counts
    let mayFail = random(0...2) == 0
    endings = counts.map { _ in
      switch random(0...3) {
      case 0: nil
      case 1: mayFail ? .error(1) : .completed
      default: .completed
      }
    }
    limit = random(1...12)
    switch random(0...4) {
    case 0:
      let thread = random(0...(counts.count - 1))
      stop = .thread(thread, after: random(0...counts[thread]))
    case 1: stop = .delivery(random(1...20))
    default: stop = .none
    }
  }

  var description: String { "\(shape) of \(counts), ends \(endings), stop \(stop), limit \(limit)" }

  /// An element names its thread and its number there.
  static func element(_ number: Int, of thread: Int) -> Int { thread * 1000 + number }

  /// Whether all threads feed one source.
  var isShared: Bool {
    switch shape {
    case .retry, .share, .shareReplay, .shareForever, .publish, .replay, .behavior: true
    default: false
    }
  }
}
