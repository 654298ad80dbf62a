import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Responses that have no content by definition: 304, 204, 205 and those to `HEAD`.
@Suite struct DownloadWithoutContentTests {
  private let fixture = SessionFixture { $0.cache = .memory(limit: 1 << 20) }
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("film") }
  private var text: String? { try? String(contentsOf: file, encoding: .utf8) }
  private var files: [String] { (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted() }

  /// Starts a download of a file of which the client has version 1.
  private func download<Configured>(
    _ method: HTTPMethod = .get, to destination: DownloadDestination? = nil,
    _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    let request = fixture.session.request(
      RequestDescription("https://example.com/film", method: method, headers: ["If-None-Match": "\"1\""]))
    _ = request.validate(statusCode: [200, 204, 205, 206, 304])
    _ = configure(request)
    let destination = destination ?? .file(file, options: .replaceExisting)
    request.download(to: destination, delivery: .inline) { response in
      outcomes.update { $0.append(response) }
    }
    return outcomes
  }

  @Test(arguments: [false, true])
  func a304LeavesTheFileAndEndsWithIt(mayReplace: Bool) throws {
    _ = try folder.file("film", "precious")
    let outcomes = download(to: .file(file, options: mayReplace ? .replaceExisting : []))
    fixture.tasks[0].respond(304, headers: ["ETag": "\"1\"", "Content-Length": "8"])
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(outcomes.value.first?.response?.status, 304)
    expectEqual(text, "precious")
    expectEqual(files, ["film"])
  }

  @Test func a304WithoutAFileFails() {
    let outcomes = download()
    fixture.tasks[0].respond(304)
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileMissing(file))])
    expectEqual(files, [])
  }

  @Test func a304WithAFolderAtTheDestinationFails() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let outcomes = download()
    fixture.tasks[0].respond(304)
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileMissing(file))])
  }

  @Test func a304OfTheCacheLeavesTheFile() throws {
    _ = try folder.file("film", "precious")
    fixture.session.get("https://example.com/film").response(
      delivery: .inline, responseSerializer: .data
    ) { _ in }
    fixture.tasks[0].respond(
      200, headers: ["ETag": "\"1\"", "Cache-Control": "max-age=60"], body: "precious")
    let partial = folder.file("film.part")
    let outcomes = download(to: .file(file, options: .replaceExisting).resumable(at: partial))
    expectEqual(fixture.tasks.count, 1)
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "precious")
    expectEqual(files, ["film"])
  }

  @Test func theFileOfA304MustHaveTheChecksum() throws {
    _ = try folder.file("film", "precious")
    let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    let outcomes = download(to: .file(file, options: .replaceExisting).checksum(.sha256(hello)))
    fixture.tasks[0].respond(304)
    guard case .transfer(.checksum(expected: hello, _))? = outcomes.value.first?.error?.reason else {
      Issue.record("\(outcomes.value)")
      return
    }
    expectEqual(text, "precious")
    _ = try folder.file("film", "hello")
    let correct = download(to: .file(file).checksum(.sha256(hello)))
    fixture.tasks[1].respond(304)
    expectEqual(correct.value.map(\.value), [file])
  }

  @Test func aRuleSeesTheFileOfA304() throws {
    _ = try folder.file("film", "precious")
    let outcomes = download { request in
      _ = request.validate { (received: ReceivedResponse) in
        expectEqual(received.data, Data("precious".utf8))
        throw Broken()
      }
    }
    fixture.tasks[0].respond(304)
    expectEqual(outcomes.value.map(\.error?.reason), [.validation(.custom)])
    expectEqual(text, "precious")
  }

  @Test(arguments: [304, 204, 205])
  func aPartialFileStays(status: Int) throws {
    let destination = DownloadDestination.file(file).resumable(at: folder.file("film.part"))
    _ = download(to: destination)
    fixture.tasks[0].begin(headers: ["ETag": "\"2\"", "Content-Length": "11"])
    fixture.tasks[0].give("hello ")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    _ = download(to: destination)
    expectEqual(fixture.tasks[1].request.headers["Range"], "bytes=6-")
    fixture.tasks[1].respond(status)
    try? FileManager.default.removeItem(at: file)
    expectEqual(files, ["film.part", "film.part.resume"])
    let outcomes = download(to: destination)
    fixture.tasks[2].respond(
      206, headers: ["ETag": "\"2\"", "Content-Range": "bytes 6-10/11", "Content-Length": "5"], body: "world")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "hello world")
    expectEqual(files, ["film"])
  }

  @Test(arguments: [204, 205])
  func aStatusWithoutContentReplacesNoFile(status: Int) throws {
    _ = try folder.file("film", "precious")
    let outcomes = download()
    fixture.tasks[0].respond(status)
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileExists(file))])
    expectEqual(text, "precious")
    expectEqual(files, ["film"])
  }

  @Test(arguments: [true, false])
  func theTextSaysThatTheOptionMakesNoDifference(replaces: Bool) throws {
    _ = try folder.file("film", "precious")
    let outcomes = download(to: .file(file, options: replaces ? .replaceExisting : []))
    fixture.tasks[0].respond(204)
    let text = try #require(outcomes.value.first?.error?.description)
    expectEqual(text.contains("(204, 205, or to HEAD) replaces no file"), replaces)
  }

  @Test func aResponseToHeadReplacesNoFile() throws {
    _ = try folder.file("film", "precious")
    let outcomes = download(.head)
    fixture.tasks[0].respond(200, headers: ["Content-Length": "100"])
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileExists(file))])
    expectEqual(text, "precious")
    expectEqual(files, ["film"])
  }

  @Test func aRetryThatReceivesA304LeavesNothingNextToTheFile() throws {
    _ = try folder.file("film", "precious")
    let outcomes = download { $0.retry(RetryPolicy(base: .zero)) }
    fixture.tasks[0].begin(headers: ["ETag": "\"2\"", "Content-Length": "11"])
    fixture.tasks[0].give("hello ")
    fixture.tasks[0].send(.failed(URLError(.networkConnectionLost), phase: .body))
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[1].respond(304, headers: ["ETag": "\"1\""])
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "precious")
    expectEqual(files, ["film"])
  }
}
