import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A 206 to a request that has no `Range` (RFC 9110 section 15.3.7).
@Suite struct UnrequestedPartTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder
  private let part: HTTPHeaders = ["ETag": "\"1\"", "Content-Range": "bytes 0-4/10"]

  init() throws { folder = try TemporaryFolder() }

  @Test func anUnrequested206FailsAndKeepsTheBody() {
    let started = fixture.start()
    fixture.tasks[0].respond(206, headers: part, body: "hello")
    expectEqual(started.reason, .transfer(.unrequestedPart))
    expectEqual(started.outcome?.error?.response?.status, 206)
    expectEqual(started.outcome?.error?.data, Data("hello".utf8))
  }

  @Test func anUnrequested206FailsADownloadAndLeavesNoFile() {
    let outcomes = Locked<[DataResponse<URL>]>([])
    fixture.session.get("https://example.com/film").download(
      to: .file(folder.file("film")), delivery: .inline
    ) {
      response in outcomes.update { $0.append(response) }
    }
    fixture.tasks[0].respond(206, headers: part, body: "hello")
    expectEqual(outcomes.value.map(\.error?.reason), [.transfer(.unrequestedPart)])
    expectEqual(FileManager.default.subpaths(atPath: folder.url.path), [])
  }

  @Test func anUnrequested206FailsAStreamBeforeItsFirstChunk() {
    let given = Locked<[String]>([])
    let reasons = Locked<[NetworkError.Reason?]>([])
    fixture.session.get("https://example.com/log").responseStream(delivery: .inline) { event in
      switch event {
      case .chunk(let data): given.update { $0.append(String(decoding: data, as: UTF8.self)) }
      case .complete(let response): reasons.update { $0.append(response.error?.reason) }
      default: break
      }
    }
    fixture.tasks[0].respond(206, headers: part, body: "hello")
    expectEqual(given.value, [])
    expectEqual(reasons.value, [.transfer(.unrequestedPart)])
  }

  @Test func a206ToARangeSetByTheCallerIsTheResponse() {
    let started = fixture.start(headers: ["Range": "bytes=0-4"])
    fixture.tasks[0].respond(206, headers: part, body: "hello")
    expectEqual(started.text, "hello")
  }

  @Test func a206ToARangeSetByTheCallerIsDownloaded() throws {
    let outcomes = Locked<[DataResponse<URL>]>([])
    let file = folder.file("film")
    fixture.session.get("https://example.com/film", headers: ["Range": "bytes=0-4"])
      .download(to: .file(file), delivery: .inline) { response in outcomes.update { $0.append(response) } }
    fixture.tasks[0].respond(206, headers: part, body: "hello")
    expectEqual(outcomes.value.map(\.value), [file])
    expectEqual(try String(contentsOf: file, encoding: .utf8), "hello")
  }

  @Test func a206ToARangeSetByAnInterceptorIsTheResponse() {
    let ranging = TestInterceptor(onAdapt: { request, done in
      var request = request
      request.headers.update(name: "Range", value: "bytes=0-4")
      done(.success(request))
    })
    let started = fixture.start { $0.intercept(ranging) }
    fixture.tasks[0].respond(206, headers: part, body: "hello")
    expectEqual(started.text, "hello")
  }

  @Test func withoutValidationAnUnrequested206IsAccepted() {
    let started = fixture.start { $0.unvalidated() }
    fixture.tasks[0].respond(206, headers: part, body: "hello")
    expectEqual(started.text, "hello")
  }
}
