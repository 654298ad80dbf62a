import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.netTesting) struct StubURLProtocolTests {
  let stubs = URLStubs(afterEach: .test)

  private func session(_ change: (URLSessionConfiguration) -> Void = { _ in }) -> URLSession {
    let configuration = StubURLProtocol.configuration(stubs)
    change(configuration)
    return URLSession(configuration: configuration)
  }

  private func request(_ method: String = "GET", _ path: String = "/a", body: String? = nil) throws
    -> URLRequest
  {
    var request = URLRequest(url: try #require(URL(string: "https://h.invalid\(path)")))
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }

  @Test func aURLSessionReceivesTheStub() async throws {
    stubs.stub(.get("https://h.invalid/users/{name}"), with: .json(["name": "Trent"]).header("ETag", "1"))
    let (data, response) = try await session().data(for: request("GET", "/users/trentm"))
    let http = try #require(response as? HTTPURLResponse)
    expectEqual(String(decoding: data, as: UTF8.self), #"{"name":"Trent"}"#)
    expectEqual(http.statusCode, 200)
    expectEqual(http.value(forHTTPHeaderField: "ETag"), "1")
    expectEqual(http.value(forHTTPHeaderField: "Content-Length"), "16")
    expectEqual(stubs.requests.map(\.description), ["GET https://h.invalid/users/trentm"])
  }

  @Test func theBodyOfARequestIsMatched() async throws {
    stubs.stub(.post("/a") && .body(equals: "milk"), with: .status(201), times: 1)
    _ = try await session().data(for: request("POST", body: "milk"))
  }

  @Test func aBodyStreamIsMatched() async throws {
    stubs.stub(.post("/a") && .body(equals: "streamed"), with: .status(201), times: 1)
    var request = try request("POST")
    request.httpBodyStream = InputStream(data: Data("streamed".utf8))
    _ = try await session().data(for: request)
  }

  @Test func theBodyOfAnUploadIsMatched() async throws {
    stubs.stub(.put("/a") && .body(equals: "uploaded"), with: .status(201), times: 1)
    _ = try await session().upload(for: request("PUT"), from: Data("uploaded".utf8))
  }

  @Test func theBodyOfAnUploadedFileIsMatched() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
    try Data("filed".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    stubs.stub(.put("/a") && .body(equals: "filed"), with: .status(201), times: 1)
    _ = try await session().upload(for: request("PUT"), fromFile: file)
  }

  @Test func headersOfTheConfigurationAreMatched() async throws {
    stubs.stub(.get("/a") && .header("X-Client", equals: "app"), with: .status(200), times: 1)
    _ = try await session { $0.httpAdditionalHeaders = ["X-Client": "app"] }.data(for: request())
  }

  @Test func theRequestsHeadersOverrideTheConfiguration() async throws {
    stubs.stub(.get("/a") && .header("X-Client", equals: "own"), with: .status(200), times: 1)
    var request = try request()
    request.setValue("own", forHTTPHeaderField: "X-Client")
    _ = try await session { $0.httpAdditionalHeaders = ["X-Client": "app"] }.data(for: request)
  }

  @Test func aSequenceRespondsInOrder() async throws {
    stubs.stub(.get("/a"), withSequence: [.status(503), .text("there")])
    let session = session()
    let first = try await session.data(for: request())
    let second = try await session.data(for: request())
    expectEqual((first.1 as? HTTPURLResponse)?.statusCode, 503)
    expectEqual(String(decoding: second.0, as: UTF8.self), "there")
  }

  @Test func aClosureReceivesTheRequest() async throws {
    stubs.stub(.post("/a")) { request in .data(request.body) }
    let (data, _) = try await session().data(for: request("POST", body: "echo"))
    expectEqual(String(decoding: data, as: UTF8.self), "echo")
  }

  @Test func aFailureIsTheErrorOfTheTask() async throws {
    stubs.stub(.get("/a"), with: .failure(URLError(.timedOut)))
    let session = session()
    let request = try request()
    let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
    expectEqual(error?.code, .timedOut)
  }

  @Test(arguments: ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"1\""])
  func a401IsAResponseWhateverTheChallenge(challenge: String) async throws {
    stubs.stub(.get("/a"), with: .text("no").status(401).header("WWW-Authenticate", challenge))
    let (data, response) = try await session().data(for: request())
    let http = try #require(response as? HTTPURLResponse)
    expectEqual(http.statusCode, 401)
    expectEqual(http.value(forHTTPHeaderField: "WWW-Authenticate")?.hasSuffix(challenge), true)
    expectEqual(String(decoding: data, as: UTF8.self), "no")
  }

  @Test func aCompletionHandlerReceivesTheWholeBody() async throws {
    let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    stubs.stub(.get("/a"), with: .data(body))
    let session = session()
    let request = try request()
    let received = await withCheckedContinuation { continuation in
      session.dataTask(with: request) { data, _, _ in continuation.resume(returning: data) }.resume()
    }
    expectEqual(received, body)
  }

  @Test func aStatusWithoutABodyHasNone() async throws {
    stubs.stub(.everything, with: .text("text").status(204))
    let (data, response) = try await session().data(for: request())
    expectTrue(data.isEmpty)
    expectEqual((response as? HTTPURLResponse)?.statusCode, 204)
  }

  @Test func aFaultFailsTheTask() async throws {
    stubs.stub(.get("/a"), with: .fault(.reset))
    let session = session()
    let request = try request()
    await #expect(throws: (any Error).self) { try await session.data(for: request) }
    expectEqual(stubs.requestCount, 1)
  }

  @Test func theConfigurationRetainsItsStubs() async throws {
    let session = URLSession(
      configuration: {
        let stubs = URLStubs()
        stubs.stub(.everything, with: .text("kept"))
        return StubURLProtocol.configuration(stubs)
      }())
    let (data, _) = try await session.data(for: request())
    expectEqual(String(decoding: data, as: UTF8.self), "kept")
  }

  @Test func theStubsAreReleasedWithTheirLastSession() async throws {
    let released = Captured<Bool>()
    let request = try request()
    func load() async throws {
      let stubs = URLStubs()
      let witness = ReleaseWitness { released.set(true) }
      stubs.stub(.everything) { _ in
        _ = witness
        return .text("a")
      }
      let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
      _ = try await session.data(for: request)
      session.finishTasksAndInvalidate()
    }
    try await load()
    await expect(released.value).toEventually(equal(true), within: .patience)
  }
}

/// Calls a closure when it is released.
private final class ReleaseWitness: Sendable {
  private let tell: @Sendable () -> Void

  init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

  deinit { tell() }
}
