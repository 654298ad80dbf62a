import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct DownloadTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("film") }

  private func download<Configured>(
    to destination: DownloadDestination, _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    let request = fixture.session.get("https://example.com/film.mp4")
    _ = configure(request)
    request.download(to: destination, delivery: .inline) { response in outcomes.update { $0.append(response) }
    }
    return outcomes
  }

  private func text(_ url: URL?) -> String? { url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } }

  /// The names of all files in the folder, subfolders included.
  private var files: [String] {
    (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted()
  }

  // MARK: - Destination

  @Test func theFileAppearsAtItsDestinationWhenItIsComplete() {
    let outcomes = download(to: .file(file))
    fixture.tasks[0].begin()
    fixture.tasks[0].give("hello ")
    #expect(!files.contains("film"))
    fixture.tasks[0].give("world")
    fixture.tasks[0].finish()
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text(file), "hello world")
    expectEqual(files, ["film"])
  }

  @Test func aTemporaryFileHasTheExtensionOfTheURL() throws {
    let outcomes = download(to: .temporary)
    fixture.tasks[0].respond(200, body: "hello")
    let url = try #require(outcomes.value.first?.value)
    expectEqual(url.pathExtension, "mp4")
    expectEqual(text(url), "hello")
    try FileManager.default.removeItem(at: url)
  }

  @Test(arguments: [
    ("a.\(String(repeating: "e", count: 300))", ""), ("a.m%0Ap%004", "mp4"), ("a.x%5Cb.m%E2%80%AEp4", "mp4"),
    ("a.tar%20gz", ""), ("a.b%2F..%2Fc", ""), ("a.%FF", ""), ("a.m%C3%BC", "mü"), (".mp4", ""), ("a.", ""),
  ])
  func aTemporaryFileHasNoUnusualExtension(name: String, expected: String) throws {
    let outcomes = Locked<[DataResponse<URL>]>([])
    fixture.session.get("https://example.com/\(name)").download(to: .temporary, delivery: .inline) {
      response in
      outcomes.update { $0.append(response) }
    }
    fixture.tasks[0].respond(200, body: "hello")
    let url = try #require(outcomes.value.first?.value)
    expectEqual(url.pathExtension, expected)
    expectEqual(text(url), "hello")
    try FileManager.default.removeItem(at: url)
  }

  @Test func theServerCanSuggestTheFileName() {
    let outcomes = download(to: .suggested(in: folder.url))
    fixture.tasks[0].respond(
      200,
      headers: ["Content-Disposition": "attachment; filename=\"../b.txt\"; filename*=UTF-8''%E2%82%AC.txt"],
      body: "hello")
    expectEqual(outcomes.value.map { $0.value?.lastPathComponent }, ["€.txt"])
    expectEqual(files, ["€.txt"])
    expectEqual(text(folder.file("€.txt")), "hello")
  }

  @Test func withoutASuggestionTheFileNameComesFromTheURL() {
    _ = download(to: .suggested(in: folder.url))
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(files, ["film.mp4"])
  }

  @Test func anExistingFileOfTheSuggestedNameIsReplacedOnlyIfAllowed() throws {
    let there = try folder.file("film.mp4", "old")
    let refused = download(to: .suggested(in: folder.url))
    fixture.tasks[0].respond(200, body: "new")
    expectEqual(refused.value.first?.error?.reason, .transfer(.fileExists(there)))
    _ = download(to: .suggested(in: folder.url, options: .replaceExisting))
    fixture.tasks[1].respond(200, body: "new")
    expectEqual(text(there), "new")
  }

  @Test func aSuggestedNameIsCutToWhatTheFileSystemAllows() {
    let name = String(repeating: "a", count: 255)
    let outcomes = download(to: .suggested(in: folder.url))
    fixture.tasks[0].respond(
      200, headers: ["Content-Disposition": "attachment; filename=b\(name)"], body: "hello")
    expectNil(outcomes.value.first?.error)
    expectEqual(files, ["b" + name.dropLast()])
  }

  @Test func theDestinationCanDependOnTheResponse() {
    let folder = folder
    let outcomes = download(to: DownloadDestination { head in folder.file("film.\(head.status)") })
    fixture.tasks[0].respond(203, body: "hello")
    expectEqual(outcomes.value.map(\.value), [folder.file("film.203")])
  }

  @Test func anEmptyBodyIsAnEmptyFile() {
    let outcomes = download(to: .file(file))
    fixture.tasks[0].respond(204)
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text(file), "")
  }

  @Test func foldersAreCreatedIfAllowed() {
    let location = file.appending(path: "a/b")
    let outcomes = download(to: .file(location, options: .createFolders))
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(outcomes.value.map(\.value), [location])
    expectEqual(text(location), "hello")
  }

  @Test func foldersAreNotCreatedByDefault() throws {
    let location = file.appending(path: "b")
    let outcomes = download(to: .file(location))
    fixture.tasks[0].respond(200, body: "hello")
    let error = try #require(outcomes.value.first?.error)
    expectEqual(error.reason, .transfer(.fileUnwritable(location)))
    expectNotNil(error.underlyingError)
    expectEqual(files, [])
  }

  @Test func anExistingFileIsReplacedIfAllowed() throws {
    _ = try folder.file("film", "old")
    let outcomes = download(to: .file(file, options: .replaceExisting))
    fixture.tasks[0].begin()
    fixture.tasks[0].give("new")
    expectEqual(text(file), "old")
    fixture.tasks[0].finish()
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text(file), "new")
    expectEqual(files, ["film"])
  }

  @Test func anExistingFileIsNotReplacedByDefault() throws {
    _ = try folder.file("film", "old")
    let outcomes = download(to: .file(file))
    fixture.tasks[0].begin()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileExists(file))])
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(text(file), "old")
  }

  @Test func aFolderIsNeverReplaced() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let outcomes = download(to: .file(file, options: .replaceExisting))
    fixture.tasks[0].begin()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileExists(file))])
  }

  // MARK: - Failures that leave no file

  @Test func aCancelledDownloadLeavesNoFile() {
    let requests = Locked<(any NetworkRequesting)?>(nil)
    let outcomes = download(to: .file(file)) { request in requests.update { $0 = request } }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("hello")
    requests.value?.cancel()
    expectEqual(outcomes.value.map(\.error?.reason), [.cancelled])
    expectEqual(files, [])
  }

  @Test func aRejectedResponseLeavesNoFileAndKeepsItsBody() {
    let outcomes = download(to: .file(file))
    fixture.tasks[0].respond(404, body: "no such film")
    expectEqual(outcomes.value.map(\.error?.reason), [.validation(.statusCode(404))])
    expectEqual(outcomes.value.first?.data, Data("no such film".utf8))
    expectEqual(files, [])
  }

  @Test func aValidationRuleSeesTheFileBeforeItIsMoved() {
    let location = file
    let outcomes = download(to: .file(file)) { request in
      request.validate { (received: ReceivedResponse) in
        expectEqual(received.data, Data("hello".utf8))
        expectNotNil(received.fileURL)
        expectNotEqual(received.fileURL, location)
        throw Broken()
      }
    }
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(outcomes.value.map(\.error?.reason), [.validation(.custom)])
    expectEqual(files, [])
  }

  @Test func aDownloadOfTheWrongLengthFails() {
    let outcomes = download(to: .file(file))
    fixture.tasks[0].respond(200, headers: ["Content-Length": "6"], body: "hello")
    expectEqual(outcomes.value.map(\.error?.reason), [.transport(.body)])
    expectEqual(files, [])
  }

  // MARK: - Checksums

  private let helloDigest = "2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824"

  @Test func aFileWithTheExpectedChecksumIsAccepted() {
    let outcomes = download(to: .file(file).checksum(.sha256(helloDigest)))
    fixture.tasks[0].begin()
    fixture.tasks[0].give("hel")
    fixture.tasks[0].give("lo")
    fixture.tasks[0].finish()
    expectEqual(outcomes.value.map(\.value), [file])
  }

  @Test func aFileWithAnotherChecksumIsRejected() {
    let outcomes = download(to: .file(file).checksum(.sha256(helloDigest)))
    fixture.tasks[0].respond(200, body: "hallo")
    guard case .transfer(.checksum(let expected, let actual))? = outcomes.value.first?.error?.reason else {
      Issue.record("\(outcomes.value)")
      return
    }
    expectEqual(expected, helloDigest.lowercased())
    expectEqual(actual, "d3751d33f9cd5049c4af2b462735457e4d3baf130bcbb87f389e349fbaeb20b9")
    expectEqual(files, [])
  }

  // MARK: - Other uses of the request

  @Test func aSerializerReadsTheDownloadedFile() {
    let texts = Locked<[String?]>([])
    let request = fixture.session.get("https://example.com/film")
    let location = file
    request.download(to: .file(location), delivery: .inline) { _ in }
    request.response(delivery: .inline, responseSerializer: .string) { response in
      texts.update { $0.append(response.value) }
    }
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(texts.value, ["hello"])
  }

  @Test func aRequestThatIsAlreadyRunningCannotBecomeADownload() {
    let request = fixture.session.get("https://example.com/film").resume()
    let reasons = Locked<[NetworkError.Reason?]>([])
    request.download(to: .file(file), delivery: .inline) { response in
      reasons.update { $0.append(response.error?.reason) }
    }
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(reasons.value, [.transfer(.alreadyStarted)])
    expectEqual(files, [])
  }

  @Test func aDownloadCanBeAwaited() async throws {
    let transport = MockTransport()
    transport.stub(.get("/film"), with: .text("hello"))
    let url = try await NetworkSession(transport: transport).get("https://example.com/film").download(
      to: .file(file))
    expectEqual(url, file)
    expectEqual(text(url), "hello")
  }
}
