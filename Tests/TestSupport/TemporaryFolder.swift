package import Foundation

/// A folder for one test, removed with this object.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("NetTests-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The URL of a file in the folder.
  package func file(_ name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

  /// Creates a file with this content.
  package func file(_ name: String, _ content: String) throws -> URL {
    try Data(content.utf8).write(to: file(name))
    return file(name)
  }
}
