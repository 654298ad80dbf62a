/// Who does the work of a workload.
package enum Subject: String, CaseIterable, Codable, Sendable {
  /// The module Stream of this repository.
  case stream = "Stream"
  /// A peer with the same vocabulary on this platform.
  case openCombine = "OpenCombine"
  /// The least that the work could cost: closures that call each other.
  case floor
}
