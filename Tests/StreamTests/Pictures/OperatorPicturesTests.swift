import Foundation
import NetTesting
import Stream
import TestSupport
import Testing

/// The pictures of the operators' documentation are those of their runs.
///
/// With the environment variable `WRITE_PICTURES`, the test writes them.
@Suite struct OperatorPicturesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Stream/Stream.docc/Resources").standardized
  private static let operators = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Stream/Operators").standardized

  @Test(arguments: OperatorPicture.all.map(\.name))
  func theDocumentationShowsTheRun(_ name: String) throws {
    let picture = try #require(OperatorPicture.all.first { $0.name == name }).picture
    for (isDark, file) in [(false, "\(name).svg"), (true, "\(name)~dark.svg")] {
      let url = Self.folder.appending(path: file)
      let svg = picture.svg(isDark: isDark)
      if ProcessInfo.processInfo.environment["WRITE_PICTURES"] != nil {
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try Data(svg.utf8).write(to: url)
      }
      expectEqual(try String(contentsOf: url, encoding: .utf8), svg, "run this test with WRITE_PICTURES=1")
    }
  }

  /// The files of the operators, with their contents.
  private static func files() throws -> [(name: String, contents: String)] {
    let files = FileManager.default.enumerator(at: operators, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }

  /// A file is an operator's if it shows a diagram of text; an extension, `Name+Topic.swift`, has other forms of one.
  @Test func eachOperatorHasAPicture() throws {
    let missing = try Self.files().filter { name, contents in
      !name.contains("+") && contents.contains("/// ```text") && contents.contains("public")
        && !contents.contains("/// ![A marble diagram of ")
    }
    expectEqual(missing.map(\.name), [])
  }

  @Test func eachPictureIsShownOnce() throws {
    let comments = try Self.files().map(\.contents).joined()
    let wrong = OperatorPicture.all.map(\.name).filter {
      comments.components(separatedBy: "](\($0))").count != 2
    }
    expectEqual(wrong, [])
  }
}
