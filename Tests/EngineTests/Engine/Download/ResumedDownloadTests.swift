import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct ResumedDownloadTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("film") }
  private var partial: URL { folder.file("film.part") }

  /// Starts a download that breaks off after `hello `.
  @discardableResult
  private func breakOff<Configured>(
    _ headers: HTTPHeaders, to destination: DownloadDestination? = nil,
    _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Locked<[DataResponse<URL>]> {
    let outcomes = download(to: destination, configure)
    fixture.tasks[0].begin(headers: headers)
    fixture.tasks[0].give("hello ")
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    return outcomes
  }

  @discardableResult
  private func download<Configured>(
    to destination: DownloadDestination? = nil, _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Locked<[DataResponse<URL>]> {
    let outcomes = Locked<[DataResponse<URL>]>([])
    let request = fixture.session.get("https://example.com/film.mp4")
    _ = configure(request)
    request.download(to: destination ?? .file(file).resumable(at: partial), delivery: .inline) { response in
      outcomes.update { $0.append(response) }
    }
    return outcomes
  }

  private var last: ScriptedTask? { fixture.tasks.last }
  private var range: String? { last?.request.headers["Range"] }
  private var text: String? { try? String(contentsOf: file, encoding: .utf8) }
  private var files: [String] { (FileManager.default.subpaths(atPath: folder.url.path) ?? []).sorted() }
  private let tagged: HTTPHeaders = ["ETag": "\"1\"", "Content-Length": "11"]

  /// Responds with the rest of `hello world`.
  private func giveRest(_ range: String = "bytes 6-10/11", tag: String = "\"1\"") {
    last?.respond(
      206, headers: ["ETag": tag, "Content-Range": range, "Content-Length": "5"], body: "world")
  }

  @Test func anInterruptedDownloadIsKeptAndTheRestIsRequested() {
    breakOff(tagged)
    expectEqual(files, ["film.part", "film.part.resume"])
    let outcomes = download()
    expectEqual(range, "bytes=6-")
    expectEqual(last?.request.headers["If-Range"], "\"1\"")
    expectEqual(last?.request.headers["Accept-Encoding"], "identity")
    giveRest()
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "hello world")
    expectEqual(files, ["film"])
  }

  @Test func aCancelledDownloadIsKept() {
    let request = fixture.session.get("https://example.com/film.mp4")
    request.download(to: .file(file).resumable(at: partial), delivery: .inline) { _ in }
    fixture.tasks[0].begin(headers: tagged)
    fixture.tasks[0].give("hello ")
    request.cancel()
    _ = download()
    expectEqual(range, "bytes=6-")
  }

  @Test func withoutAResumableDestinationNothingIsKept() {
    breakOff(tagged, to: .file(file))
    expectEqual(files, [])
  }

  @Test func progressIncludesTheBytesAlreadyOnDisk() {
    breakOff(tagged)
    let progress = Locked<[TransferProgress]>([])
    _ = download { request in
      request.progress(delivery: .inline) { step in progress.update { $0.append(step) } }
    }
    giveRest()
    expectEqual(progress.value, [TransferProgress(completed: 11, total: 11)])
  }

  @Test func theChecksumCoversTheWholeFile() {
    let whole = Checksum.sha256("b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9")
    breakOff(tagged)
    let outcomes = download(to: .file(file).checksum(whole).resumable(at: partial))
    giveRest()
    expectEqual(outcomes.value.map(\.value), [file])
  }

  @Test func aFileWithTheWrongChecksumIsNotKept() {
    breakOff(tagged)
    _ = download(to: .file(file).checksum(.sha256("00")).resumable(at: partial))
    giveRest()
    expectEqual(files, [])
  }

  // MARK: - What can be resumed

  @Test(
    arguments: [
      [:],
      ["ETag": "W/\"1\""],
      ["ETag": "\"1\"", "Content-Encoding": "gzip"],
      ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
      ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
      ["Last-Modified": "yesterday", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
    ] as [HTTPHeaders])
  func withoutAStrongValidatorNothingIsKept(headers: HTTPHeaders) {
    breakOff(headers)
    expectEqual(files, [])
    _ = download()
    expectNil(range)
  }

  @Test func anOldDateIsAStrongValidator() {
    breakOff([
      "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:38 GMT",
    ])
    _ = download()
    expectEqual(range, "bytes=6-")
    expectEqual(last?.request.headers["If-Range"], "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  @Test func aPartOfAnotherURLIsNotResumed() throws {
    breakOff(tagged)
    fixture.session.get("https://example.com/other.mp4")
      .download(to: .file(file).resumable(at: partial), delivery: .inline) { _ in }
    expectNil(range)
  }

  @Test func aRangeSetByTheCallerIsKept() {
    breakOff(tagged)
    _ = download { request in request.configure { $0.headers.update(name: "Range", value: "bytes=0-3") } }
    expectEqual(range, "bytes=0-3")
    expectNil(last?.request.headers["If-Range"])
  }

  // MARK: - Redirects and adapters

  /// Responds with a redirect to the URL, and then breaks off after `hello `.
  private func redirectAndBreakOff(to url: String) {
    last?.respond(302, headers: HTTPHeaders([HTTPField(name: "Location", value: url)]))
    last?.begin(headers: tagged)
    last?.give("hello ")
    last?.send(.failed(Broken(), phase: .body))
  }

  @Test func aRedirectedDownloadIsResumed() {
    download()
    redirectAndBreakOff(to: "https://cdn.example/film?signature=1")
    let outcomes = download()
    expectEqual(range, "bytes=6-")
    last?.respond(302, headers: ["Location": "https://cdn.example/film?signature=2"])
    expectEqual(last?.request.url.query(), "signature=2")
    expectEqual(range, "bytes=6-")
    giveRest()
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "hello world")
  }

  @Test func aDownloadWhoseURLIsAdaptedIsResumed() {
    let numbers = Locked(0)
    let adapter = TestInterceptor(onAdapt: { request, done in
      var request = request
      request.url.append(queryItems: [
        URLQueryItem(name: "number", value: "\(numbers.update { $0 += 1; return $0 })")
      ])
      done(.success(request))
    })
    breakOff(tagged) { $0.intercept(adapter) }
    let outcomes = download { $0.intercept(adapter) }
    expectEqual(last?.request.url.query(), "number=2")
    expectEqual(range, "bytes=6-")
    giveRest()
    expectEqual(outcomes.value.map(\.value), [file])
  }

  /// Validators are compared only within one resource (RFC 9110 section 8.8.1).
  @Test(
    arguments: ["https://cdn.example/other", "https://mirror.example/film", "http://cdn.example/film"],
    [true, false])
  func theRestOfAnotherResourceIsNotAppended(url: String, isRetry: Bool) {
    let retrier = TestInterceptor(onRetry: { $1(isRetry ? .retry(after: .zero) : .pass) })
    let insecure = RedirectPolicy(allowsInsecure: true)
    let configure = { (request: any NetworkRequesting) in
      _ = request.intercept(retrier).configure { $0.redirects = insecure }
    }
    var outcomes = download(configure)
    redirectAndBreakOff(to: "https://cdn.example/film")
    if !isRetry { outcomes = download(configure) }
    expectEqual(range, "bytes=6-")
    last?.respond(302, headers: HTTPHeaders([HTTPField(name: "Location", value: url)]))
    giveRest()
    expectNil(range)
    last?.respond(200, body: "another world")
    expectEqual(outcomes.value.last?.value, file)
    expectEqual(text, "another world")
  }

  // MARK: - The head of the rest

  /// A 206 to `If-Range` may lack the fields of the 200 (RFC 9110 section 15.3.7).
  @Test(arguments: [true, false])
  func theRestHasTheNameAndTypeOfTheWhole(isRetry: Bool) {
    let retrier = TestInterceptor(onRetry: { $1(isRetry ? .retry(after: .zero) : .pass) })
    let destination = DownloadDestination.suggested(in: folder.url).resumable(at: partial)
    var whole = tagged
    whole.add(name: "Content-Disposition", value: "attachment; filename=named.bin")
    whole.add(name: "Content-Type", value: "video/mp4")
    var outcomes = breakOff(whole, to: destination) { $0.intercept(retrier) }
    if !isRetry { outcomes = download(to: destination) { $0.validate(contentType: ["video/mp4"]) } }
    giveRest()
    expectEqual(outcomes.value.last?.value?.lastPathComponent, "named.bin")
    expectEqual(outcomes.value.last?.response?.headers["Content-Type"], "video/mp4")
    expectEqual(files, ["named.bin"])
  }

  @Test func theRestMayNameTheFileDifferently() {
    let destination = DownloadDestination.suggested(in: folder.url).resumable(at: partial)
    var whole = tagged
    whole.add(name: "Content-Disposition", value: "attachment; filename=old.bin")
    breakOff(whole, to: destination)
    _ = download(to: destination)
    last?.respond(
      206,
      headers: [
        "ETag": "\"1\"", "Content-Range": "bytes 6-10/11",
        "Content-Disposition": "attachment; filename=new.bin",
      ], body: "world")
    expectEqual(files, ["new.bin"])
  }

  // MARK: - Responses to the request for the rest

  @Test func a200ReplacesThePart() {
    breakOff(tagged)
    let outcomes = download()
    last?.respond(200, headers: ["ETag": "\"2\""], body: "another world")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "another world")
  }

  @Test(arguments: [
    ("bytes 5-10/11", "\"1\""), ("bytes 7-10/11", "\"1\""), ("bytes 6-9/11", "\"1\""),
    ("bytes 6-10/12", "\"1\""),
    ("bytes 6-10/11", "\"2\""), ("words 6-10/11", "\"1\""), ("bytes 10-6/11", "\"1\""), ("", "\"1\""),
  ])
  func aRestThatDoesNotFitIsDiscardedAndTheWholeIsRequested(range: String, tag: String) {
    breakOff(tagged)
    let outcomes = download()
    let second = last
    giveRest(range, tag: tag)
    expectEqual(second?.isCancelled, true)
    #expect(last !== second)
    expectNil(self.range)
    expectNil(last?.request.headers["If-Range"])
    last?.respond(200, headers: ["ETag": "\"2\""], body: "another world")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "another world")
  }

  @Test func anUnsatisfiableRangeRestartsTheDownload() {
    breakOff(tagged)
    let outcomes = download()
    last?.begin(416, headers: ["Content-Range": "bytes */6"])
    expectNil(range)
    last?.respond(200, body: "another world")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "another world")
  }

  @Test func aRejectedResponseKeepsThePart() {
    breakOff(tagged)
    let outcomes = download()
    last?.respond(503)
    expectEqual(outcomes.value.map(\.error?.reason), [.validation(.statusCode(503))])
    _ = download()
    expectEqual(range, "bytes=6-")
  }

  /// The login page of a wireless network, for example.
  @Test(arguments: ["<html>", ""])
  func aWholeBodyOfAnotherTypeKeepsThePart(body: String) {
    breakOff(tagged)
    let outcomes = download { $0.validate(contentType: ["video/mp4"]) }
    last?.begin(headers: ["Content-Type": "text/html"])
    last?.give(body)
    last?.send(.failed(Broken(), phase: .body))
    expectEqual(outcomes.value.map(\.value), [nil])
    _ = download()
    expectEqual(range, "bytes=6-")
    giveRest()
    expectEqual(text, "hello world")
  }

  @Test func aWholeBodyThatBreaksOffReplacesThePart() {
    breakOff(tagged)
    _ = download()
    last?.begin(headers: ["ETag": "\"2\"", "Content-Length": "13"])
    last?.give("ano")
    last?.send(.failed(Broken(), phase: .body))
    _ = download()
    expectEqual(range, "bytes=3-")
    expectEqual(last?.request.headers["If-Range"], "\"2\"")
  }

  @Test func anEmptyWholeBodyReplacesThePart() {
    breakOff(tagged)
    let outcomes = download()
    last?.respond(200, headers: ["ETag": "\"2\"", "Content-Length": "0"])
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "")
    expectEqual(files, ["film"])
  }

  @Test func theBodyOfARejectedResponseIsNotProgressOfThePart() {
    breakOff(tagged)
    let steps = Locked<[TransferProgress]>([])
    download { request in request.progress(delivery: .inline) { step in steps.update { $0.append(step) } } }
    last?.respond(503, headers: ["Content-Length": "4"], body: "sigh")
    expectEqual(steps.value, [])
  }

  @Test func aResumedDownloadIsValidatedAsA200() {
    breakOff(tagged)
    let outcomes = download { $0.validate(statusCode: [200]) }
    giveRest()
    expectEqual(outcomes.value.map(\.value), [file])
  }

  @Test func anInterruptedRestIsResumedFromItsEnd() {
    breakOff(tagged)
    _ = download()
    last?.begin(206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 6-10/11"])
    last?.give("wor")
    last?.send(.failed(Broken(), phase: .body))
    let outcomes = download()
    expectEqual(range, "bytes=9-")
    last?.respond(206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 9-10/11"], body: "ld")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "hello world")
  }

  // MARK: - Retries

  @Test func aRetryResumesTheDownload() {
    let retrier = TestInterceptor(onRetry: { $1(.retry(after: .zero)) })
    let outcomes = breakOff(tagged, to: .file(file)) { $0.intercept(retrier) }
    expectEqual(range, "bytes=6-")
    giveRest()
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "hello world")
    expectEqual(outcomes.value.first?.timings.attempts, 2)
  }

  @Test func aRetryWithoutAValidatorStartsFromTheBeginning() {
    let retrier = TestInterceptor(onRetry: { $1(.retry(after: .zero)) })
    let outcomes = breakOff([:], to: .file(file)) { $0.intercept(retrier) }
    expectNil(range)
    last?.respond(200, body: "hello world")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(text, "hello world")
  }
}
