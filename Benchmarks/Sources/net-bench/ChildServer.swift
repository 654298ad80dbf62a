import Foundation

/// A server in another process: nginx where it is installed, else this program as a server.
final class ChildServer {
  let name: String
  let url: URL
  private let process: Process
  private let input: Pipe?
  private let folder: URL?

  /// - Parameter isOwn: Whether it has to be this program.
  init(isOwn: Bool = false) throws {
    if !isOwn, let nginx = Nginx.started() {
      (name, url, process, input, folder) = ("nginx", nginx.url, nginx.process, nil, nginx.folder)
      return
    }
    let (child, input, output) = try OwnProcess.started(["serve"])
    guard let line = output.firstLine, let url = URL(string: line) else {
      try? input.fileHandleForWriting.close()
      throw Failure(what: "the server did not start")
    }
    (name, self.url, process, self.input, folder) = ("this program", url, child, input, nil)
  }

  /// Ends it, and waits for its end.
  func stop() {
    // This program serves until its input ends. It has inherited a thread's mask of signals, which keeps one from it.
    if let input { try? input.fileHandleForWriting.close() } else { process.terminate() }
    process.waitUntilExit()
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  struct Failure: Error, CustomStringConvertible {
    var what: String

    var description: String { what }
  }
}

/// This program, once more.
enum OwnProcess {
  /// Starts it; its standard input ends with this process.
  static func started(_ arguments: [String]) throws -> (process: Process, input: Pipe, output: Pipe) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    return (process, input, output)
  }

  /// What it prints until its end; an error when it ends badly.
  static func output(of arguments: [String]) throws -> Data {
    let (process, _, pipe) = try started(arguments)
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ChildServer.Failure(
        what: "\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return output
  }
}

extension Pipe {
  /// The first line, as soon as it is there.
  var firstLine: String? {
    var text = Data()
    while let byte = try? fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: text, as: UTF8.self) }
      text += byte
    }
    return nil
  }
}
