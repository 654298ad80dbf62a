import Foundation

/// Another process of this program.
enum OwnProcess {
  /// Starts the program; its standard input ends with this process.
  ///
  /// If `descriptors` is nil, it may have as many descriptors as this process.
  static func started(
    _ arguments: [String], descriptors: Int? = nil
  ) throws -> (process: Process, input: Pipe, output: Pipe) {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    if let descriptors {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "ulimit -n \(descriptors) && exec \"$0\" \"$@\"", own.path] + arguments
    } else {
      process.executableURL = own
      process.arguments = arguments
    }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    return (process, input, output)
  }

  /// Returns everything that the program prints.
  ///
  /// - Throws: ``ChildServer/Failure`` if its exit code is not 0.
  static func output(of arguments: [String], descriptors: Int? = nil) throws -> Data {
    let (process, _, pipe) = try started(arguments, descriptors: descriptors)
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
  /// The first line, as soon as it is available.
  var firstLine: String? {
    var text = Data()
    while let byte = try? fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: text, as: UTF8.self) }
      text += byte
    }
    return nil
  }
}
