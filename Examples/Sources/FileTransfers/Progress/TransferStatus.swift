public import Net

/// How far a transfer is at a moment, in words and as a bar. A pure value.
public struct TransferStatus: Equatable, Sendable {
  /// The bytes that are there, and those there will be.
  public var progress: TransferProgress
  /// How many bytes were there before it began: they took no time.
  public var start: Int64
  /// How long it has taken.
  public var elapsed: Duration

  public init(_ progress: TransferProgress, from start: Int64 = 0, after elapsed: Duration) {
    self.progress = progress
    self.start = start
    self.elapsed = elapsed
  }

  /// Whether all of it is there, as far as that can be known.
  public var isComplete: Bool { progress.total.map { progress.completed >= $0 } ?? false }

  /// How many bytes came in a second, on average; nil before there is an average.
  public var rate: Double? {
    let seconds = elapsed / .seconds(1)
    let count = progress.completed - start
    return seconds > 0 && count > 0 ? Double(count) / seconds : nil
  }

  /// How many seconds it will take at this rate; nil where nobody knows.
  public var secondsLeft: Double? {
    guard let total = progress.total, let rate, !isComplete else { return nil }
    return Double(total - progress.completed) / rate
  }

  /// In words, on a line of its own: `45%, 4.5 MB of 10.0 MB, 1.5 MB/s, 0:04 left`.
  public var line: String { ([percent].compactMap { $0 } + facts).joined(separator: ", ") }

  /// As a bar that is no wider than so many columns: `[=========>           ]  45%  4.5 MB of 10.0 MB  1.5 MB/s  0:04 left`.
  ///
  /// Where that is too little, the bar is left out first, and then one fact after the other, from the end.
  public func bar(width: Int) -> String {
    var facts = facts
    while !facts.isEmpty {
      let words = ([percent.map(Self.aligned)].compactMap { $0 } + facts).joined(separator: "  ")
      // The brackets and what is between them and the words take four. The bar keeps its length while the words
      // change theirs, where there is room for both.
      let usual = width >= Self.usualWords + 4 + Self.shortest ? Self.usualWords : 0
      let room = width - max(words.count, usual) - 4
      if let fraction = progress.fraction, room >= Self.shortest {
        return "[\(Self.marks(fraction, count: min(room, Self.longest)))]  \(words)"
      }
      if words.count <= width { return words }
      facts.removeLast()
    }
    return String((percent ?? "").prefix(max(0, width)))
  }

  private static let shortest = 10
  private static let longest = 40
  /// As many as in `100%  999.9 kB of 999.9 MB  999.9 kB/s  0:00 left`.
  private static let usualWords = 48

  private var facts: [String] {
    let completed = Measure.bytes(progress.completed)
    let rate = rate.map { Measure.bytes($0) + "/s" }
    let time =
      isComplete
      ? Measure.time(elapsed / .seconds(1)).map { "in \($0)" }
      : secondsLeft.flatMap(Measure.time).map { "\($0) left" }
    let amount = isComplete ? completed : progress.total.map { "\(completed) of \(Measure.bytes($0))" }
    return [amount ?? completed, rate, time].compactMap { $0 }
  }

  /// Rounded down, so that 100% is all of it.
  private var percent: String? { progress.fraction.map { "\(Int(min(1, $0) * 100))%" } }

  private static func aligned(_ percent: String) -> String {
    String(repeating: " ", count: max(0, 4 - percent.count)) + percent
  }

  private static func marks(_ fraction: Double, count: Int) -> String {
    let done = Int(min(1, fraction) * Double(count))
    guard done < count else { return String(repeating: "=", count: count) }
    return String(repeating: "=", count: done) + ">" + String(repeating: " ", count: count - done - 1)
  }
}
