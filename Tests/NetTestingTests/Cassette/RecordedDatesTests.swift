import Foundation
import Net
import Testing

@testable import NetTesting

/// The date of a recording, with which caches and cookie jars treat replayed responses as recorded ones.
@Suite struct RecordedDatesTests {
  private let recordedAt = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func aCookieThatHasExpiredSinceIsStoredAtTheDateOfTheRecording() async throws {
    let upstream = MockTransport()
    upstream.stub(
      .everything,
      with: StubResponse.text("in").header("Set-Cookie", "sid=1; Expires=Wed, 15 Nov 2023 22:13:20 GMT"))
    try await CassetteFixtures.inFolder { file in
      func names(_ mode: RecordingMode, at date: Date?) async throws -> [String] {
        let recorder = RecordingTransport(
          upstream, cassette: file, mode: mode, timer: TestScheduler(startDate: recordedAt))
        var configuration = SessionConfiguration()
        let jar = CookieJar()
        configuration.cookies = jar
        let timer = TestScheduler(startDate: date ?? recorder.recordedAt ?? TestScheduler.usualStartDate)
        let network = NetworkSession(configuration: configuration, transport: recorder, timer: timer)
        _ = try await network.get("https://h/a").string()
        if mode == .recordAll { try recorder.save() }
        return jar.cookies.map(\.name)
      }
      let recorded = try await names(.recordAll, at: recordedAt)
      let then = try await names(.replay, at: nil)
      let later = try await names(.replay, at: TestScheduler.usualStartDate)
      #expect(recorded == ["sid"])
      #expect(then == ["sid"])
      #expect(later == [])
    }
  }

  @Test func theFirstRequestThatHasATimeCounts() throws {
    let url = try #require(URL(string: "https://h/a"))
    func entry(_ seconds: TimeInterval) -> Cassette.Entry {
      Cassette.Entry(
        startedAt: Date(timeIntervalSince1970: seconds), request: RecordedRequest(method: .get, url: url))
    }
    #expect(
      Cassette(entries: [entry(20), entry(0), entry(10)]).recordedAt == Date(timeIntervalSince1970: 10))
    #expect(Cassette(entries: [entry(0)]).recordedAt == nil)
    #expect(Cassette().recordedAt == nil)
  }
}
