/// An implementation of a workload.
package enum Subject: String, CaseIterable, Codable, Sendable {
  /// The module Stream of this package.
  case stream = "Stream"
  /// A peer with a similar API on this platform.
  case openCombine = "OpenCombine"
  /// The minimum cost of the work: closures that call each other.
  case floor
}
