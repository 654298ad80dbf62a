import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a download replaces at its destination: only files, and links to files or to nothing.
@Suite struct DownloadReplacingTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder
  private let elsewhere: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    elsewhere = try TemporaryFolder()
  }

  private var file: URL { folder.file("film") }
  private var files: [String] { (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted() }

  private func download(
    to destination: DownloadDestination? = nil
  ) -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    let destination = destination ?? .file(file, options: .replaceExisting)
    fixture.session.get("https://example.com/film.mp4").download(to: destination, delivery: .inline) {
      response in
      outcomes.update { $0.append(response) }
    }
    return outcomes
  }

  private func text(_ url: URL) -> String? { try? String(contentsOf: url, encoding: .utf8) }

  /// What a path names, without following links: its kind and its number in the file system.
  private func identity(_ url: URL) throws -> [String] {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return [
      "\(String(describing: attributes[.type]))", "\(String(describing: attributes[.systemFileNumber]))",
    ]
  }

  // MARK: - What is not replaced

  enum Special: String, CaseIterable {
    case pipe, socket, device
    case linkToFolder, linkToPipe, linkToSocket, linkToDevice, linkToLinkToFolder, linkToItself
  }

  private func create(_ special: Special, at url: URL) throws {
    switch special {
    case .pipe: try make(S_IFIFO, at: url)
    case .socket: try make(S_IFSOCK, at: url)
    case .device: try make(S_IFCHR, at: url)
    case .linkToFolder: try link(url, to: elsewhere.url)
    case .linkToPipe: try link(url, to: target(.pipe))
    case .linkToSocket: try link(url, to: target(.socket))
    case .linkToDevice: try link(url, to: target(.device))
    case .linkToLinkToFolder: try link(url, to: target(.linkToFolder))
    case .linkToItself: try link(url, to: url)
    }
  }

  private func target(_ special: Special) throws -> URL {
    let url = elsewhere.file("target")
    try create(special, at: url)
    return url
  }

  private func link(_ url: URL, to target: URL) throws {
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
  }

  /// Creates a special file, or a pipe if this user may not: only root can create a device.
  private func make(_ kind: mode_t, at url: URL) throws {
    if unsafe mknod(url.path, kind | 0o600, 0) == 0 { return }
    let made = unsafe mkfifo(url.path, 0o600)
    try #require(made == 0)
  }

  @Test(arguments: Special.allCases)
  func whatIsNotAFileIsRefusedBeforeTheBody(special: Special) throws {
    try create(special, at: file)
    let identity = try identity(file)
    let outcomes = download()
    fixture.tasks[0].begin()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(file))])
    expectNotNil(outcomes.value.first?.error?.underlyingError)
    #expect(fixture.tasks[0].isCancelled)
    expectEqual(try self.identity(file), identity)
    expectEqual(files, ["film"])
  }

  @Test(arguments: Special.allCases)
  func whatAppearsDuringTheDownloadAndIsNotAFileIsRefused(special: Special) throws {
    let outcomes = download()
    fixture.tasks[0].begin()
    fixture.tasks[0].give("new")
    try create(special, at: file)
    let identity = try identity(file)
    fixture.tasks[0].finish()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(file))])
    expectEqual(try self.identity(file), identity)
    expectEqual(files, ["film"])
  }

  @Test func aFolderIsRefusedAsAnExistingFile() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let outcomes = download()
    fixture.tasks[0].respond(200, body: "new")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileExists(file))])
  }

  @Test(arguments: [nil, "disposition"])
  func aSuggestedNameReplacesNoPipe(suggestion: String?) throws {
    let pipe = folder.file(suggestion ?? "film.mp4")
    try create(.pipe, at: pipe)
    let outcomes = download(to: .suggested(in: folder.url, options: .replaceExisting))
    let header: HTTPHeaders = suggestion.map { ["Content-Disposition": "attachment; filename=\($0)"] } ?? [:]
    fixture.tasks[0].respond(200, headers: header, body: "new")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(pipe))])
  }

  @Test func aPipeDoesNotCostTheBytesOfAResumableDownload() throws {
    let partial = folder.file("film.part")
    let outcomes = download(to: .file(file, options: .replaceExisting).resumable(at: partial))
    fixture.tasks[0].begin(headers: ["ETag": "\"1\"", "Content-Length": "3"])
    fixture.tasks[0].give("new")
    try create(.pipe, at: file)
    fixture.tasks[0].finish()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(file))])
    expectEqual(text(partial), "new")
    expectEqual(files, ["film", "film.part", "film.part.resume"])
  }

  @Test func aPipeThatAppearsInPlaceOfTheResumeFileIsRefused() throws {
    let partial = folder.file("film.part")
    let note = folder.file("film.part.resume")
    let outcomes = download(to: .file(file).resumable(at: partial))
    try create(.pipe, at: note)
    let identity = try identity(note)
    fixture.tasks[0].respond(200, headers: ["ETag": "\"1\""], body: "new")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(note))])
    expectEqual(try self.identity(note), identity)
  }

  // MARK: - What is replaced

  enum Replaceable: String, CaseIterable {
    case file, linkToFile, linkToLinkToFile, linkToNothing, linkToLinkToNothing, linkBelowAFile
  }

  @Test(arguments: Replaceable.allCases)
  func aFileOrALinkToAFileOrToNothingIsReplaced(replaceable: Replaceable) throws {
    let target = elsewhere.file("target")
    let other = elsewhere.file("other")
    switch replaceable {
    case .file: _ = try folder.file("film", "old")
    case .linkToFile: try link(file, to: elsewhere.file("target", "old"))
    case .linkToLinkToFile:
      try link(other, to: elsewhere.file("target", "old"))
      try link(file, to: other)
    case .linkToNothing: try link(file, to: target)
    case .linkToLinkToNothing:
      try link(other, to: target)
      try link(file, to: other)
    case .linkBelowAFile: try link(file, to: elsewhere.file("target", "old").appending(path: "below"))
    }
    let targetText = text(target)
    let outcomes = download()
    fixture.tasks[0].respond(200, body: "new")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text(file), "new")
    expectEqual(text(target), targetText)
    expectEqual(
      try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType, .typeRegular)
  }
}
