import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Two downloads with the same partial file at the same time: one writes it, and the other fails or waits for nothing.
@Suite struct SharedPartTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var partial: URL { folder.file("film.part") }
  private var files: [String] { (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted() }
  private let tagged: HTTPHeaders = ["ETag": "\"1\"", "Content-Length": "11"]

  @discardableResult
  private func download(to name: String = "film", from path: String = "film") -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    fixture.session.get("https://example.com/\(path).mp4")
      .download(to: .file(folder.file(name)).resumable(at: partial), delivery: .inline) { response in
        outcomes.update { $0.append(response) }
      }
    return outcomes
  }

  private func text(_ name: String) -> String? { try? String(contentsOf: folder.file(name), encoding: .utf8) }

  /// Starts the next download after one that has ended with `hello `, which receives the rest.
  private func expectTheRest() {
    let next = download()
    fixture.tasks[1].respond(
      206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 6-10/11"], body: "world")
    expectEqual(next.value.map(\.error?.reason), [nil])
    expectEqual(text("film"), "hello world")
  }

  @Test(arguments: ["film", "other"])
  func aSecondDownloadFailsWhileTheFirstWrites(path: String) {
    let first = download()
    fixture.tasks[0].begin(headers: tagged)
    fixture.tasks[0].give("hello ")
    let second = download(to: "second", from: path)
    let isRest = fixture.tasks[1].request.headers["Range"] != nil
    fixture.tasks[1].respond(
      isRest ? 206 : 200, headers: ["ETag": "\"1\"", "Content-Range": "bytes 6-10/11"], body: "WORLD")
    expectEqual(second.value.map(\.error?.reason), [.transfer(.unsafeFile(partial))])
    #expect("\(second.value)".contains("another download is writing to it"))
    fixture.tasks[0].give("world")
    fixture.tasks[0].finish()
    expectEqual(first.value.map(\.error?.reason), [nil])
    expectEqual(text("film"), "hello world")
    expectEqual(files, ["film"])
  }

  #if os(Linux)
    /// As a program that starts at the same time has it until it runs.
    @Test func aCopyOfTheDescriptorDoesNotKeepTheFileInUse() throws {
      download()
      fixture.tasks[0].begin(headers: tagged)
      fixture.tasks[0].give("hello ")
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
      let original = try #require(
        open.first { number in
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
            == partial.path
        })
      let copy = dup(original)
      defer { close(copy) }
      fixture.tasks[0].send(.failed(Broken(), phase: .body))
      expectTheRest()
    }
  #endif

  @Test func aSecondDownloadThatBeginsAgainDoesNotRemoveTheFileOfTheFirst() {
    let first = download()
    fixture.tasks[0].begin(headers: tagged)
    fixture.tasks[0].give("hello ")
    let second = download(to: "second")
    fixture.tasks[1].respond(416)
    fixture.tasks[2].respond(200, headers: tagged, body: "HELLO WORLD")
    expectEqual(second.value.map(\.error?.reason), [.transfer(.unsafeFile(partial))])
    fixture.tasks[0].give("world")
    fixture.tasks[0].finish()
    expectEqual(first.value.map(\.error?.reason), [nil])
    expectEqual(text("film"), "hello world")
    expectEqual(files, ["film"])
  }

  @Test func theFileIsFreeWhenTheFirstHasEnded() {
    download()
    fixture.tasks[0].begin(headers: tagged)
    fixture.tasks[0].give("hello ")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectTheRest()
  }

  @Test func theRestOfAVersionThatAnotherDownloadReplacedIsNotAppended() {
    download()
    fixture.tasks[0].begin(headers: tagged)
    fixture.tasks[0].give("hello ")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    let second = download()
    let third = download(to: "third")
    fixture.tasks[2].begin(headers: ["ETag": "\"2\"", "Content-Length": "11"])
    fixture.tasks[2].give("HELLO WO")
    fixture.tasks[2].send(.failed(Broken(), phase: .body))
    fixture.tasks[1].respond(
      206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 6-10/11"], body: "world")
    expectEqual(second.value.map(\.error?.reason), [.transfer(.fileUnwritable(partial))])
    expectEqual(third.value.count, 1)
    expectEqual(text("film.part"), "HELLO WO")
    expectEqual(files, ["film.part", "film.part.resume"])
  }
}
