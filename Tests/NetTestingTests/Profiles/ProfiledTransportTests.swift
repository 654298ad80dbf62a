import Foundation
import Net
import NetTesting
import TestSupport
import Testing
import XCTest

@Suite struct ProfiledTransportTests {
  // MARK: - Extremes

  @Test func aTransferThatNeverArrivesTimesOut() {
    let slow = [1e-300, Double.leastNonzeroMagnitude].map { rate in
      NetworkProfile.custom(roundTrip: .zero, down: BitRate(bytesPerSecond: rate), up: .unlimited)
    }
    let far = [Duration(attoseconds: .max), .seconds(Int64.max)].map { roundTrip in
      NetworkProfile.custom(roundTrip: roundTrip, down: .unlimited, up: .unlimited, loss: 0.9)
    }
    for profile in slow + far + far.map({ $0.httpVersion(.http3) }) { expectTimeout(over: profile) }
  }

  private func expectTimeout(over profile: NetworkProfile) {
    let runs = ProfiledRuns(profile)
    let request = runs.network.get("https://h/a?size=1000").timeout(idle: .seconds(60), total: .seconds(90))
    request.responseData { runs.ends.set("\($0.error?.reason ?? .cancelled)") }
    runs.scheduler.run(maximum: 1_000)
    expectEqual(runs.ends.values.count, 1)
    expectEqual(runs.ends.values.first?.contains("timeout"), true)
    expectEqual(runs.scheduler.pendingCount, 0)
  }

  @Test func aTransferThatTakes31YearsArrives() {
    let runs = ProfiledRuns(.custom(roundTrip: .zero, down: BitRate(bytesPerSecond: 1e-6), up: .unlimited))
    runs.get("/a?size=1000")
    expectEqual(runs.run(), ["/a?size=1000 1000000000000.0"])
  }

  // MARK: - Handshakes

  @Test func aRequestTakesRoundTripsForItsHandshakes() {
    let runs = ProfiledRuns(.plain)
    runs.get("/plain")
    expectEqual(runs.run(), ["/plain 300.0"])
    let secure = ProfiledRuns(.plain)
    secure.get("/tls", over: "https")
    expectEqual(secure.run(), ["/tls 400.0"])
  }

  @Test func aSecondRequestReusesTheConnection() {
    let runs = ProfiledRuns(.plain)
    runs.note(runs.network.get("https://h/first"), "/first").responseData { _ in
      runs.get("/second", over: "https")
    }
    expectEqual(runs.run(), ["/first 400.0", "/second 500.0"])
  }

  @Test func aResponseThatClosesEndsTheConnection() {
    let runs = ProfiledRuns(.plain)
    runs.network.stub(.get("/first"), with: StubResponse.status(204).header("Connection", "close"))
    runs.note(runs.network.get("https://h/first"), "/first").responseData { _ in
      runs.get("/second", over: "https")
    }
    // The name of the host is known.
    expectEqual(runs.run(), ["/first 400.0", "/second 700.0"])
  }

  @Test func http3NegotiatesTLSInItsOwnHandshake() {
    let runs = ProfiledRuns(.plain.httpVersion(.http3))
    runs.get("/a", over: "https")
    expectEqual(runs.run(), ["/a 300.0"])
  }

  @Test func handshakesAreReportedInTimings() async throws {
    let runs = ProfiledRuns(.plain)
    let timings = Captured<TransportTimings>()
    for _ in 1...2 {
      runs.network.get("https://h/a?size=20000").responseData { response in
        if let transport = response.timings.transport { timings.set(transport) }
      }
      runs.scheduler.run()
    }
    let round = Duration.milliseconds(100)
    expectEqual(
      timings.values,
      [
        TransportTimings(
          nameLookup: round, connect: round, secureConnection: round, firstByte: round * 4, total: round * 5,
          connection: TransportConnection(remoteAddress: "h", remotePort: 443, isReused: false)),
        TransportTimings(
          firstByte: round, total: round * 2,
          connection: TransportConnection(remoteAddress: "h", remotePort: 443, isReused: true)),
      ])
  }

  // MARK: - Bandwidth

  @Test func twoEqualDownloadsTakeTwiceAsLongEach() {
    let one = ProfiledRuns(.narrow)
    one.get("/a?size=200000")
    expectEqual(one.run(), ["/a?size=200000 1000.0"])
    let two = ProfiledRuns(.narrow)
    two.get("/a?size=200000")
    two.get("/b?size=200000")
    expectEqual(two.run(), ["/a?size=200000 2000.0", "/b?size=200000 2000.0"])
  }

