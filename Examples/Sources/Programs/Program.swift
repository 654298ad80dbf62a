import Dispatch
import Foundation

/// Runs the work of a program and handles interruption, messages and the exit code.
public struct Program: Sendable {
  let name: String
  let usage: String
  let beforeMessage: @Sendable () -> Void
  private let output = StandardOutput()

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

  /// Runs the work and returns the exit code: 0, 1 after a failure, 2 for a ``UsageError``, 130 when interrupted, 141
  /// when nobody reads the output.
  ///
  /// SIGINT cancels the work, which closes all connections, and prints that the program was interrupted. So does output
  /// that cannot be written, with a message that says why.
  public func run(_ work: @escaping @Sendable () async throws -> Void) async -> Int32 {
    let (registered, registration) = AsyncStream<Never>.makeStream()
    let task = Task.detached {
      // Wait until the signal handler is installed.
      for await _ in registered {}
      try await work()
    }
    signal(SIGINT, SIG_IGN)
    // A pipe that nobody reads is an error of the write.
    signal(SIGPIPE, SIG_IGN)
    output.onFailure { task.cancel() }
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupt.setEventHandler { @Sendable [task] in task.cancel() }
    interrupt.setRegistrationHandler { @Sendable in registration.finish() }
    interrupt.resume()
    defer { interrupt.cancel() }
    let result = await task.result
    beforeMessage()
    if let failure = output.failure {
      // As after `| head`: whoever stopped reading needs no message.
      if failure.isBrokenPipe { return 141 }
      Self.writeError("\(name): the output cannot be written: \(failure)\n")
      return 1
    }
    switch result {
    case .success: return 0
    case .failure(is CancellationError):
      Self.writeError("\(name): interrupted\n")
      return 130
    case .failure(let error as UsageError):
      Self.writeError("\(name): \(error)\n\n\(usage)\n")
      return 2
    case .failure(let error):
      let words = Self.words(of: error).split(separator: "\n").joined(separator: " ")
      Self.writeError("\(name): \(words)\n")
      return 1
    }
  }

  /// Errors of files describe themselves as a list of keys.
  private static func words(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return (error.filePath.map { "\($0): " } ?? "") + error.localizedDescription
  }

  /// Writes to standard output without buffering, even if it is a pipe.
  ///
  /// If that fails, ``run(_:)`` cancels the work.
  public func write(_ text: String) { output.write(text) }

  /// Writes to standard error, if anybody reads it.
  public static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
