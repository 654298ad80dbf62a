import Foundation
import NetTesting
import Stream
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
      #expect(try String(contentsOf: url, encoding: .utf8) == svg, "run this test with WRITE_PICTURES=1")
    }
  }

  @Test func eachPictureIsShownOnce() throws {
    var comments = ""
    for case let file as URL in FileManager.default.enumerator(
      at: Self.operators, includingPropertiesForKeys: nil) ?? .init()
    {
      if file.pathExtension == "swift" { comments += try String(contentsOf: file, encoding: .utf8) }
    }
    let wrong = OperatorPicture.all.map(\.name).filter {
      comments.components(separatedBy: "](\($0))").count != 2
    }
    #expect(wrong == [])
  }
}
