import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What other users of the same machine can see of a download, and what they can do to it.
@Suite struct DownloadSafetyTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder
  private let elsewhere: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    elsewhere = try TemporaryFolder()
  }

  private var file: URL { folder.file("film") }
  private var partial: URL { folder.file("film.part") }
  private var files: [String] { (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted() }

  @discardableResult
  private func download(to destination: DownloadDestination) -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    fixture.session.get("https://example.com/film.mp4").download(to: destination, delivery: .inline) {
      response in
      outcomes.update { $0.append(response) }
    }
    return outcomes
  }

  private func mode(_ url: URL) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber)?.intValue
  }

  private func text(_ url: URL) -> String? { try? String(contentsOf: url, encoding: .utf8) }

  /// The mode of a file that is created without asking for one.
  private func usualMode() throws -> Int? {
    let path = elsewhere.file("usual").path
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY, 0o666)
    try #require(descriptor >= 0)
    close(descriptor)
    return mode(elsewhere.file("usual"))
  }

  // MARK: - Where it is written

  @Test func theStagedFileIsBesideTheDestinationUnderAHiddenRandomName() {
    var names: [String] = []
    for _ in 0..<2 {
      download(to: .file(file))
      fixture.tasks.last?.begin()
      fixture.tasks.last?.give("hello")
      names += files
      fixture.tasks.last?.send(.failed(Broken(), phase: .body))
      expectEqual(files, [])
    }
    expectEqual(names.count, 2)
    expectEqual(Set(names).count, 2)
    #expect(names.allSatisfy { $0.hasPrefix(".") })
  }

  @Test func theStagedFileIsReadableByItsOwnerOnly() throws {
    download(to: .file(file))
    fixture.tasks[0].begin()
    fixture.tasks[0].give("hello")
    let staged = try #require(files.first)
    expectEqual(mode(folder.file(staged)), 0o600)
    fixture.tasks[0].finish()
    expectEqual(files, ["film"])
    expectEqual(mode(file), try usualMode())
  }

  @Test func anUnfinishedFileIsReadableByItsOwnerOnly() {
    download(to: .file(file).resumable(at: partial))
    fixture.tasks[0].begin(headers: ["ETag": "\"1\""])
    fixture.tasks[0].give("hello")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(files, ["film.part", "film.part.resume"])
    expectEqual(files.map { mode(folder.file($0)) }, [0o600, 0o600])
  }

  @Test func aReplacedFileKeepsItsMode() throws {
    _ = try folder.file("film", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    download(to: .file(file, options: .replaceExisting))
    fixture.tasks[0].respond(200, body: "new")
    expectEqual(text(file), "new")
    expectEqual(mode(file), 0o640)
  }

  @Test func aSymbolicLinkAtTheDestinationIsReplacedNotFollowed() throws {
    let target = try elsewhere.file("target", "old")
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    download(to: .file(file, options: .replaceExisting))
    fixture.tasks[0].respond(200, body: "new")
    expectEqual(text(target), "old")
    expectEqual(text(file), "new")
    expectEqual(
      try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType, .typeRegular)
  }

  @Test func aFileThatAppearsDuringTheDownloadIsNotReplaced() throws {
    let outcomes = download(to: .file(file))
    fixture.tasks[0].begin()
    fixture.tasks[0].give("new")
    _ = try folder.file("film", "old")
    fixture.tasks[0].finish()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileExists(file))])
    expectEqual(text(file), "old")
    expectEqual(files, ["film"])
  }

  @Test func aBrokenLinkAtTheDestinationCountsAsAnExistingFile() throws {
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere.file("target"))
    let outcomes = download(to: .file(file))
    fixture.tasks[0].respond(200, body: "new")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileExists(file))])
    #expect(!FileManager.default.fileExists(atPath: elsewhere.file("target").path))
  }

  // MARK: - Unsafe files at the path of the unfinished file

  enum Trap: CaseIterable {
    case link, brokenLink, hardLink, folder, pipe, device, foreign
  }

  private func create(_ trap: Trap, at url: URL) throws -> URL? {
    switch trap {
    case .link:
      let target = try elsewhere.file("target", "precious")
      try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
      return target
    case .brokenLink:
      try FileManager.default.createSymbolicLink(at: url, withDestinationURL: elsewhere.file("none"))
    case .hardLink:
      let target = try elsewhere.file("target", "precious")
      try FileManager.default.linkItem(at: target, to: url)
      return target
    case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    case .pipe:
      let made = unsafe mkfifo(url.path, 0o600)
      try #require(made == 0)
    case .device:
      try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "/dev/null")
    case .foreign:
      let target = try folder.file(url.lastPathComponent, "precious")
      // Only root can change the owner of a file; other users test the link again.
      if geteuid() == 0 {
        let changed = unsafe chown(url.path, 65_534, 65_534)
        try #require(changed == 0)
        return target
      }
      try FileManager.default.removeItem(at: url)
      return try create(.link, at: url)
    }
    return nil
  }

  @Test(arguments: Trap.allCases)
  func anUnsafeUnfinishedFileIsRefusedBeforeAnythingIsSent(trap: Trap) throws {
    let target = try create(trap, at: partial)
    let outcomes = download(to: .file(file).resumable(at: partial))
    fixture.tasks.first?.respond(200, headers: ["ETag": "\"1\""], body: "hello")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(partial))])
    expectNotNil(outcomes.value.first?.error?.underlyingError)
    expectTrue(fixture.tasks.isEmpty)
    if let target { expectEqual(text(target), "precious") }
    #expect(!FileManager.default.fileExists(atPath: elsewhere.file("none").path))
    expectEqual(files, ["film.part"])
  }

  @Test(arguments: Trap.allCases)
  func anUnsafeResumeFileIsRefused(trap: Trap) throws {
    _ = try folder.file("film.part", "AAAAA")
    let note = folder.file("film.part.resume")
    let target = try create(trap, at: note)
    let outcomes = download(to: .file(file).resumable(at: partial))
    fixture.tasks.first?.respond(200, headers: ["ETag": "\"1\""], body: "hello")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(note))])
    expectTrue(fixture.tasks.isEmpty)
    if let target { expectEqual(text(target), "precious") }
    expectEqual(text(partial), "AAAAA")
  }

  @Test func aLinkCreatedAfterTheRequestStartedIsRefused() throws {
    let outcomes = download(to: .file(file).resumable(at: partial))
    let target = try elsewhere.file("target", "precious")
    try FileManager.default.createSymbolicLink(at: partial, withDestinationURL: target)
    fixture.tasks[0].respond(200, headers: ["ETag": "\"1\""], body: "hello")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unsafeFile(partial))])
    expectEqual(text(target), "precious")
    expectEqual(files, ["film.part"])
  }

  @Test func anUnfinishedFileThatShrankIsNotPaddedWithZeros() throws {
    download(to: .file(file).resumable(at: partial))
    fixture.tasks[0].begin(headers: ["ETag": "\"1\"", "Content-Length": "10"])
    fixture.tasks[0].give("AAAAA")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    let outcomes = download(to: .file(file).resumable(at: partial))
    try Data("A".utf8).write(to: partial)
    fixture.tasks[1].respond(
      206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"], body: "AAAAA")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileUnwritable(partial))])
    expectEqual(files.contains("film"), false)
  }

  // MARK: - Failing folders and disks

  @Test func aRemovedFolderIsAnErrorThatKeepsTheReceivedBytes() throws {
    let location = elsewhere.file("film")
    let outcomes = download(to: .file(location).resumable(at: partial))
    fixture.tasks[0].begin(headers: ["ETag": "\"1\"", "Content-Length": "5"])
    fixture.tasks[0].give("hello")
    try FileManager.default.removeItem(at: elsewhere.url)
    fixture.tasks[0].finish()
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.fileUnwritable(location))])
    expectEqual(files, ["film.part", "film.part.resume"])
    expectEqual(text(partial), "hello")
  }

  #if os(Linux)
    @Test func anUnfinishedFileOnAnotherFileSystemIsCopied() throws {
      let memory = URL(filePath: "/dev/shm").appending(path: "NetTests-\(UUID().uuidString)")
      let part = FileManager.default.fileExists(atPath: "/dev/shm") ? memory : partial
      defer { try? FileManager.default.removeItem(at: part) }
      let outcomes = download(to: .file(file).resumable(at: part))
      fixture.tasks[0].begin(headers: ["ETag": "\"1\""])
      for _ in 0..<300 { fixture.tasks[0].give(String(repeating: "A", count: 10_000)) }
      fixture.tasks[0].finish()
      expectEqual(outcomes.value.map(\.value), [file])
      expectEqual(text(file)?.utf8.count, 3_000_000)
      expectEqual(mode(file), try usualMode())
      expectEqual(files, ["film"])
      #expect(!FileManager.default.fileExists(atPath: part.path))
    }

    @Test func aFullDiskIsAnErrorThatKeepsTheReceivedBytes() async {
      await #expect(processExitsWith: .success) {
        // No file may grow beyond 64 KiB. This fails like a full disk, with another error number.
        var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
        let isLimited = unsafe setrlimit(__rlimit_resource_t(1), &limit)
        try #require(isLimited == 0)
        _ = signal(SIGXFSZ, SIG_IGN)
        let folder = try TemporaryFolder()
        let fixture = SessionFixture()
        let outcomes = Locked<[DataResponse<URL>]>([])
        let partial = folder.file("film.part")
        fixture.session.get("https://example.com/film").download(
          to: .file(folder.file("film")).resumable(at: partial), delivery: .inline
        ) { response in outcomes.update { $0.append(response) } }
        fixture.tasks[0].begin(headers: ["ETag": "\"1\""])
        for _ in 0..<3 { fixture.tasks[0].give(String(repeating: "A", count: 30_000)) }
        try #require(outcomes.value.map(\.error?.reason) == [.transfer(.fileUnwritable(partial))])
        try #require(fixture.tasks[0].isCancelled)
        let kept = try Data(contentsOf: partial)
        try #require(kept.count >= 60_000)
        try #require(kept.allSatisfy { $0 == 0x41 })
      }
    }
  #endif
}
