import Foundation

/// A folder for one test, which goes with it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("NetTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where a file of the name is.
  func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  /// A file with this content.
  func file(_ name: String, _ content: String) throws -> URL {
    try Data(content.utf8).write(to: file(name))
    return file(name)
  }
}
