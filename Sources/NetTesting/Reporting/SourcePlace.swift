/// A line of a test, at which a stub, an expectation or a mock was created.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The path of the file, as `#filePath` gives it.
  public let file: String
  /// The line in the file.
  public let line: UInt
  /// The path in the form that test frameworks require.
  package let staticFile: StaticString

  /// Creates a location.
  ///
  /// In a helper function, pass parameters with the defaults `#filePath` and `#line`, so that the location is the
  /// caller's.
  public init(file: StaticString, line: UInt) {
    self.file = file.description
    self.line = line
    staticFile = file
  }

  /// Creates a location whose path is not a literal.
  init(path: String, line: UInt) {
    file = path
    self.line = line
    staticFile = "unknown"
  }

  /// The name of the file and the line: `LoginTests.swift:12`.
  public var description: String { "\(file.split(separator: "/").last ?? "?"):\(line)" }

  /// Returns whether the file and the line are equal.
  public static func == (left: SourcePlace, right: SourcePlace) -> Bool {
    left.line == right.line && left.file == right.file
  }

  /// Hashes file and line.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(line)
  }
}
