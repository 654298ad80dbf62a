public import Net

/// The progress of a transfer at one moment, as text and as a bar.
public struct TransferStatus: Equatable, Sendable {
  /// The bytes transferred so far, and the total if known.
  public var progress: TransferProgress
  /// The bytes that existed before the transfer; they do not count for the rate.
  public var start: Int64
  /// The time since the start.
  public var elapsed: Duration

  /// Creates the status of a transfer that began at `start` bytes and has taken `elapsed`.
  public init(_ progress: TransferProgress, from start: Int64 = 0, after elapsed: Duration) {
    self.progress = progress
    self.start = start
    self.elapsed = elapsed
  }

  /// Whether the transfer is complete; false if the total is unknown.
  public var isComplete: Bool { progress.total.map { progress.completed >= $0 } ?? false }

  /// The average number of bytes per second, or nil before any bytes have arrived.
  public var rate: Double? {
    let seconds = elapsed / .seconds(1)
    let count = progress.completed - start
    return seconds > 0 && count > 0 ? Double(count) / seconds : nil
  }

  /// The estimated remaining seconds, or nil if unknown.
  public var secondsLeft: Double? {
    guard let total = progress.total, let rate, !isComplete else { return nil }
    return Double(total - progress.completed) / rate
  }

  /// The progress as text: `45%, 4.5 MB of 10.0 MB, 1.5 MB/s, 0:04 left`.
  public var line: String { ([percent].compactMap { $0 } + facts).joined(separator: ", ") }

  /// Returns a bar of at most `width` columns: `[=========>           ]  45%  4.5 MB of 10.0 MB  1.5 MB/s  0:04 left`.
  ///
  /// If there is too little room, the bar is omitted first, then the facts one by one, from the end.
  public func bar(width: Int) -> String {
    var facts = facts
    while !facts.isEmpty {
      let words = ([percent.map(Self.aligned)].compactMap { $0 } + facts).joined(separator: "  ")
      // The brackets and the two spaces take four columns. If there is room, the bar keeps its length while the
      // length of the text changes.
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
  /// The length of `100%  999.9 kB of 999.9 MB  999.9 kB/s  0:00 left`.
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

  /// The percentage, rounded down, so that 100% means complete.
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
