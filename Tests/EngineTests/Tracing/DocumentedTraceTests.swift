import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The pictures of the documentation are those of a run in virtual time.
///
/// With the environment variable `WRITE_PICTURES`, the test writes them.
@Suite struct DocumentedTraceTests {
  private let recorder = TraceRecorder()
  private let fixture: SessionFixture

  init() {
    fixture = SessionFixture { [recorder] in
      $0.monitors = [recorder]
      $0.interceptors = [RetryPolicy(maximumRetries: 1)]
    }
  }

  private func advance(_ milliseconds: Int) { fixture.timer.advance(by: .milliseconds(milliseconds)) }

  private func finish(_ number: Int, after body: Int, connecting: Bool = false) {
    let task = fixture.tasks[number]
    task.send(.head(ResponseHead(status: 200, headers: ["Content-Type": "application/json"])))
    advance(body)
    task.send(.body(Data(repeating: 0x20, count: 4_096)))
    let connection = TransportConnection(remoteAddress: "192.0.2.1", remotePort: 443, isReused: !connecting)
    task.send(
      .finished(
        connecting
          ? TransportTimings(
            nameLookup: .milliseconds(20), connect: .milliseconds(35), secureConnection: .milliseconds(55),
            connection: connection) : TransportTimings(connection: connection)))
  }

  /// A user and her repositories: one request connects, one is retried, one is not found, one is still running.
  private var trace: Trace {
    _ = fixture.start(.get, "https://api.example.com/users/octavia")
    advance(180)
    finish(0, after: 40, connecting: true)
    _ = fixture.start(.get, "https://api.example.com/users/octavia/repos?page=1")
    _ = fixture.start(.get, "https://api.example.com/users/octavia/repos?page=2")
    _ = fixture.start(.get, "https://api.example.com/users/octavia/avatar")
    advance(60)
    fixture.tasks[2].respond(503, headers: ["Retry-After": "0"])
    advance(50)
    fixture.tasks[3].respond(404)
    finish(1, after: 70)
    advance(40)
    finish(4, after: 60)
    _ = fixture.start(.get, "https://api.example.com/users/octavia/followers")
    advance(120)
    return recorder.trace
  }

  @Test func theGuideShowsThisRun() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Net/Net.docc/Resources").standardized
    let trace = trace
    for (name, appearance) in [("waterfall", Trace.Appearance.light), ("waterfall~dark", .dark)] {
      let url = folder.appending(path: "\(name).svg")
      let svg = trace.svg(appearance: appearance)
      if ProcessInfo.processInfo.environment["WRITE_PICTURES"] != nil {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(svg.utf8).write(to: url)
      }
      expectEqual(try String(contentsOf: url, encoding: .utf8), svg, "run this test with WRITE_PICTURES=1")
    }
  }

  @Test func theWaterfallOfTheGuide() {
    expectEqual(
      trace.waterfall(Trace.WaterfallStyle(width: 80)),
      """
      1 GET api.examp…/users/octavia 200 ░░░░░░▒▒▒▒███                          220 ms
      2 GET api.examp…a/repos?page=1 200             ▒▒▒▒▒▒█████                180 ms
      3 GET api.examp…a/repos?page=2 200             ▒▒▒▒▒▒▒▒▒▒▒▒█████          280 ms
      4 GET api.examp…octavia/avatar 404             ▒▒▒▒▒▒▒                    110 ms
      5 GET api.examp…avia/followers …                               ▒▒▒▒▒▒▒    120 ms
      4: GET https://api.example.com/users/octavia/avatar failed: the status code 404…
      5: pending since 500 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode
      """)
  }
}
