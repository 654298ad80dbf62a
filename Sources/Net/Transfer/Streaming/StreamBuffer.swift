/// What becomes of the pieces of a streamed body that come faster than they are taken.
///
/// ```swift
/// network.get("film.mp4").responseStream(buffer: .spillingToFile(memoryLimit: 4 << 20)) { event in play(event) }
/// ```
///
/// Every buffer is bounded in memory. They differ in what happens at the bound.
public struct StreamBuffer: Sendable, Hashable {
  /// What happens at the bound.
  public enum Overflow: Sendable, Hashable {
    /// The request fails with ``TransferFailure/bufferOverflow(limit:)``.
    case fails
    /// The transport is asked to stop reading until half of it has been taken.
    case pauses
    /// The rest goes to a temporary file.
    case spills
  }

  /// How many bytes are kept in memory.
  public var limit: Int
  /// What happens at the bound.
  public var overflow: Overflow

  /// Keeps so many bytes; with more, the request fails with ``TransferFailure/bufferOverflow(limit:)`` and
  /// ``NetworkError/data`` is what had not been taken.
  ///
  /// Use it where a consumer that falls behind is useless: live data.
  public static func failing(limit: Int = 1 << 20) -> StreamBuffer {
    StreamBuffer(limit: max(0, limit), overflow: .fails)
  }

  /// Keeps so many bytes; with more, the connection is not read until half of them have been taken, so the sender has to
  /// wait.
  ///
  /// This is what is used unless something else is said. Memory and disk stay free, however slow the consumer is. It needs
  /// a transport that can wait: ``URLSessionTransport`` cannot, and keeps a buffer of its own instead, whose overflow fails
  /// the request with ``TransferFailure/bufferOverflow(limit:)``. While the connection is not read, the idle timeout does
  /// not count.
  public static func backPressure(limit: Int = 1 << 20) -> StreamBuffer {
    StreamBuffer(limit: max(0, limit), overflow: .pauses)
  }

  /// Keeps so many bytes in memory, and the rest in a temporary file, which goes with the request.
  ///
  /// The sender never has to wait, and nothing fails but a full disk.
  public static func spillingToFile(memoryLimit: Int = 1 << 20) -> StreamBuffer {
    StreamBuffer(limit: max(0, memoryLimit), overflow: .spills)
  }
}
