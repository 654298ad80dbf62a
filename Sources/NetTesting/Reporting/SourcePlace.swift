/// A line in a test: where a stub was made, an expectation stated, a mock created.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The path of the file, as `#filePath` gives it.
  public let file: String
  /// The line in the file.
  public let line: UInt
  /// The path in the form that test frameworks take.
  package let staticFile: StaticString

  /// Makes a place; with the defaults of the caller's parameters, the caller's line.
  public init(file: StaticString, line: UInt) {
    self.file = file.description
    self.line = line
    staticFile = file
  }

  /// The name of the file and the line: `LoginTests.swift:12`.
  public var description: String { "\(file.split(separator: "/").last ?? "?"):\(line)" }

  /// Two places are equal when file and line are.
  public static func == (left: SourcePlace, right: SourcePlace) -> Bool {
    left.line == right.line && left.file == right.file
  }

  /// Hashes file and line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(line)
  }
}
