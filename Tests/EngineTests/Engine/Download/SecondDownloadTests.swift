import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A request is downloaded once, to the destination of the call that started it.
@Suite struct SecondDownloadTests {
  private let fixture = SessionFixture()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
  }

  private static let alreadyStarted = "\(NetworkError.Reason.transfer(.alreadyStarted))"

  private func request() -> any NetworkRequesting { fixture.session.get("https://example.com/film") }

  @Test func aDownloadWhileAnotherOneRunsFailsAtOnce() {
    let (request, results) = (request(), Captured<String>())
    for name in ["a", "b"] {
      request.download(to: .file(folder.file(name)), delivery: .inline) {
        results.set($0.outcome)
      }
    }
    expectEqual(results.values, [Self.alreadyStarted])
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(results.values, [Self.alreadyStarted, "a"])
    expectEqual(files, ["a"])
  }

  @Test func aDownloadAfterAnotherOneFails() {
    let (request, results) = (request(), Captured<String>())
    request.download(to: .file(folder.file("a")), delivery: .inline) { _ in }
    fixture.tasks[0].respond(200, body: "hello")
    for name in ["a", "b"] {
      request.download(to: .file(folder.file(name)), delivery: .inline) {
        results.set($0.outcome)
      }
    }
    request.download(to: .temporary, delivery: .inline) { results.set($0.outcome) }
    expectEqual(results.values, Array(repeating: Self.alreadyStarted, count: 3))
    expectEqual(files, ["a"])
  }

  @Test func anAwaitedDownloadWhileAnotherOneRunsFailsAtOnce() async {
    let request = request()
    request.download(to: .file(folder.file("a")), delivery: .inline) { _ in }
    let error = await #expect(throws: NetworkError.self) { try await request.download() }
    expectEqual(error?.reason, .transfer(.alreadyStarted))
    expectEqual(error?.description.hasPrefix("GET https://example.com/film failed"), true)
    expectEqual(request.state, .running)
  }

  @Test func cancellingTheTaskOfASecondDownloadDoesNotCancelTheFirstOne() async {
    let request = request()
    request.download(to: .file(folder.file("a")), delivery: .inline) { _ in }
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup(of: URL.self) { group in
        group.cancelAll()
        group.addTask { try await request.download() }
        try await group.waitForAll()
      }
    }
    expectEqual(request.state, .running)
  }

  @Test func aDownloadWhileTheBodyIsStreamedFailsAtOnce() {
    let (request, reasons) = (request(), Captured<NetworkError.Reason?>())
    request.responseStream(delivery: .inline) { _ in }
    fixture.tasks[0].begin()
    fixture.tasks[0].give("he")
    request.download(delivery: .inline) { reasons.set($0.error?.reason) }
    expectEqual(reasons.values, [.transfer(.alreadyStarted)])
  }

  @Test func aSecondDownloadOfAFailedRequestFailsAsTheFirstOne() {
    let (request, reasons) = (request(), Captured<NetworkError.Reason?>())
    request.download(to: .file(folder.file("a")), delivery: .inline) { _ in }
    fixture.tasks[0].respond(404)
    request.download(to: .file(folder.file("b")), delivery: .inline) { reasons.set($0.error?.reason) }
    expectEqual(reasons.values, [.validation(.statusCode(404))])
  }
}

extension NetworkRequesting {
  fileprivate func download(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (DataResponse<URL>) -> Void
  ) {
    download(to: .temporary, delivery: delivery, completionHandler: handler)
  }
}

extension DataResponse<URL> {
  /// The name of the file, or the reason of the failure.
  fileprivate var outcome: String {
    switch result {
    case .success(let file): file.lastPathComponent
    case .failure(let error): "\(error.reason)"
    }
  }
}
