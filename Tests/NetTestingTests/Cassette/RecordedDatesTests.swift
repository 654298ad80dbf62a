import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// The date of a recording, with which caches and cookie jars treat replayed responses as recorded ones.
@Suite struct RecordedDatesTests {
  private let recordedAt = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func aCookieThatHasExpiredByNowIsStoredAtTheDateOfTheRecording() async throws {
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
      expectEqual(recorded, ["sid"])
      expectEqual(then, ["sid"])
      expectEqual(later, [])
    }
  }

  @Test func theFirstRequestThatHasATimeCounts() throws {
    let url = try #require(URL(string: "https://h/a"))
    func entry(_ seconds: TimeInterval) -> Cassette.Entry {
      Cassette.Entry(
        startedAt: Date(timeIntervalSince1970: seconds), request: RecordedRequest(method: .get, url: url))
    }
    expectEqual(Cassette(entries: [entry(20), entry(10)]).recordedAt, Date(timeIntervalSince1970: 10))
    expectNil(Cassette().recordedAt)
  }

  @Test(arguments: ["1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.000Z", "2023-11-14T22:13:20.000Z"])
  func anyDateOfAFileCounts(_ text: String) throws {
    let date = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
    let cassette = try cassette(
      #""startedDateTime": "\#(text)","#, #""startedDateTime": "2099-01-01T00:00:00Z","#)
    expectEqual(cassette.recordedAt, date)
    expectEqual(try Cassette(parsing: cassette.data(), file: "b.har").recordedAt, date)
  }

  @Test(arguments: ["", #""startedDateTime": null,"#, #""startedDateTime": "yesterday","#])
  func aFileWithoutDatesHasNone(_ member: String) throws {
    let cassette = try cassette(member)
    expectNil(cassette.recordedAt)
    expectEqual(cassette.entries.first?.startedAt, Date(timeIntervalSince1970: 0))
  }

  private func cassette(_ members: String...) throws -> Cassette {
    let entries = members.map {
      """
      {\($0) "request": {"method": "GET", "url": "https://h/a"}, "response": {"status": 200}}
      """
    }
    let text = #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))]}}"#
    return try Cassette(parsing: Data(text.utf8), file: "a.har")
  }
}
