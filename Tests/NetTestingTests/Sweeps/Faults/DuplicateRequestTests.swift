import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Which repetitions of a request `noDuplicateUnsafeRequest` finds.
@Suite struct DuplicateRequestTests {
  /// How a request is spelled the first and the second time.
  struct Spelling: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var paths = ("/a", "/a")
    var types = ("application/json", "application/json")
    var bodies: (String, String)
  }

  private static func form(_ boundary: String) -> String {
    "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
  }

  static let same: [Spelling] = [
    Spelling(testDescription: "the same bytes", bodies: ("[1]", "[1]")),
    Spelling(testDescription: "another order of keys", bodies: (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#)),
    Spelling(testDescription: "another spacing", bodies: (#"{"a":1}"#, #"{ "a": 1 }"#)),
    Spelling(
      testDescription: "another boundary",
      types: ("multipart/form-data; boundary=x", "multipart/form-data; boundary=y"),
      bodies: (form("x"), form("y"))),
    Spelling(
      testDescription: "another order of the query", paths: ("/a?b=1&c=2", "/a?c=2&b=1"),
      bodies: ("[1]", "[1]")),
  ]

  static let different: [Spelling] = [
    Spelling(testDescription: "another value", bodies: (#"{"a":1}"#, #"{"a":2}"#)),
    Spelling(testDescription: "another query", paths: ("/a?b=1", "/a?b=2"), bodies: ("[1]", "[1]")),
  ]

  /// Sends a request, and after a failure again.
  private func sweep(_ spelling: Spelling) async throws -> SweepReport {
    try await everyFault(
      of: [.timeout],
      in: { network in
        network.stub(.everything, with: .json("1"))
        func send(_ path: String, _ type: String, _ body: String) async throws -> Int? {
          try await network.request(
            RequestDescription(path, method: .post, content: .data(Data(body.utf8), contentType: type))
          ).json().int
        }
        do {
          return try await send(spelling.paths.0, spelling.types.0, spelling.bodies.0)
        } catch {
          return try await send(spelling.paths.1, spelling.types.1, spelling.bodies.1)
        }
      }
    ).report(.noDuplicateUnsafeRequest)
  }

  @Test(arguments: same) func aRepetitionInAnotherSpellingIsFound(_ spelling: Spelling) async throws {
    expectEqual(try await sweep(spelling).grid?.cells, [[.duplicate]])
  }

  @Test(arguments: different) func anotherRequestIsNotARepetition(_ spelling: Spelling) async throws {
    let report = try await sweep(spelling)
    expectTrue(report.isPassed, "\(report.text)")
  }

  /// An order and a form as an app sends them, whose bytes differ each time.
  private struct Order: Encodable, Sendable {
    var item = "soup"
    var count = 3
    var name = "Ada"
    var note = "hot"
  }

  @Test func anEncodableThatIsSentTwiceIsFound() async throws {
    let report = try await everyFault(
      of: [.timeout, .status(500)],
      in: { network in
        network.stub(.post("/orders"), with: .json("1"))
        func send() async throws -> Int? { try await network.post("/orders", body: Order()).json().int }
        do { return try await send() } catch { return try await send() }
      }
    ).report(.noDuplicateUnsafeRequest)
    expectEqual(report.grid?.cells, [[.duplicate], [.duplicate]])
  }

  @Test func aFormThatIsSentTwiceIsFound() async throws {
    let report = try await everyFault(
      of: [.timeout],
      in: { network in
        network.stub(.post("/photos"), with: .json("1"))
        func send() async throws -> Int? {
          var form = MultipartFormData()
          form.append(Data("a".utf8), name: "photo")
          return try await network.post("/photos", multipart: form).json().int
        }
        do { return try await send() } catch { return try await send() }
      }
    ).report(.noDuplicateUnsafeRequest)
    expectEqual(report.grid?.cells, [[.duplicate]])
  }

  // MARK: - Methods

  /// Sends a request of this method, and after a failure again.
  private func repeating(_ method: HTTPMethod) async throws -> SweepReport {
    try await everyFault(
      of: [.timeout],
      in: { network in
        network.stub(.everything, with: .json("1"))
        do {
          return try await network.request("/a", method: method).json().int
        } catch {
          return try await network.request("/a", method: method).json().int
        }
      }
    ).report(.noDuplicateUnsafeRequest)
  }

  @Test(arguments: ["GET", "PUT", "QUERY", "PROPFIND", "SEARCH", "REPORT", "MKCOL", "MOVE", "UNLOCK", "ACL"])
  func anIdempotentMethodMayBeRepeated(_ method: String) async throws {
    let report = try await repeating(HTTPMethod(rawValue: method))
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test(arguments: ["POST", "PATCH", "LOCK", "PURGE", "propfind"])
  func aMethodThatIsNotIdempotentMustNotBeRepeated(_ method: String) async throws {
    expectEqual(try await repeating(HTTPMethod(rawValue: method)).grid?.cells, [[.duplicate]])
  }

  // MARK: - Requests that were refused

  /// Sends a request whose first response has this status, and after each failure again.
  private func refused(_ status: Int, _ fault: SweepFault) async throws -> SweepReport {
    try await everyFault(
      of: [fault],
      in: { network -> Int? in
        network.stub(.post("/a"), withSequence: [.status(status), .json("1")], then: .repeatingLast)
        for _ in 0..<5 {
          if let value = try? await network.post("/a", body: ["item": 1]).json().int { return value }
        }
        return nil
      }
    ).report(.noDuplicateUnsafeRequest)
  }

  @Test(arguments: [401, 429]) func aRequestThatWasRefusedMayBeRepeated(_ status: Int) async throws {
    for fault in [SweepFault.unauthorized, .rateLimited, .noConnection] {
      let report = try await refused(status, fault)
      expectTrue(report.isPassed, "\(report.text)")
    }
  }

  @Test(arguments: [401, 429])
  func aRefusedRequestExcusesNoLaterRepetition(_ status: Int) async throws {
    let report = try await refused(status, .timeout)
    expectEqual(report.grid?.cells, [[.duplicate, .duplicate]])
    expectEqual(
      report.failures.last?.message,
      """
      POST https://mock.invalid/a was sent 2 times without an Idempotency-Key, as the requests 2 and 3, and the server \
      may have applied it each time. Do not send it again, or add a key: RetryPolicy().addingIdempotencyKeys().
      """)
  }

  @Test func ofSeveralRepetitionsTheFirstIsReported() async throws {
    let report = try await everyFault(
      of: [.noConnection],
      in: { network in
        network.stub(.everything, with: .json("1"))
        let isOffline = await network.get("/start").response(.data).response == nil
        for path in ["/c", "/a", "/b", "/e", "/d", "/f"] {
          for _ in 0..<(isOffline ? 2 : 1) { _ = await network.post(path).response(.data) }
        }
      }
    ).report(.noDuplicateUnsafeRequest)
    let message = report.failures.first?.message ?? ""
    #expect(message.hasPrefix("POST https://mock.invalid/c was sent 2 times"), "\(message)")
  }

  // MARK: - Redirects

  @Test(arguments: ["POST", "PATCH", "LOCK", "PURGE"])
  func aLoopOfRedirectsIsNotARepetition(_ method: String) async throws {
    let report = try await everyFault(
      of: [.redirectLoop],
      in: { network in
        network.stub(.everything, with: .json("1"))
        return try await network.request("/a", method: HTTPMethod(rawValue: method)).json().int
      }
    ).report()
    expectTrue(report.isPassed, "\(report.text)")
  }

  /// Sends a request that is redirected, and after a failure again; the stub of the target answers each request.
  private func redirected(_ method: HTTPMethod, _ status: Int) async throws -> SweepReport {
    try await everyFault(
      of: [.noConnection],
      in: { network in
        network.stub(.everything, with: .json("1"))
        network.stub(.uri("/old"), with: .redirect(to: "/new", status: status))
        func send() async throws -> Int? { try await network.request("/old", method: method).json().int }
        do { return try await send() } catch { return try await send() }
      }
    ).report(.noDuplicateUnsafeRequest)
  }

  @Test(arguments: [
    ("PATCH", 301), ("PATCH", 302), ("LOCK", 302), ("POST", 307), ("POST", 308), ("PATCH", 307),
    ("PURGE", 308),
  ])
  func aRequestThatIsRedirectedWithItsMethodWasNotApplied(_ method: String, _ status: Int) async throws {
    let report = try await redirected(HTTPMethod(rawValue: method), status)
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test(arguments: [("POST", 301), ("POST", 302), ("POST", 303), ("PATCH", 303), ("PURGE", 303)])
  func aRequestThatIsRedirectedToItsResultMayHaveBeenApplied(_ method: String, _ status: Int) async throws {
    let report = try await redirected(HTTPMethod(rawValue: method), status)
    expectEqual(report.failures.map(\.repeating), ["2:no-connection"])
  }
}
