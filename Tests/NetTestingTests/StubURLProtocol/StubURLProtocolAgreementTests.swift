import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a stubbed session does what a session over the network does.
@Suite(.netTesting) struct StubURLProtocolAgreementTests {
  private let timer = EagerTimer()
  private let stubs: URLStubs

  init() { stubs = URLStubs(timer: timer, afterEach: .test) }

  private func session(timeout: TimeInterval? = nil) -> URLSession {
    let configuration = StubURLProtocol.configuration(stubs)
    if let timeout { configuration.timeoutIntervalForRequest = timeout }
    return URLSession(configuration: configuration)
  }

  private func request(_ method: String = "GET", _ url: String = "https://h.invalid/a") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    return request
  }

  // MARK: - Challenges

  static let challenges = [
    "Bearer", "Bearer realm=\"x\", error=\"invalid_token\"", "Digest realm=\"x\", nonce=\"1\"", "Negotiate",
  ]
  static let basicChallenges = [
    "Basic realm=\"x\"", "basic realm=x", "Bearer realm=\"y\", Basic realm=\"x\"", "NTLM, Basic realm=\"x\"",
    "Basic realm=\"x\", Digest realm=\"y\", nonce=\"1\"", "Bearer,Basic realm=\"x\"",
  ]

  @Test(arguments: challenges) func aChallengeIsReceivedAsItIs(_ challenge: String) async throws {
    stubs.stub(.get("/a"), with: .text("no").status(401).header("WWW-Authenticate", challenge))
    let response = try await session().data(for: request()).1 as? HTTPURLResponse
    expectEqual(response?.value(forHTTPHeaderField: "WWW-Authenticate"), challenge)
  }

  @Test(arguments: basicChallenges) func aBasicChallengeHasNoFurtherElement(_ challenge: String) async throws
  {
    stubs.stub(.get("/a"), with: .text("no").status(401).header("WWW-Authenticate", challenge))
    let response = try await session().data(for: request()).1 as? HTTPURLResponse
    let value = response?.value(forHTTPHeaderField: "WWW-Authenticate")
    expectEqual(value?.trimmingCharacters(in: .whitespaces), challenge)
  }

  @Test(arguments: challenges + basicChallenges)
  func aNetworkSessionReceivesTheChallengeOfTheStub(_ challenge: String) async throws {
    let network = try TestNetwork(.stubURLProtocol, afterEach: .test)
    network.stub(.get("/a"), with: .text("no").status(401).header("WWW-Authenticate", challenge))
    let response = await network.get("/a").response(.data)
    expectEqual(response.response?.status, 401)
    expectEqual(response.response?.headers["WWW-Authenticate"], challenge)
  }

  // MARK: - Bodies

  @Test(arguments: ["GET", "get"]) func aGetWithABodyIsRefused(_ method: String) async throws {
    stubs.stub(.everything, with: .text("here"))
    var request = try request(method)
    request.httpBody = Data("body".utf8)
    let sent = request
    let error = await #expect(throws: URLError.self) { try await session().data(for: sent) }
    expectEqual(error?.code, .dataLengthExceedsMaximum)
    expectTrue(stubs.requests.isEmpty)
  }

  @Test func aGetWithABodyStreamIsRefused() async throws {
    stubs.stub(.everything, with: .text("here"))
    var request = try request()
    request.httpBodyStream = InputStream(data: Data("body".utf8))
    let sent = request
    let error = await #expect(throws: URLError.self) { try await session().data(for: sent) }
    expectEqual(error?.code, .dataLengthExceedsMaximum)
  }

  @Test func anUploadWithGetIsRefused() async throws {
    stubs.stub(.everything, with: .text("here"))
    let request = try request()
    let error = await #expect(throws: URLError.self) {
      try await session().upload(for: request, from: Data("body".utf8))
    }
    expectEqual(error?.code, .dataLengthExceedsMaximum)
  }

  @Test(arguments: ["DELETE", "HEAD", "OPTIONS"])
  func anotherMethodMayHaveABody(_ method: String) async throws {
    stubs.stub(.everything, with: .status(204))
    var request = try request(method)
    request.httpBody = Data("body".utf8)
    let response = try await session().data(for: request).1 as? HTTPURLResponse
    expectEqual(response?.statusCode, 204)
    expectEqual(stubs.lastRequest?.body, Data("body".utf8))
  }

  @Test func aGetWithAnEmptyBodyIsSent() async throws {
    stubs.stub(.get("/a"), with: .text("here"))
    var request = try request()
    request.httpBody = Data()
    expectEqual(try await session().data(for: request).0, Data("here".utf8))
  }

  // MARK: - Redirects

  @Test func aRedirectWithoutEncryptionIsFollowed() async throws {
    stubs.stub(.get("https://h.invalid/a"), with: .redirect(to: "http://h.invalid/b"))
    stubs.stub(.get("http://h.invalid/b"), with: .text("here"))
    expectEqual(try await session().data(for: request()).0, Data("here".utf8))
  }

  #if !canImport(Darwin)
    // MARK: - Timeouts, which Foundation does not measure for a URL protocol on Linux

    @Test func aDelayLongerThanTheTimeoutFails() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
      let request = try request()
      let error = await #expect(throws: URLError.self) { try await session(timeout: 2).data(for: request) }
      expectEqual(error?.code, .timedOut)
      expectEqual(timer.delays.values, [.seconds(2)])
    }

    @Test func aDelayAsLongAsTheTimeoutDoesNotFail() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(2)))
      expectEqual(try await session(timeout: 2).data(for: request()).0, Data("late".utf8))
    }

    @Test func theTimeoutOfTheRequestOverridesThatOfTheConfiguration() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
      var request = try request()
      request.timeoutInterval = 10
      expectEqual(try await session(timeout: 2).data(for: request).0, Data("late".utf8))
      request.timeoutInterval = 1
      let sent = request
      let error = await #expect(throws: URLError.self) { try await session().data(for: sent) }
      expectEqual(error?.code, .timedOut)
    }

    @Test func theDefaultTimeoutIsAMinute() async throws {
      stubs.stub(.get("/a"), with: .text("late").delay(.seconds(61)))
      let request = try request()
      let error = await #expect(throws: URLError.self) { try await session().data(for: request) }
      expectEqual(error?.code, .timedOut)
    }

    @Test func aPauseLongerThanTheTimeoutFails() async throws {
      stubs.stub(.get("/a"), with: .stream(["a", StubChunk("b", after: .seconds(5))]))
      let request = try request()
      let error = await #expect(throws: URLError.self) { try await session(timeout: 2).data(for: request) }
      expectEqual(error?.code, .timedOut)
    }

    @Test func eachChunkBeginsTheTimeoutAgain() async throws {
      let chunks = (0..<4).map { StubChunk("\($0)", after: .seconds(1)) }
      stubs.stub(.get("/a"), with: .stream(chunks))
      expectEqual(try await session(timeout: 2).data(for: request()).0, Data("0123".utf8))
    }

    @Test func theTimeoutsOfANetworkSessionActAlone() async throws {
      let time = TestScheduler()
      let network = try TestNetwork(.stubURLProtocol, timer: time, afterEach: .test)
      network.stub(.get("/a"), with: .text("now"))
      expectEqual(await network.get("/a").response(.string).value, "now")
    }
  #endif
}
