public import Foundation

extension URL {
  /// The file of a cassette next to the test: `Cassettes/NAME.har` in the folder of the test's source file.
  ///
  /// ```swift
  /// let transport = RecordingTransport(cassette: .cassette("github-user"), afterEach: self)
  /// ```
  ///
  /// It is in the sources, not in the resources of a bundle, because it must be writable.
  public static func cassette(_ name: String, file: StaticString = #filePath) -> URL {
    URL(filePath: "\(file)").deletingLastPathComponent().appending(path: "Cassettes/\(name).har")
  }
}
