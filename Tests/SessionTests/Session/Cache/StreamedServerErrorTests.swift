import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Server errors that a request accepts and streams, and a stale response that replaces them (RFC 5861 section 4).
@Suite struct StreamedServerErrorTests {
  /// A session that accepts every status, with a stale response.
  private func fixture(_ responses: StubResponse..., control: String = "max-age=1, stale-if-error=100")
    -> CachedSession
  {
    let fixture = CachedSession { $0.validation = .none }
    fixture.transport.stub(
      .everything, withSequence: [.tagged("stored", "\"1\"", control)] + responses)
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    return fixture
  }

  /// What a stream has received.
  private struct Received {
    let text = Locked("")
    let heads = Locked<[Int]>([])
  }

  private func stream(_ fixture: CachedSession) -> Received {
    let received = Received()
    fixture.session.get(fixture.url).responseStream(delivery: .inline) { event in
      switch event {
      case .head(let head): received.heads.update { $0.append(head.status) }
      case .chunk(let chunk): received.text.update { $0 += String(decoding: chunk, as: UTF8.self) }
      case .complete: break
      }
    }
    return received
  }

  @Test(arguments: [500, 502, 503, 504])
  func anAcceptedServerErrorIsReplaced(status: Int) {
    let fixture = fixture(StubResponse.text("broken").status(status))
    let received = stream(fixture)
    expectEqual(received.text.value, "stored")
    expectEqual(received.heads.value, [200])
    expectEqual(fixture.monitor.events.last, .stale(age: .seconds(10), .error))
  }

  @Test func anErrorWhoseBodyIsLargeIsReplaced() {
    let body = String(repeating: "broken", count: 100_000)
    let fixture = fixture(StubResponse.text(body).status(503))
    expectEqual(stream(fixture).text.value, "stored")
  }

  @Test(arguments: [501, 404])
  func otherStatusesAreStreamed(status: Int) {
    let fixture = fixture(StubResponse.text("broken").status(status))
    let received = stream(fixture)
    expectEqual(received.text.value, "broken")
    expectEqual(received.heads.value, [status])
  }

  @Test func withoutStaleIfErrorTheErrorIsStreamed() {
    let fixture = fixture(StubResponse.text("broken").status(503), control: "max-age=1")
    expectEqual(stream(fixture).text.value, "broken")
  }

  @Test func anErrorWhoseReplacementHasVanishedIsStreamedWhole() {
    let fixture = fixture(StubResponse.text("broken").status(503).delay(.seconds(1)))
    let received = stream(fixture)
    try? fixture.cache.removeAll()
    fixture.timer.advance(by: .seconds(1))
    expectEqual(received.text.value, "broken")
    expectEqual(received.heads.value, [503])
  }

  @Test func anAcceptedServerErrorOfADownloadIsReplaced() async throws {
    let fixture = fixture(StubResponse.text("broken").status(503))
    let file = try await fixture.session.get(fixture.url).download()
    expectEqual(try Data(contentsOf: file), Data("stored".utf8))
    try FileManager.default.removeItem(at: file)
  }
}
