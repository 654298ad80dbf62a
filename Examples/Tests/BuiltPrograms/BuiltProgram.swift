import Foundation
import NetTesting

/// A built program, running.
public final class BuiltProgram: Sendable {
  private let process = Process()
  private let output = Pipe()
  private let error = Pipe()
  private let exit = Captured<Int32>()

  /// Starts the program of this name, with its standard error on the terminal, if there is one.
  public init(_ name: String, arguments: [String], terminal: PseudoTerminal? = nil) throws {
    // The programs are built beside the tests.
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appending(path: name)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    if let terminal { process.standardError = terminal.device } else { process.standardError = error }
    let exit = exit
    process.terminationHandler = { exit.set($0.terminationStatus) }
    try process.run()
    terminal?.closeDevice()
  }

  /// What it ended with; nil when it did not end.
  public var exitCode: Int32? {
    get async { await exit.next(within: .seconds(30)) }
  }

  /// What it wrote to standard output; there to be read once, when it has ended.
  public func readOutputLines() -> [String] { Self.lines(output) }

  /// What it wrote to standard error; there to be read once, when it has ended.
  public func readErrorLines() -> [String] { Self.lines(error) }

  /// Sends it SIGINT.
  public func interrupt() { process.interrupt() }

  private static func lines(_ pipe: Pipe) -> [String] {
    let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
    return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
