/// The maximum size of a response body in memory, for one request.
///
/// ```swift
/// var export = RequestDescription("https://api.example.com/export")
/// export.maximumBodySize = .bytes(1 << 20)
/// ```
public enum BodySizeLimit: Sendable, Hashable {
  /// At most this number of bytes.
  case bytes(Int)
  /// No limit.
  case unlimited

  /// The number of bytes, or nil if there is no limit.
  var bytes: Int? {
    switch self {
    case .bytes(let count): max(0, count)
    case .unlimited: nil
    }
  }
}