  @Test func aLongDownloadIsFasterWhenAShortOneHasEnded() {
    let runs = ProfiledRuns(.narrow)
    runs.get("/short?size=100000")
    runs.get("/long?size=300000")
    expectEqual(runs.run(), ["/short?size=100000 1000.0", "/long?size=300000 2000.0"])
  }

  @Test func anUploadUsesOnlyTheUplink() {
    let runs = ProfiledRuns(.custom(roundTrip: .milliseconds(100), down: .megabits(1.6), up: .kilobits(800)))
    runs.note(runs.network.post("http://h/up", httpBody: Data(count: 50_000)), "/up")
    runs.get("/down?size=100000")
    expectEqual(runs.run(), ["/down?size=100000 800.0", "/up 800.0"])
  }

  @Test func aStreamOfUnknownLengthIsUploaded() {
    let runs = ProfiledRuns(.custom(roundTrip: .milliseconds(100), down: .unlimited, up: .kilobits(800)))
    let stream = BodyStream(count: nil) { InputStream(data: Data(count: 50_000)) }
    runs.note(runs.network.post("http://h/up", stream: stream), "/up")
    expectEqual(runs.run(), ["/up 800.0"])
  }

  @Test func aDownloadFollowsAStreamThatWasUploaded() {
    let runs = ProfiledRuns(.custom(roundTrip: .milliseconds(100), down: .megabits(1.6), up: .kilobits(800)))
    let stream = BodyStream(count: nil) { InputStream(data: Data(count: 50_000)) }
    runs.note(runs.network.post("http://h/up?size=100000", stream: stream), "/up")
    expectEqual(runs.run(), ["/up 1300.0"])
  }

  @Test func theResponseTimeOfTheServerIsAdded() {
    let runs = ProfiledRuns(.plain)
    runs.network.stub(.get("/slow"), with: StubResponse.status(200).delay(.milliseconds(70)))
    runs.get("/slow")
    expectEqual(runs.run(), ["/slow 370.0"])
  }

  // MARK: - Connections

  @Test func theSeventhRequestWaitsForOneOfSixConnections() {
    let runs = ProfiledRuns(.plain)
    for number in 1...7 { runs.get("/\(number)") }
    expectEqual(runs.run(), (1...6).map { "/\($0) 300.0" } + ["/7 400.0"])
  }

  @Test func otherOriginsHaveTheirOwnConnections() {
    var profile = NetworkProfile.plain
    profile.connections = 1
    let runs = ProfiledRuns(profile)
    runs.get("/a")
    runs.note(runs.network.get("http://other/b"), "other")
    runs.note(runs.network.get("http://h:8080/c"), "port")
    // The lookup of the host is shared.
    expectEqual(runs.run(), ["/a 300.0", "other 300.0", "port 300.0"])
  }

  @Test(arguments: ["192.0.2.1", "[2001:db8::1]:8080"]) func anAddressNeedsNoLookup(_ host: String) {
    let runs = ProfiledRuns(.plain)
    runs.note(runs.network.get("http://\(host)/a"), "/a")
    expectEqual(runs.run(), ["/a 200.0"])
  }

  @Test func aDownloadBlocksTheRequestBehindIt() {
    var profile = NetworkProfile.plain
    profile.connections = 1
    let runs = ProfiledRuns(profile)
    runs.get("/film?size=200000")
    runs.get("/text")
    expectEqual(runs.run(), ["/film?size=200000 1300.0", "/text 1400.0"])
  }

  @Test func http2SendsAllRequestsOverOneConnection() {
    let runs = ProfiledRuns(.plain.httpVersion(.http2))
    for number in 1...7 { runs.get("/\(number)", over: "https") }
    expectEqual(runs.run(), (1...7).map { "/\($0) 400.0" })
  }

  @Test func aCancelledRequestFreesItsConnectionForTheNext() {
    var profile = NetworkProfile.plain
    profile.connections = 1
    let runs = ProfiledRuns(profile)
    let first = runs.get("/first?size=2000000")
    runs.get("/second")
    runs.scheduler.advance(by: .milliseconds(500))
    first.cancel()
    expectEqual(runs.run(), ["/first?size=2000000 500.0, cancelled", "/second 700.0"])
  }

