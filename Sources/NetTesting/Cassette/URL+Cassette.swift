public import Foundation

extension URL {
  /// The file of a cassette beside the test that names it: `Cassettes/NAME.har` in the folder of the test's file.
  ///
  /// ```swift
  /// let transport = RecordingTransport(cassette: .cassette("github-user"), afterEach: self)
  /// ```
  ///
  /// It is in the sources, not among the resources of a bundle, for it is to be written as well.
  public static func cassette(_ name: String, file: StaticString = #filePath) -> URL {
    URL(filePath: "\(file)").deletingLastPathComponent().appending(path: "Cassettes/\(name).har")
  }
}
