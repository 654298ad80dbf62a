import Foundation
import NetTesting
import Synchronization

/// A terminal for one program, and what stands on it.
public final class PseudoTerminal: Sendable {
  /// Why there is no terminal.
  public struct Failure: Error {}

  /// The program's side of it.
  let device: FileHandle
  private let screen = Screen()

  /// Opens a terminal of this many columns.
  public init(columns: UInt16) throws {
    var (controller, device): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &device, nil, nil, &size) == 0 else { throw Failure() }
    // Other programs that are started meanwhile must not hold it open.
    for side in [controller, device] { _ = fcntl(side, F_SETFD, FD_CLOEXEC) }
    self.device = FileHandle(fileDescriptor: device, closeOnDealloc: true)
    // A terminal that nobody reads from holds up who writes to it.
    Thread.detachNewThread { [screen, controller] in screen.read(controller) }
  }

  /// Waits for a text, and returns what was written until then; nil when it did not come.
  public func text(with part: String) async -> String? { await screen.wait { $0.contains(part) } }

  /// Waits until the program has closed it, and returns all that was written; nil when it did not close it.
  public var wholeText: String? {
    get async { await screen.wait(forEnd: true) { _ in true } }
  }

  /// The program that was started has this side now.
  func closeDevice() { try? device.close() }
}

/// What a terminal was written.
private final class Screen: Sendable {
  private let state = Mutex((bytes: [UInt8](), isClosed: false))
  private let changes = Captured<Void>()

  /// Reads until the other side is closed by all who had it.
  func read(_ controller: Int32) {
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Foundation.read(controller, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      // On Linux the end is an error.
      guard count > 0 else { break }
      state.withLock { $0.bytes += piece.prefix(count) }
      changes.set(())
    }
    close(controller)
    state.withLock { $0.isClosed = true }
    changes.set(())
  }

  /// Waits for a text that is as it should be.
  func wait(forEnd: Bool = false, _ isReached: (String) -> Bool) async -> String? {
    while true {
      let (text, isClosed) = state.withLock { (String(decoding: $0.bytes, as: UTF8.self), $0.isClosed) }
      if isClosed || !forEnd, isReached(text) { return text }
      guard !isClosed, await changes.next(within: .seconds(30)) != nil else { return nil }
    }
  }
}
