extension Int {
  /// Returns the sum, or the nearest number.
  ///
  /// What is read from a file may have any numbers.
  package func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }
}
