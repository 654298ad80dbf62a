import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Downloads to URLs that are not file URLs, whose paths name other files.
@Suite struct DownloadURLTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var files: [String] { (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted() }

  /// A URL of the web with the path of a file in the folder.
  private func webURL(_ name: String) throws -> URL {
    try #require(URL(string: "https://example.com\(folder.file(name).path)"))
  }

  private func download(to destination: DownloadDestination) -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    fixture.session.get("https://example.com/film").download(to: destination, delivery: .inline) { response in
      outcomes.update { $0.append(response) }
    }
    return outcomes
  }

  private func expectRefusal(of destination: DownloadDestination, _ url: URL) {
    let outcomes = download(to: destination)
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileUnwritable(url))])
    expectNotNil(outcomes.value.first?.error?.underlyingError as? CocoaError)
    expectTrue(fixture.tasks.isEmpty)
    expectEqual(files, [])
  }

  @Test func aDestinationMustBeAFileURL() throws {
    let url = try webURL("film")
    expectRefusal(of: .file(url, options: .replaceExisting), url)
  }

  @Test func aFolderMustBeAFileURL() throws {
    let url = try webURL("films")
    expectRefusal(of: .suggested(in: url, options: .createFolders), url)
  }

  @Test func aPartialFileMustBeAFileURL() throws {
    let url = try webURL("film.part")
    expectRefusal(of: .file(folder.file("film")).resumable(at: url), url)
  }

  @Test func aURLWithoutASchemeIsRefused() throws {
    let url = try #require(URL(string: folder.file("film").path))
    expectRefusal(of: .file(url), url)
  }

  @Test func aDestinationThatDependsOnTheResponseIsCheckedWithItsHead() throws {
    let url = try webURL("film")
    let outcomes = download(to: DownloadDestination { _ in url })
    fixture.tasks[0].begin()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileUnwritable(url))])
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(files, [])
  }

  @Test func theErrorNamesTheURL() throws {
    let url = try webURL("film")
    let text = "\(TransferFailure.fileUnwritable(url))"
    #expect(text.contains("https://example.com/"))
    #expect(text.contains("not a file URL"))
  }
}
