import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// What a failing test says about its requests.
@Suite struct TestTracesTests {
  private func recorder(_ path: String) -> TraceRecorder {
    let recorder = TraceRecorder()
    let transport = MockTransport()
    transport.stub(.everything, with: .text("hello"))
    var configuration = SessionConfiguration()
    configuration.monitors = [recorder]
    NetworkSession(configuration: configuration, transport: transport).get("https://h.io/\(path)")
      .response(delivery: .inline, responseSerializer: .data) { _ in }
    return recorder
  }

  private func withFolder(_ body: (URL) throws -> Void) rethrows {
    let folder = FileManager.default.temporaryDirectory.appending(path: "traces-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func theFirstFailureHasAWaterfallAndThePathOfThePage() throws {
    try withFolder { folder in
      let traces = TestTraces(folder: folder)
      traces.add(recorder("one"))
      let story = try #require(traces.story())
      #expect(story.contains("1 GET h.io/one"))
      let path = try #require(story.split(separator: "\n").last).dropFirst("trace: ".count)
      expectNil(traces.story())
      _ = traces.write(title: "a test")
      let page = try String(contentsOfFile: String(path), encoding: .utf8)
      #expect(page.contains("<title>a test</title>") && page.contains("https://h.io/one"))
    }
  }

  @Test func aTestThatSucceedsWritesNothing() throws {
    withFolder { folder in
      let traces = TestTraces(folder: folder)
      traces.add(recorder("one"))
      expectNil(traces.write(title: "a test"))
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
  }

  @Test func withoutRequestsThereIsNoStory() {
    let traces = TestTraces(folder: FileManager.default.temporaryDirectory)
    expectNil(traces.story())
    traces.add(TraceRecorder())
    expectNil(traces.story())
  }

  @Test func severalRecordersShareThePage() throws {
    try withFolder { folder in
      let traces = TestTraces(folder: folder)
      traces.add(recorder("one"))
      traces.add(recorder("two"))
      let story = try #require(traces.story())
      #expect(story.contains("h.io/one") && story.contains("h.io/two"))
      #expect(story.split(separator: "\n").count <= 20)
      let page = try #require(traces.write(title: "a test"))
      #expect(String(decoding: page.page, as: UTF8.self).contains("\"id\":2"))
    }
  }

  @Test func tracesOfDistantVirtualTimesAreMerged() throws {
    let dates = [0, 1e18].map { Date(timeIntervalSince1970: $0) }
    let traces = dates.map { date in
      Trace(
        start: date,
        requests: [Trace.TracedRequest(id: 1, number: 1, method: "GET", url: "https://h.io/", start: .zero)])
    }
    let merged = try #require(Trace(merging: traces))
    expectEqual(merged.start, dates[0])
    expectEqual(merged.requests.map(\.id), [1, 2])
    expectEqual(merged.requests.last.map { $0.start > .seconds(9_000_000_000_000) }, true)
  }

  @Test func theAttemptsOfALaterTraceAreShifted() throws {
    let traces = [recorder("one"), recorder("two")].map(\.trace)
    var later = traces[1]
    later.start = traces[0].start + 2
    let merged = try #require(Trace(merging: [traces[0], later]))
    let (attempt, original) = (merged.requests[1].attempts[0], traces[1].requests[0].attempts[0])
    expectEqual(attempt.start, original.start + .seconds(2))
    expectEqual(attempt.end, original.end.map { $0 + .seconds(2) })
    expectEqual(attempt.phases.map(\.start), original.phases.map { $0.start + .seconds(2) })
  }

  @Test func aFolderThatCannotBeWrittenDoesNotHideTheFailure() throws {
    let traces = TestTraces(folder: URL(filePath: "/dev/null/traces"))
    traces.add(recorder("one"))
    expectNotNil(traces.story())
    expectNotNil(traces.write(title: "a test"))
  }
}
