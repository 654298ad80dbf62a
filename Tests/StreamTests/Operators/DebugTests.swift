import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct DebugTests {
  private let log = Log<String>()

  @Test func logsALineForEachEvent() {
    _ = Observable.of(1).debug("numbers", line: 12, to: log.write).subscribe { _ in }
    let place = "numbers (DebugTests.swift:12)"
    expectEqual(
      log.entries,
      [
        "\(place) -> subscribed", "\(place) -> next(1)", "\(place) -> completed", "\(place) -> disposed",
      ])
  }

  @Test func withoutAnIdentifierTheTitleIsTheSourceLocation() {
    _ = Observable<Int>.error(Boom()).debug(line: 3, to: log.write).subscribe { _ in }
    expectEqual(log.entries[1], "DebugTests.swift:3 -> error(\(Boom()))")
  }

  @Test func aSingleLogsItsResult() {
    _ = Single.just(1).debug("one", line: 4, to: log.write).subscribe { _ in }
    let place = "one (DebugTests.swift:4)"
    expectEqual(log.entries, ["\(place) -> subscribed", "\(place) -> success(1)", "\(place) -> disposed"])
  }
}
