import NetTesting
import Stream
import TestSupport
import Testing

/// A merger that another thread disposes of while it starts a stream is still released (law 18).
@Suite(.heavy) struct MergerRaceTests {
  @Test func disposingAFlatMapDuringAStartReleasesIt() {
    OperatorLifecycle.check(.init(races: 10_000)) { source in source.flatMap { Observable.of($0, $0) } }
  }

  @Test func disposingAnExpandDuringAStartReleasesIt() {
    OperatorLifecycle.check(.init(races: 10_000)) { source in source.expand { _ in Observable.empty() } }
  }
}
