import NetTesting
import Stream
import TestSupport
import Testing

/// A merger that is disposed of by another thread while it starts a stream is released all the same (law 18).
@Suite(.heavy) struct MergerRaceTests {
  @Test func flatMap() {
    OperatorLifecycle.check(.init(races: 10_000)) { source in source.flatMap { Observable.of($0, $0) } }
  }

  @Test func expand() {
    OperatorLifecycle.check(.init(races: 10_000)) { source in source.expand { _ in Observable.empty() } }
  }
}
