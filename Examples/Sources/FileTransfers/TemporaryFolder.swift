public import Foundation

/// A temporary folder for a demonstration or a test.
public struct TemporaryFolder: Sendable {
  /// The URL of the folder.
  public let url: URL

  /// Creates the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "transfers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Returns the URL of a file in the folder.
  public func file(_ name: String) -> URL { url.appending(path: name) }

  /// The sorted names of the folder's contents.
  public var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
  }

  /// Returns the size of a file in bytes, or nil if it does not exist.
  public func size(of name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: file(name).path))?[.size] as? Int
  }

  /// Removes the folder and its contents.
  public func remove() { try? FileManager.default.removeItem(at: url) }
}
