import Foundation
import NetTesting

/// A running process of a built program.
public final class BuiltProgram: Sendable {
  private let process = Process()
  private let output = Pipe()
  private let error = Pipe()
  private let exit = Captured<Int32>()

  /// Starts the program with this name.
  ///
  /// Its standard error goes to the terminal if one is given, and its standard output to the file, such as `/dev/full`.
  public init(
    _ name: String, arguments: [String], terminal: PseudoTerminal? = nil, output file: FileHandle? = nil
  ) throws {
    // The programs are built next to the tests.
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: name)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    if let file { process.standardOutput = file } else { process.standardOutput = output }
    if let terminal { process.standardError = terminal.device } else { process.standardError = error }
    let exit = exit
    process.terminationHandler = { exit.set($0.terminationStatus) }
    try process.run()
    terminal?.closeDevice()
  }

  /// The exit code, or nil if the program has not ended within 30 seconds.
  public var exitCode: Int32? {
    get async { await exit.next(within: .seconds(30)) }
  }

  /// Returns the lines of standard output.
  ///
  /// Call it once, after the program has ended.
  public func readOutputLines() -> [String] { Self.lines(output) }

  /// Returns the lines of standard error.
  ///
  /// Call it once, after the program has ended.
  public func readErrorLines() -> [String] { Self.lines(error) }

  /// Reads no more of standard output, as `head` does.
  public func closeOutput() { try? output.fileHandleForReading.close() }

  /// Sends SIGINT to the program.
  public func interrupt() { process.interrupt() }

  private static func lines(_ pipe: Pipe) -> [String] {
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
    return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
