import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// No secret that `Redaction.standard` hides appears in anything made from a trace.
@Suite struct TraceRedactionTests {
  private static let secret = "s3cretPq7xZ"

  private func trace() -> Trace {
    let recorder = TraceRecorder(bodyLimit: 10_000)
    let fixture = SessionFixture {
      $0.monitors = [recorder]
      $0.interceptors = [RetryPolicy(maximumRetries: 1)]
    }
    let secret = Self.secret
    let headers: HTTPHeaders = [
      "Authorization": "Bearer \(secret)", "Cookie": "session=\(secret)", "X-Api-Key": secret,
      "Referer": "https://h.io/?access_token=\(secret)", "Content-Type": "application/json",
    ]
    _ = fixture.start(
      .put, "https://ada:\(secret)@h.io/a?access_token=\(secret)&page=1#id_token=\(secret)", headers: headers,
      content: .json(["password": .string(secret), "name": "ada"]))
    fixture.tasks[0].respond(
      503, headers: ["Retry-After": "1", "Set-Cookie": "session=\(secret)"], body: #"{"token":"\#(secret)"}"#)
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[1].respond(
      302, headers: ["Location": "https://h.io/b?client_secret=\(secret)", "WWW-Authenticate": "Basic"])
    fixture.tasks.last?.respond(
      404, headers: ["Content-Type": "application/json"], body: #"{"refresh_token":"\#(secret)","page":1}"#)
    _ = fixture.start(.get, "https://h.io/c?api_key=\(secret)&token=\(secret) x\u{7f}")
    let stream = recorder.beginStream("load https://h.io/?access_token=\(secret)")
    stream.add(.element, "password=\(secret)")
    return recorder.trace
  }

  @Test func noWriterShowsASecret() throws {
    let trace = trace()
    expectEqual(trace.requests.count, 2)
    let secret64 = Data(Self.secret.utf8).base64EncodedString().prefix(12)
    let texts = try trace.texts().filter { $0.text.contains(Self.secret) || $0.text.contains(secret64) }
    expectEqual(texts.map(\.name), [])
  }

  @Test func namesAndValuesThatAreNotSecretAreKept() throws {
    let trace = trace()
    let page = String(decoding: trace.html(), as: UTF8.self)
    #expect(page.contains("page=1") && page.contains("ada"))
  }

  @Test func aSecretThatTheLimitCutsIsNotShown() throws {
    let body = "see https://ada:\(Self.secret)@h.io/"
    let recorder = TraceRecorder(bodyLimit: body.utf8.count - 10)
    let fixture = SessionFixture { $0.monitors = [recorder] }
    _ = fixture.start(.post, "https://h.io/", content: .data(Data(body.utf8), contentType: "text/plain"))
    fixture.tasks[0].respond(200, headers: ["Content-Type": "text/plain"], body: body)
    recorder.beginStream("pages").add(.element, String(repeating: "a ", count: 500) + body)
    let trace = recorder.trace
    let shown = [
      trace.requests.first?.attempts.last?.response?.body.map { String(decoding: $0.data, as: UTF8.self) },
      trace.streams.first?.marbles.first?.text,
    ]
    expectEqual(shown.map { $0?.contains("see https://") }, [true, true])
    expectEqual(shown.map { $0?.contains(Self.secret.prefix(3)) }, [false, false])
  }
}
