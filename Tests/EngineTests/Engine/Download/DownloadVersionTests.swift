import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Servers that change the file between two requests and give wrong or incomplete metadata.
@Suite struct DownloadVersionTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("film") }
  private var partial: URL { folder.file("film.part") }
  private var last: ScriptedTask? { fixture.tasks.last }
  private var range: String? { last?.request.headers["Range"] }
  private var text: String? { try? String(contentsOf: file, encoding: .utf8) }
  private var files: [String] { (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted() }

  private static let old = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let new = "Mon, 07 Nov 1994 08:49:37 GMT"
  private static let date = "Tue, 08 Nov 1994 08:49:37 GMT"

  /// The fields of the first response, and those of the response to the request for the rest.
  struct Pair: Sendable {
    var first: HTTPHeaders
    var rest: HTTPHeaders

    init(_ first: HTTPHeaders, _ rest: HTTPHeaders) {
      self.first = first
      self.rest = rest
    }
  }

  /// Both validators, and the length.
  private static let first: HTTPHeaders = [
    "ETag": "\"1\"", "Last-Modified": old, "Date": date, "Content-Length": "10",
  ]

  @discardableResult
  private func download<Configured>(
    _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    let request = fixture.session.get("https://example.com/film.mp4")
    _ = configure(request)
    request.download(to: .file(file).resumable(at: partial), delivery: .inline) { response in
      outcomes.update { $0.append(response) }
    }
    return outcomes
  }

  /// Leaves `AAAAA` of the first version on disk.
  private func breakOff(_ headers: HTTPHeaders) {
    download()
    last?.begin(headers: headers)
    last?.give("AAAAA")
    last?.send(.failed(Broken(), phase: .body))
  }

  /// The content of the file after a download with the first head was resumed with this response.
  private func file(after first: HTTPHeaders, rest: HTTPHeaders, body: String = "BBBBB") -> String? {
    breakOff(first)
    let outcomes = download()
    guard range == "bytes=5-" else { return "not resumed" }
    let resumed = last
    last?.respond(206, headers: rest, body: body)
    if last !== resumed {
      guard range == nil, last?.request.headers["If-Range"] == nil else { return "resumed again" }
      last?.respond(200, headers: ["ETag": "\"2\""], body: "BBBBBBBBBB")
    }
    return outcomes.value.first?.error.map { "\($0.reason)" } ?? text
  }

  // MARK: - Validators

  @Test(
    "A rest without proof that it is of the same version is not appended",
    arguments: [
      Pair(first, ["ETag": "\"2\""]),
      Pair(first, ["ETag": "W/\"1\""]),
      Pair(first, [:]),
      Pair(first, ["Last-Modified": old]),
      Pair(first, ["Last-Modified": new]),
      Pair(first, ["ETag": "\"1\"", "Last-Modified": new]),
      Pair(first, ["ETag": "\"2\"", "Last-Modified": old]),
      Pair(["ETag": "\"1\"", "Content-Length": "10"], [:]),
      Pair(["ETag": "\"1\"", "Content-Length": "10"], ["Last-Modified": old]),
      Pair(["Last-Modified": old, "Date": date], ["Last-Modified": new]),
      Pair(["Last-Modified": old, "Date": date], [:]),
      Pair(["Last-Modified": old, "Date": date], ["ETag": "\"1\""]),
      Pair(["Last-Modified": old, "Date": date], ["ETag": "\"1\"", "Last-Modified": old]),
      Pair(["Last-Modified": old, "Date": date], ["ETag": "W/\"1\"", "Last-Modified": old]),
    ] as [Pair])
  func anotherVersionIsNotAppended(pair: Pair) {
    var rest = pair.rest
    rest.update(name: "Content-Range", value: "bytes 5-9/10")
    expectEqual(file(after: pair.first, rest: rest), "BBBBBBBBBB")
    expectEqual(files, ["film"])
  }

  @Test(
    "A rest with the same strong validator is appended",
    arguments: [
      Pair(first, ["ETag": "\"1\""]),
      Pair(first, ["ETag": "\"1\"", "Last-Modified": old]),
      Pair(["Last-Modified": old, "Date": date], ["Last-Modified": old]),
    ] as [Pair])
  func theSameVersionIsAppended(pair: Pair) {
    var rest = pair.rest
    rest.update(name: "Content-Range", value: "bytes 5-9/10")
    expectEqual(file(after: pair.first, rest: rest), "AAAAABBBBB")
  }

  @Test(
    "Without a strong validator nothing is resumed (RFC 9110 sections 8.8.2.2 and 13.1.5)",
    arguments: [
      ["ETag": "W/\"1\""],
      // A client that has an entity tag must not use the date.
      ["ETag": "W/\"1\"", "Last-Modified": old, "Date": date],
      ["ETag": "1"], ["ETag": "\"1\", \"2\""], ["ETag": "\""], ["ETag": "\"a b\""],
      ["Last-Modified": old],
      ["Last-Modified": date, "Date": old],
      ["Last-Modified": old, "Date": old],
    ] as [HTTPHeaders])
  func withoutAStrongValidatorTheWholeFileIsRequested(headers: HTTPHeaders) {
    breakOff(headers)
    expectEqual(files, [])
    download()
    expectNil(range)
    expectNil(last?.request.headers["If-Range"])
  }

  @Test func theDateIsNotSentIfThereIsAnEntityTag() {
    breakOff(Self.first)
    download()
    expectEqual(last?.request.headers.values(for: "If-Range"), ["\"1\""])
  }

  @Test func aValidatorThatChangesBetweenRetriesRestartsTheDownload() {
    let retrier = TestInterceptor(onRetry: { $1(.retry(after: .zero)) })
    let outcomes = download { $0.intercept(retrier) }
    last?.begin(headers: Self.first)
    last?.give("AAAAA")
    last?.send(.failed(Broken(), phase: .body))
    expectEqual(range, "bytes=5-")
    last?.respond(206, headers: ["ETag": "\"2\"", "Content-Range": "bytes 5-9/10"], body: "BBBBB")
    expectNil(range)
    last?.respond(200, headers: ["ETag": "\"2\""], body: "BBBBBBBBBB")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "BBBBBBBBBB")
  }

  @Test func anInterruptedRestKeepsBothValidators() {
    breakOff(Self.first)
    download()
    last?.begin(206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"])
    last?.give("A")
    last?.send(.failed(Broken(), phase: .body))
    let outcomes = download()
    expectEqual(range, "bytes=6-")
    last?.respond(
      206, headers: ["ETag": "\"1\"", "Last-Modified": Self.new, "Content-Range": "bytes 6-9/10"],
      body: "BBBB")
    expectNil(range)
    last?.respond(200, body: "BBBBBBBBBB")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "BBBBBBBBBB")
  }

  // MARK: - Ranges

  @Test(
    "A rest of another range, length or format is not appended",
    arguments: [
      ["Content-Range": "bytes 5-9/11"], ["Content-Range": "bytes 5-10/11"],
      ["Content-Range": "bytes 4-9/10"],
      ["Content-Range": "bytes 6-9/10"], ["Content-Range": "bytes 5-8/10"], ["Content-Range": "bytes 5-8/*"],
      ["Content-Range": "bytes 5-10/*"], ["Content-Range": "bytes 5-9/10, bytes 5-9/10"], [:],
      ["Content-Range": "bytes 5-9/10", "Content-Length": "6"],
      ["Content-Range": "bytes 5-9/10", "Content-Length": "4"],
      ["Content-Range": "bytes 5-9/10", "Content-Encoding": "gzip"],
      ["Content-Range": "bytes 5-9/10", "Content-Type": "multipart/byteranges; boundary=x"],
      ["Content-Type": "multipart/byteranges; boundary=x"],
    ] as [HTTPHeaders])
  func anotherRangeIsNotAppended(rest: HTTPHeaders) {
    var rest = rest
    rest.update(name: "ETag", value: "\"1\"")
    expectEqual(file(after: Self.first, rest: rest), "BBBBBBBBBB")
  }

  @Test func aRestOfAFileOfUnknownLengthMustStateTheLength() {
    expectEqual(
      file(after: ["ETag": "\"1\""], rest: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/*"]), "BBBBBBBBBB")
  }

  @Test func theLengthInAContentRangeIsEnforced() {
    expectEqual(
      file(after: ["ETag": "\"1\""], rest: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"], body: "BBBB"),
      "transport(Net.TransportPhase.body)")
    expectEqual(files, ["film.part", "film.part.resume"])
    let outcomes = download()
    expectEqual(range, "bytes=9-")
    last?.respond(206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 9-9/10"], body: "B")
    expectEqual(outcomes.value.map(\.value), [file])
  }

  @Test func aBodyLongerThanItsRangeFailsAndLeavesNoFile() {
    expectEqual(
      file(after: Self.first, rest: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"], body: "BBBBBB"),
      "transport(Net.TransportPhase.body)")
    expectEqual(files, [])
  }

  // MARK: - Other statuses

  @Test(
    "A 416 restarts the download, whatever length it states",
    arguments: ["bytes */5", "bytes */10", "bytes */3", "bytes */12", "nonsense", nil])
  func anUnsatisfiableRangeRestartsTheDownload(range: String?) {
    breakOff(Self.first)
    let outcomes = download()
    last?.respond(416, headers: range.map { ["Content-Range": $0] } ?? [:])
    expectNil(self.range)
    last?.respond(200, headers: ["ETag": "\"1\""], body: "BBBBBBBBBB")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "BBBBBBBBBB")
  }

  @Test func aWholeBodyShorterThanThePartReplacesItCompletely() {
    breakOff(Self.first)
    let outcomes = download()
    last?.respond(200, headers: ["ETag": "\"2\""], body: "BB")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "BB")
  }

  @Test(
    "A 200 that says it is a part restarts the download",
    arguments: ["bytes 5-9/10", "bytes 0-4/10", "bytes 5-9/*"])
  func aPartWithStatus200RestartsTheDownload(range: String) {
    breakOff(Self.first)
    let outcomes = download()
    last?.respond(200, headers: ["ETag": "\"1\"", "Content-Range": range], body: "BBBBB")
    expectNil(self.range)
    last?.respond(200, headers: ["ETag": "\"1\""], body: "BBBBBBBBBB")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "BBBBBBBBBB")
  }

  @Test func aPartOfAnotherVersionIsRemoved() {
    breakOff(Self.first)
    let outcomes = download()
    last?.respond(206, headers: ["ETag": "\"2\"", "Content-Range": "bytes 5-9/10"], body: "BBBBB")
    expectNil(range)
    last?.respond(503)
    expectEqual(outcomes.value.map(\.error?.reason), [.validation(.statusCode(503))])
    expectEqual(files, [])
  }

  @Test func aServerThatSends206ToEveryRequestReceivesTwoRequests() {
    breakOff(Self.first)
    let outcomes = download()
    let count = fixture.tasks.count
    last?.respond(206, headers: ["ETag": "\"2\"", "Content-Range": "bytes 5-9/10"], body: "BBBBB")
    last?.respond(206, headers: ["ETag": "\"2\"", "Content-Range": "bytes 5-9/10"], body: "BBBBB")
    expectEqual(fixture.tasks.count, count + 1)
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unrequestedPart)])
    expectEqual(files, [])
  }

  @Test func aCompletePartIsVerifiedByRequestingItsLastByte() throws {
    breakOff(Self.first)
    try Data("AAAAAAAAAA".utf8).write(to: partial)
    let outcomes = download()
    expectEqual(range, "bytes=9-")
    last?.respond(206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 9-9/10"], body: "A")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "AAAAAAAAAA")
  }

  @Test func aPartLongerThanTheWholeIsNotResumed() throws {
    breakOff(Self.first)
    try Data("AAAAAAAAAAA".utf8).write(to: partial)
    download()
    expectNil(range)
  }
}
