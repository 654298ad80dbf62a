/// The end of a run of positions or bytes of one kind, which is remembered.
///
/// A text may have many beginnings of what ends at the same byte. It is read once for all of them together, which keeps the
/// sweep linear.
struct RunEnd {
  private var run = 0..<0

  /// Returns the first index of the range for which the closure is false, or at least the end of the range.
  ///
  /// All calls have the same closure.
  mutating func find(in range: Range<Int>, while isPart: (Int) -> Bool) -> Int {
    let start = range.lowerBound
    if run.isEmpty || !(run.lowerBound...run.upperBound).contains(start) { run = start..<start }
    var end = run.upperBound
    while end < range.upperBound, isPart(end) { end += 1 }
    run = run.lowerBound..<end
    return end
  }

  /// Returns the first index from the start for which the closure is false, or the end of the bytes.
  ///
  /// All calls have the same closure and bytes.
  mutating func find(in bytes: [UInt8], from start: Int, while isPart: (UInt8) -> Bool) -> Int {
    find(in: start..<bytes.count) { isPart(bytes[$0]) }
  }
}
