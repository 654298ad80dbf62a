import Foundation
import Programs

extension ProgressDisplay {
  /// A display on standard error.
  public static func standard() -> ProgressDisplay {
    ProgressDisplay(
      isatty(STDERR_FILENO) != 0 ? .terminal(width: terminalWidth) : .lines, write: Program.writeError)
  }

  /// Returns the current number of columns of the terminal, or 80 if unknown.
  @Sendable private static func terminalWidth() -> Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
