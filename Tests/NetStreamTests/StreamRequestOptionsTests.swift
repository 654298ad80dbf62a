import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct StreamRequestOptionsTests {
  private enum Screen: RequestTagKey { typealias Value = String }

  private let request = NetworkingMock().stream.get("https://api.example.com/x")

  @Test func modifiersDoNotChangeTheOriginal() {
    _ = request.header("A", "1")
    expectTrue(request.description.headers.isEmpty)
  }

  @Test func aHeaderReplacesOneOfTheSameName() {
    expectEqual(request.header("A", "1").header("a", "2").description.headers.values(for: "A"), ["2"])
  }

  @Test func aFieldReplacesOneOfTheSameName() {
    let changed = request.header(.accept("a/b")).header(.accept("c/d"))
    expectEqual(changed.description.headers.values(for: "Accept"), ["c/d"])
  }

  @Test func everyModifierReturnsAChangedCopy() {
    let before = parts(of: request)
    let changed: [StreamRequest] = [
      request.header(.accept("a/b")), request.timeout(idle: .seconds(1)), request.retry(RetryPolicy()),
      request.intercept(NoPolicy()), request.redirects(.refuse), request.decoder(JSONDecoder()),
      request.encoder(JSONEncoder()), request.validate(statusCode: [1]),
      request.validate(contentType: ["a/b"]), request.validate { _ in }, request.unvalidated(),
      request.validate(),
      request.with { $0.method = .delete }, request.maximumBodySize(1),
      request.unauthenticated(), request.sendingBodyWithGet(), request.cache(.reload), request.coalesced(),
      request.tag(Screen.self, "home"),
    ]
    #expect(changed.allSatisfy { parts(of: $0) != before })
    expectEqual(parts(of: request), before)
  }

  /// Everything that a modifier can change, because the description of a request prints only what is sent.
  private func parts(of request: StreamRequest) -> String {
    let all = request.description
    return """
      \(all.method) \(all.headers) \(all.timeouts) \(all.interceptors) \(all.redirects as Any) \(all.decoder as Any) \
      \(all.encoder as Any) \(all.validation) \(all.maximumBodySize as Any) \(all.inheritsAuthentication) \
      \(all.sendsBodyWithGet) \(all.cacheMode as Any) \(all.coalesces as Any) \(all.tags[Screen.self] as Any)
      """
  }

  @Test func timeoutsAreSetSeparately() {
    let changed = request.timeout(idle: .seconds(1)).timeout(total: .seconds(2))
    expectEqual(changed.description.timeouts, RequestTimeouts(idle: .seconds(1), total: .seconds(2)))
  }

  @Test func everyTimeoutCanBeSet() {
    let all = RequestTimeouts(
      idle: .seconds(1), total: .seconds(2), connect: .seconds(3), queue: .seconds(4))
    let changed = request.timeout(
      idle: .seconds(1), total: .seconds(2), connect: .seconds(3), queue: .seconds(4))
    expectEqual(changed.description.timeouts, all)
    expectEqual(changed.timeout().description.timeouts, all)
  }

  @Test func redirectsCanBeRefused() {
    expectNil(request.description.redirects)
    expectEqual(request.redirects(.refuse).description.redirects?.limit, 0)
  }

  @Test func statusCodesCanBeAnOpenRange() {
    guard case .only(let codes) = request.validate(statusCode: 200...).description.validation.statusCode
    else {
      Issue.record("unexpected validation of status codes")
      return
    }
    #expect(codes.contains(599) && !codes.contains(199))
  }

  @Test func policiesKeepTheirOrder() {
    let changed = request.retry(RetryPolicy()).intercept(NoPolicy())
    expectEqual(changed.description.interceptors.count, 2)
    #expect(changed.description.interceptors.first is RetryPolicy)
  }

  @Test func withChangesAnyProperty() {
    expectEqual(request.with { $0.method = .delete }.description.method, .delete)
  }

  @Test func aCustomDecoderDecodesTheResponse() async throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let network = NetworkingMock()
    network.stub(.everything, with: .json(["first_name": "Ada"]))
    let person = try await network.stream.get("https://x.com").decoder(decoder).object(as: Person.self).value
    expectEqual(person.firstName, "Ada")
  }

  @Test func aCustomEncoderEncodesTheBody() async throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let network = NetworkingMock()
    network.stub(.body(equals: #"{"first_name":"Ada"}"#), with: "taken")
    let answer = try await network.stream.post("https://x.com", body: Named(firstName: "Ada")).encoder(
      encoder
    )
    .object(as: String.self).value
    expectEqual(answer, "taken")
  }

  @Test func eachSubscriptionSendsTheForm() async throws {
    var form = MultipartFormData(boundary: "b")
    form.append("1", name: "n")
    form.append(stream: BodyStream { InputStream(data: Data("s".utf8)) }, name: "s", fileName: "s.txt")
    let network = NetworkingMock()
    let part = "Content-Disposition: form-data; name="
    network.stub(
      .body(
        equals: "--b\r\n\(part)\"n\"\r\n\r\n1\r\n--b\r\n\(part)\"s\"; filename=\"s.txt\"\r\n"
          + "Content-Type: text/plain\r\n\r\ns\r\n--b--\r\n"), with: "taken")
    let upload = network.stream.post("https://x.com", multipart: form).object(as: String.self)
    for _ in 0..<2 { expectEqual(try await upload.value, "taken") }
    expectEqual(network.requestCallCount, 2)
  }

  @Test func aFileAndAStreamAreUploaded() async throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("\(UUID().uuidString).csv", isDirectory: false)
    try Data("a;b".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let network = NetworkingMock()
    network.stub(
      .put("/f") && .body(equals: "a;b") && .header("Content-Type", equals: "text/csv"), with: "file")
    network.stub(.put("/s") && .body(equals: "lines"), with: "stream")
    expectEqual(
      try await network.stream.put("https://x.com/f", file: file).object(as: String.self).value, "file")
    let lines = BodyStream { InputStream(data: Data("lines".utf8)) }
    expectEqual(
      try await network.stream.put("https://x.com/s", stream: lines).object(as: String.self).value, "stream")
  }

  @Test func validateAcceptsTheGivenStatusCodes() async throws {
    let network = NetworkingMock()
    network.stub(.everything, with: .text("gone").status(410))
    let text = try await network.stream.get("https://x.com").validate(statusCode: [410]).string().value
    expectEqual(text, "gone")
  }

  @Test func validateRejectsOtherContentTypes() async {
    let network = NetworkingMock()
    network.stub(.everything, with: .text("hello"))
    let text = network.stream.get("https://x.com").validate(contentType: ["image/*"]).string()
    let error = await #expect(throws: NetworkError.self) { try await text.value }
    guard case .validation(.contentType) = error?.reason else {
      Issue.record("expected a content type failure, got \(String(describing: error))")
      return
    }
  }

  @Test func aCustomValidationFailsTheRequest() async {
    let network = NetworkingMock()
    network.stub(.everything, with: .text("hello"))
    let text = network.stream.get("https://x.com").validate { _ in throw URLError(.badServerResponse) }
      .string()
    let error = await #expect(throws: NetworkError.self) { try await text.value }
    expectEqual(error?.reason, .validation(.custom))
  }

  @Test func unvalidatedAcceptsEverything() async throws {
    let network = NetworkingMock()
    network.stub(.everything, with: .text("no").status(500))
    let text = try await network.stream.get("https://x.com").unvalidated().string().value
    expectEqual(text, "no")
  }
}

private struct Person: Decodable, Sendable {
  var firstName: String
}

private struct Named: Encodable, Sendable {
  var firstName: String
}

private struct NoPolicy: RequestInterceptor {}
