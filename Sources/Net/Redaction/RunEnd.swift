/// The end of a run of bytes of one kind, which is remembered.
///
/// A text may have many beginnings of what ends at the same byte. It is read once for all of them together, which keeps the
/// sweep linear.
struct RunEnd {
  private var run = 0..<0

  /// Returns the first index from the start for which the closure is false, or the end of the bytes.
  ///
  /// All calls have the same closure and bytes.
  mutating func find(in bytes: [UInt8], from start: Int, while isPart: (UInt8) -> Bool) -> Int {
    if run.isEmpty || !(run.lowerBound...run.upperBound).contains(start) {
      run = start..<(bytes[start...].firstIndex { !isPart($0) } ?? bytes.count)
    }
    return run.upperBound
  }
}
