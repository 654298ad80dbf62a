import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Downloads that continue where they broke off, in a session with a cache.
@Suite struct ResumedDownloadWithCacheTests {
  private let folder: TemporaryFolder
  private let text = "hello world"

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { folder.file("film") }
  private var content: String? { try? String(contentsOf: file, encoding: .utf8) }

  private func response(_ control: String = "max-age=60", tag: String = "\"1\"", _ text: String? = nil)
    -> StubResponse
  {
    StubResponse.text(text ?? self.text).header("Cache-Control", control).header("ETag", tag)
      .acceptingRanges()
  }

  @discardableResult
  private func download(_ fixture: CachedSession) -> DataResponse<URL>? {
    let got = Captured<DataResponse<URL>>()
    fixture.session.get(fixture.url)
      .download(to: .file(file).resumable(at: folder.file("film.part")), delivery: .inline) { got.set($0) }
    fixture.timer.advance(by: .seconds(5))
    return got.value
  }

  /// A fixture whose first download has broken off after `hello `.
  private func broken(_ responses: StubResponse...) -> CachedSession {
    let fixture = CachedSession()
    fixture.transport.stub(
      .everything, withSequence: [response().fault(.close(after: .bodyBytes(6)))] + responses)
    expectNil(download(fixture)?.value)
    return fixture
  }

  private func range(_ fixture: CachedSession) -> String? {
    fixture.transport.requests.last?.headers["Range"]
  }

  @Test func theRestIsRequestedAndTheFileIsWhole() {
    let fixture = broken(response(), response())
    download(fixture)
    expectEqual(range(fixture), "bytes=6-")
    expectEqual(content, text)
    // Only the rest is stored: it answers its range, and not a request for everything.
    expectEqual(fixture.get(headers: ["Range": "bytes=7-9"])?.value, "orl")
    expectEqual(fixture.sent, 2)
    expectEqual(fixture.get()?.value, text)
    expectEqual(fixture.sent, 3)
  }

  @Test func theRestComesFromACompleteStoredResponseWithTheSameTag() {
    let fixture = broken(response())
    _ = fixture.get()
    download(fixture)
    expectEqual(content, text)
    expectEqual(fixture.sent, 2)
  }

  @Test func aCompleteStoredResponseWithAnotherTagReplacesTheFile() {
    let fixture = broken(response(tag: "\"2\"", "other text"))
    _ = fixture.get()
    download(fixture)
    expectEqual(content, "other text")
    expectEqual(fixture.sent, 2)
  }

  @Test func aStoredPartWithAnotherTagIsNotAppended() {
    let fixture = broken(response(tag: "\"2\"", "other text!"), response(tag: "\"2\"", "other text!"))
    expectEqual(fixture.get(headers: ["Range": "bytes=6-"])?.value, "text!")
    download(fixture)
    expectEqual(content, "other text!")
  }

  @Test func aServerThatIgnoresTheRangeReplacesTheFileAndItsResponseIsStored() {
    let whole = StubResponse.fresh("new text").header("ETag", "\"2\"")
    let fixture = broken(whole)
    download(fixture)
    expectEqual(content, "new text")
    expectEqual(fixture.get()?.value, "new text")
    expectEqual(fixture.sent, 2)
  }

  @Test func aCompleteStaleResponseThatTheServerConfirmsProvidesTheRest() {
    let fixture = broken(
      response("max-age=0"), StubResponse.status(304).header("ETag", "\"1\""))
    _ = fixture.get()
    download(fixture)
    expectEqual(range(fixture), "bytes=6-")
    expectEqual(content, text)
    expectEqual(fixture.sent, 3)
  }

  @Test func aStaleResponseUsedAfterAFailureProvidesOnlyTheRest() {
    let fixture = broken(
      response("max-age=0, stale-if-error=100"), .failure(URLError(.notConnectedToInternet)))
    _ = fixture.get()
    let result = download(fixture)
    expectNil(result?.error)
    expectEqual(content, text)
  }

  @Test func aStaleResponseOfAnotherVersionUsedAfterAFailureReplacesTheFile() {
    let fixture = broken(
      response("max-age=0, stale-if-error=100", tag: "\"2\"", "other text!"),
      .failure(URLError(.notConnectedToInternet)))
    _ = fixture.get()
    download(fixture)
    expectEqual(content, "other text!")
  }

  @Test func theRestCompletesAStoredPart() {
    let fixture = broken(response(), response())
    _ = fixture.get(headers: ["Range": "bytes=0-7"])
    download(fixture)
    expectEqual(content, text)
    expectEqual(fixture.get()?.value, text)
    expectEqual(fixture.sent, 3)
  }
}
