/// The buffer for chunks of a streamed body that arrive faster than they are consumed.
///
/// ```swift
/// network.get("film.mp4").responseStream(buffer: .spillingToFile(memoryLimit: 4 << 20)) { event in play(event) }
/// ```
///
/// Every buffer has a memory limit. Buffers differ in what happens when it is reached.
public struct StreamBuffer: Sendable, Hashable {
  /// What happens when the limit is reached.
  public enum Overflow: Sendable, Hashable {
    /// The request fails with ``TransferFailure/bufferOverflow(limit:)``.
    case fails
    /// The transport pauses until half of the buffer has been consumed.
    case pauses
    /// The rest goes to a temporary file.
    case spills
  }

  /// The maximum number of bytes in memory; at least 0.
  public var limit: Int { didSet { limit = max(0, limit) } }
  /// What happens when the limit is reached.
  public var overflow: Overflow

  /// A buffer that fails the request with ``TransferFailure/bufferOverflow(limit:)`` when the limit is exceeded.
  ///
  /// ``NetworkError/data`` then contains the bytes that had not been consumed.
  ///
  /// Use it for live data, where a slow consumer is useless.
  public static func failing(limit: Int = 1 << 20) -> StreamBuffer {
    StreamBuffer(limit: max(0, limit), overflow: .fails)
  }

  /// A buffer that pauses the connection when the limit is exceeded, until half of the bytes have been consumed, so
  /// that the sender has to wait.
  ///
  /// This is the default. It uses neither more memory nor disk space, however slow the consumer is. The transport must
  /// support pausing. ``URLSessionTransport`` does not: it uses its own buffer, whose overflow fails the request with
  /// ``TransferFailure/bufferOverflow(limit:)``. While the connection is paused, the idle timeout does not count.
  public static func backPressure(limit: Int = 1 << 20) -> StreamBuffer {
    StreamBuffer(limit: max(0, limit), overflow: .pauses)
  }

  /// A buffer that writes bytes beyond the memory limit to a temporary file, which is deleted with the request.
  ///
  /// The sender never has to wait, and only a full disk can cause a failure.
  public static func spillingToFile(memoryLimit: Int = 1 << 20) -> StreamBuffer {
    StreamBuffer(limit: max(0, memoryLimit), overflow: .spills)
  }
}
