import Foundation
import NetTesting
import Synchronization

/// A terminal for one program, and the text written to it.
public final class PseudoTerminal: Sendable {
  /// Thrown if no terminal can be opened.
  public struct Failure: Error {}

  /// The program's side of the terminal.
  let device: FileHandle
  private let screen = Screen()

  /// Opens a terminal with this many columns.
  public init(columns: UInt16) throws {
    var (controller, device): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &device, nil, nil, &size) == 0 else { throw Failure() }
    // Programs that are started meanwhile must not inherit it and keep it open.
    for side in [controller, device] { _ = fcntl(side, F_SETFD, FD_CLOEXEC) }
    self.device = FileHandle(fileDescriptor: device, closeOnDealloc: true)
    // A terminal that nobody reads from blocks its writer.
    Thread.detachNewThread { [screen, controller] in screen.read(controller) }
  }

  /// Waits for a text and returns everything written so far, or nil if the text does not appear.
  public func text(with part: String) async -> String? { await screen.wait { $0.contains(part) } }

  /// Waits until the program has closed the terminal and returns everything written, or nil after a timeout.
  public var wholeText: String? {
    get async { await screen.wait(forEnd: true) { _ in true } }
  }

  /// Closes our copy of the device; the started program has its own.
  func closeDevice() { try? device.close() }
}

/// The text written to a terminal.
private final class Screen: Sendable {
  private let state = Mutex((bytes: [UInt8](), isClosed: false))
  private let changes = Captured<Void>()

  /// Reads until every copy of the other side is closed.
  func read(_ controller: Int32) {
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Foundation.read(controller, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      // On Linux the end is reported as an error.
      guard count > 0 else { break }
      state.withLock { $0.bytes += piece.prefix(count) }
      changes.set(())
    }
    close(controller)
    state.withLock { $0.isClosed = true }
    changes.set(())
  }

  /// Waits until the text meets a condition.
  func wait(forEnd: Bool = false, _ isReached: (String) -> Bool) async -> String? {
    while true {
      let (text, isClosed) = state.withLock { (String(decoding: $0.bytes, as: UTF8.self), $0.isClosed) }
      if isClosed || !forEnd, isReached(text) { return text }
      guard !isClosed, await changes.next(within: .seconds(30)) != nil else { return nil }
    }
  }
}
