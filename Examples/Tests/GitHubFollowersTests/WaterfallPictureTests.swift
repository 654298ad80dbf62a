import Foundation
import GitHubFollowers
import Net
import NetTesting
import Stream
import Testing

/// The picture of the README is that of the program's requests, in virtual time and with fewer followers.
///
/// With the environment variable `WRITE_PICTURES`, the test writes it.
@Suite(.netTesting) struct WaterfallPictureTests {
  /// Lists twelve followers on three pages, of which the first is unavailable once.
  private func trace() throws -> Trace {
    let clock = TestScheduler()
    let recorder = TraceRecorder()
    let base = try #require(URL(string: "https://api.github.com/"))
    let mock = MockTransport(timer: clock)
    DemoServer.stub(mock, base: base, followers: 12, pageSize: 4, retryAfter: 1)
    var configuration = SessionConfiguration()
    configuration.baseURL = base
    configuration.headers = ["Accept": "application/json", "User-Agent": "github-followers"]
    configuration.interceptors = [RetryPolicy()]
    configuration.monitors = [recorder]
    let service = GitHubService(
      network: NetworkSession(
        configuration: configuration, transport: DistantTransport(mock: mock, clock: clock), timer: clock))
    let users = Captured<[User]>()
    let subscription = service.user(DemoServer.login)
      .flatMap { service.followers(of: $0.login) }
      .subscribe(onSuccess: { users.set($0) })
    clock.advance(by: .seconds(10))
    subscription.dispose()
    #expect(users.value?.count == 12)
    return recorder.trace
  }

  private let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Documentation/Pictures").standardized

  /// The screenshots of the README are of this page: they contain its digest, which is FNV-1a with 64 bits.
  ///
  /// With the environment variable `TRACE_PAGES`, the test writes the page into that folder, for `scripts/check-page`.
  @Test func theScreenshotsShowThisPage() throws {
    let page = try trace().html(title: "github-followers")
    if let pages = ProcessInfo.processInfo.environment["TRACE_PAGES"] {
      return try page.write(to: URL(filePath: pages).appending(path: "followers.html"))
    }
    let digest = page.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(digest, radix: 16)
    let comment = "page " + String(repeating: "0", count: 16 - digits.count) + digits
    for name in ["page.png", "page-dark.png"] {
      let picture = try Data(contentsOf: folder.appending(path: name))
      #expect(picture.range(of: Data(comment.utf8)) != nil, "\(name) is old: run scripts/check-page --write")
    }
  }

  @Test func theReadmeShowsThisRun() throws {
    let trace = try trace()
    #expect(trace.requests.count == 16)
    for (name, appearance) in [("followers", Trace.Appearance.light), ("followers~dark", .dark)] {
      let url = folder.appending(path: "\(name).svg")
      let svg = trace.svg(appearance: appearance)
      if ProcessInfo.processInfo.environment["WRITE_PICTURES"] != nil {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(svg.utf8).write(to: url)
      }
      #expect(try String(contentsOf: url, encoding: .utf8) == svg, "run this test with WRITE_PICTURES=1")
    }
  }
}

/// A server that is some distance away: each response takes its time, and the first ones a connection.
private struct DistantTransport: Transport {
  let mock: MockTransport
  let clock: TestScheduler

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let number = mock.requests.count
    let isNew = number == 0 || (4...6).contains(number)
    let wait = Duration.milliseconds(55 + number * 37 % 70 + (isNew ? 60 : 0))
    return mock.task(
      for: request,
      receiver: DistantReceiver(receiver: receiver, clock: clock, wait: wait, isNew: isNew))
  }
}

private struct DistantReceiver: TransportReceiver {
  let receiver: any TransportReceiver
  let clock: TestScheduler
  let wait: Duration
  let isNew: Bool

  func receive(_ event: TransportEvent) {
    // The head arrives first, and the body and the end a little later.
    if case .head = event { return later(wait, event) }
    guard case .finished = event else { return later(wait + .milliseconds(12), event) }
    let connection = TransportConnection(remoteAddress: "192.0.2.1", remotePort: 443, isReused: !isNew)
    let timings =
      isNew
      ? TransportTimings(
        nameLookup: .milliseconds(10), connect: .milliseconds(20), secureConnection: .milliseconds(30),
        connection: connection) : TransportTimings(connection: connection)
    later(wait + .milliseconds(25), .finished(timings))
  }

  private func later(_ delay: Duration, _ event: TransportEvent) {
    let _: any Disposable = clock.schedule(after: delay) { receiver.receive(event) }
  }
}
