import Dispatch
import Foundation

/// Runs the work of a program and handles interruption, messages and the exit code.
public struct Program: Sendable {
  let name: String
  let usage: String
  let beforeMessage: @Sendable () -> Void

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: the prefix of its messages.
  ///   - usage: printed if the command line is invalid.
  ///   - beforeMessage: called before each message is written.
  public init(name: String, usage: String, beforeMessage: @escaping @Sendable () -> Void = {}) {
    self.name = name
    self.usage = usage
    self.beforeMessage = beforeMessage
  }

  /// Runs the work and returns the exit code: 0, 1 after a failure, 2 for a ``UsageError``, 130 when interrupted.
  ///
  /// SIGINT cancels the work, which closes all connections, and prints that the program was interrupted.
  public func run(_ work: @escaping @Sendable () async throws -> Void) async -> Int32 {
    let (registered, registration) = AsyncStream<Never>.makeStream()
    let task = Task.detached {
      // Wait until the signal handler is installed.
      for await _ in registered {}
      try await work()
    }
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupt.setEventHandler { @Sendable [task] in task.cancel() }
    interrupt.setRegistrationHandler { @Sendable in registration.finish() }
    interrupt.resume()
    defer { interrupt.cancel() }
    let result = await task.result
    beforeMessage()
    switch result {
    case .success: return 0
    case .failure(is CancellationError):
      Self.writeError("\(name): interrupted\n")
      return 130
    case .failure(let error as UsageError):
      Self.writeError("\(name): \(error)\n\n\(usage)\n")
      return 2
    case .failure(let error):
      let words = "\(error)".split(separator: "\n").joined(separator: " ")
      Self.writeError("\(name): \(words)\n")
      return 1
    }
  }

  /// Writes to standard output without buffering, even if it is a pipe.
  public static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  /// Writes to standard error.
  public static func writeError(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
