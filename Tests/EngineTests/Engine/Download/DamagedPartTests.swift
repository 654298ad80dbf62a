import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A file next to an unfinished download that another program has changed.
@Suite struct DamagedPartTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("film") }
  private var partial: URL { folder.file("film.part") }

  private func download() -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    fixture.session.get("https://example.com/film.mp4").download(
      to: .file(file).resumable(at: partial), delivery: .inline
    ) { response in outcomes.update { $0.append(response) } }
    return outcomes
  }

  /// Breaks off a download, and writes another validator into the file next to it.
  private func breakOff(validator: String) throws {
    _ = download()
    fixture.tasks[0].begin(headers: ["ETag": "\"1\"", "Content-Length": "11"])
    fixture.tasks[0].give("hello ")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    let note = partial.appendingPathExtension("resume")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: note))
    var fields = try #require(object as? [String: Any])
    fields["validator"] = validator
    try JSONSerialization.data(withJSONObject: fields).write(to: note)
  }

  @Test(arguments: [
    "\"1\"\r\nX-Evil: 1", "\"1\n\"", "\"1\u{0}\"", "garbage", "", "W/\"1\"", "1", "\"a\"b\"",
    "Thu, 01 Jan 2026 00:00:00 GMT\r\n", "yesterday",
  ])
  func aValidatorThatCannotBeSentIsIgnored(validator: String) throws {
    try breakOff(validator: validator)
    let outcomes = download()
    expectEqual(fixture.tasks.count, 2)
    let last = try #require(fixture.tasks.last)
    expectNil(last.request.headers["Range"])
    expectNil(last.request.headers["If-Range"])
    last.respond(200, headers: ["ETag": "\"2\""], body: "hello world")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(try String(contentsOf: file, encoding: .utf8), "hello world")
  }

  @Test(arguments: ["\"2\"", "\"\"", "\"é\"", "Thu, 01 Jan 2026 00:00:00 GMT"])
  func aStrongTagAndADateAreSent(validator: String) throws {
    try breakOff(validator: validator)
    _ = download()
    expectEqual(fixture.tasks.last?.request.headers["If-Range"], validator)
  }
}