  @Test func aRequestThatIsCancelledBeforeItArrivesIsNotReceived() throws {
    let scheduler = TestScheduler()
    let mock = MockTransport(timer: scheduler)
    mock.stub(.everything, with: .status(204))
    let transport = ProfiledTransport(mock, profile: .plain, timer: scheduler)
    let request = TransportRequest(url: try #require(URL(string: "http://h/a")))
    let received = ReceivedEvents()
    let task = transport.task(for: request, receiver: received)
    task.resume()
    scheduler.advance(by: .milliseconds(249))
    task.cancel()
    expectEqual(received.words, ["failed CancellationError head"])
    scheduler.run()
    expectTrue(mock.requests.isEmpty)
    // TCP, and half a round trip.
    transport.task(for: request, receiver: received).resume()
    scheduler.advance(by: .milliseconds(149))
    expectTrue(mock.requests.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    expectEqual(mock.requests.count, 1)
    scheduler.run()
  }

  @Test func aTaskThatProceedsWhileItIsStartedIsNotPaused() throws {
    let scheduler = TestScheduler()
    let base = ScriptedTransport()
    let transport = ProfiledTransport(base, profile: .plain, timer: scheduler)
    let request = TransportRequest(url: try #require(URL(string: "http://h/a")))
    let task = transport.task(for: request, receiver: ReceivedEvents())
    task.pause()
    base.onMake.update { $0 = { $0.onPause.update { $0 = { task.proceed() } } } }
    task.resume()
    scheduler.run()
    expectEqual(base.tasks.map(\.isPaused), [false])
  }

  @Test func aFailureOfTheServerIsDelivered() {
    let runs = ProfiledRuns(.plain)
    runs.network.stub(.get("/a"), with: StubResponse.failure(URLError(.networkConnectionLost)))
    runs.get("/a")
    expectEqual(runs.run(), ["/a 300.0, failed"])
  }

  // MARK: - Mocks

  @Test func aNetworkingMockHasAProfile() {
    let scheduler = TestScheduler()
    let network = NetworkingMock(timer: scheduler, profile: .plain)
    network.stub(.get("/user"), with: User(name: "Trent"))
    let user = Captured<String>()
    network.get("/user").responseObject(as: User.self) {
      user.set("\($0.value?.name ?? "") \(scheduler.now)")
    }
    scheduler.run()
    expectEqual(user.values, ["Trent 0.4 seconds"])
  }

  @Test func aChunkIsHeldBackWhilePaused() throws {
    let scheduler = TestScheduler()
    let mock = MockTransport(timer: scheduler)
    mock.stub(.everything, with: .text("text"))
    let transport = ProfiledTransport(mock, profile: .plain, timer: scheduler)
    let received = ReceivedEvents()
    let url = try #require(URL(string: "http://h/a"))
    let task = transport.task(for: TransportRequest(url: url), receiver: received)
    task.pause()
    task.resume()
    scheduler.run()
    expectEqual(received.words, ["head 200"])
    task.proceed()
    scheduler.run()
    expectEqual(received.words, ["head 200", "body text", "finished"])
  }

  @Test(arguments: TransportContract.lawsWithoutSockets)
  func aProfiledTransportKeepsTheLaw(_ law: TransportContract.Law) async {
    let profile = NetworkProfile.custom(roundTrip: .zero, down: .unlimited, up: .unlimited)
    await TransportContract.check(
      [law],
      scripted: { script in
        let transport = MockTransport(timer: script.timer)
        transport.stub(.everything) { request in script.response(to: request) }
        return ProfiledTransport(transport, profile: profile, timer: script.timer)
      })
  }

  @Test(.netTesting) func aStubbedURLSessionAnswersOverAProfile() async throws {
    let stubs = URLStubs(afterEach: .test)
    stubs.stub(.get("/a"), with: .text("text"))
    let profile = NetworkProfile.custom(roundTrip: .milliseconds(5), down: .unlimited, up: .unlimited)
    let transport = try URLSessionTransport(configuration: StubURLProtocol.configuration(stubs))
    let network = NetworkSession(
      transport: ProfiledTransport(transport, profile: profile, timer: DispatchTimer()))
    let response = await network.get("https://h.invalid/a").response(.string)
    expectEqual(response.value, "text")
    #expect(try #require(response.timings.transport?.total) >= .milliseconds(20))
  }

  @Test(.netTesting) func aServerAnswersOverAProfile() async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.get("/a"), with: .text("text"))
    try server.start()
    let profile = NetworkProfile.custom(roundTrip: .milliseconds(5), down: .megabits(100), up: .megabits(100))
    let network = NetworkSession(
      transport: ProfiledTransport(URLSessionTransport(), profile: profile, timer: DispatchTimer()))
    let response = await network.get(server.baseURL.appending(path: "a")).response(.string)
    expectEqual(response.value, "text")
    // A connection and a request: the time of the machine is added, and never subtracted.
    #expect(try #require(response.timings.transport?.total) >= .milliseconds(10))
  }
}

final class ProfiledTransportXCTests: XCTestCase {
  func testTimePassesOnlyWhenTheTestAdvancesIt() {
    let runs = ProfiledRuns(.satellite)
    runs.get("/a")
    XCTAssertEqual(runs.ends.values, [])
    XCTAssertEqual(runs.run(), ["/a 1800.0"])
  }
}
