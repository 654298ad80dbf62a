public import Foundation

/// A folder for the files of a demonstration or a test.
public struct TemporaryFolder: Sendable {
  public let url: URL

  /// Makes the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "transfers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// A file in it.
  public func file(_ name: String) -> URL { url.appending(path: name) }

  /// The names of what is in it, sorted.
  public var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
  }

  /// How many bytes a file in it has; nil when it is not there.
  public func size(of name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: file(name).path))?[.size] as? Int
  }

  /// Removes it with all that is in it.
  public func remove() { try? FileManager.default.removeItem(at: url) }
}
