/// Sums of a scheduler's time and a duration of the caller, which may be the longest there is.
extension Duration {
  /// Returns the sum, or the nearest duration.
  @inlinable
  func addingClamped(_ other: Duration) -> Duration {
    let (sum, overflows) = attoseconds.addingReportingOverflow(other.attoseconds)
    return overflows ? Duration(attoseconds: other < .zero ? .min : .max) : Duration(attoseconds: sum)
  }

  /// Returns the difference, or the nearest duration.
  @inlinable
  func subtractingClamped(_ other: Duration) -> Duration {
    let (difference, overflows) = attoseconds.subtractingReportingOverflow(other.attoseconds)
    return overflows ? Duration(attoseconds: other < .zero ? .max : .min) : Duration(attoseconds: difference)
  }
}
