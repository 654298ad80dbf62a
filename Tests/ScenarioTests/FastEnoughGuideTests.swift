import Foundation
import Net
import NetTesting
import Testing

/// The samples of the article "Is it fast enough on 3G?".
@Suite(.netTesting) struct FastEnoughGuideTests {
  // snippet: client
  struct FeedClient: Sendable {
    let network: any Networking

    func load(completion: @escaping @Sendable ([String]) -> Void) {
      network.get("feed").responseObject(as: [Int].self) { response in
        loadNames(of: (response.value ?? [])[...], after: [], completion: completion)
      }
    }

    private func loadNames(
      of ids: ArraySlice<Int>, after names: [String], completion: @escaping @Sendable ([String]) -> Void
    ) {
      guard let id = ids.first else { return completion(names) }
      network.get("users/\(id)/name").responseString { response in
        loadNames(of: ids.dropFirst(), after: names + [response.value ?? ""], completion: completion)
      }
    }
  }
  // snippet.end

  struct QuickFeedClient: Sendable {
    let network: any Networking

    // snippet: corrected
    func load(completion: @escaping @Sendable ([String]) -> Void) {
      network.get("feed").responseObject(as: [Int].self) { response in
        let ids = (response.value ?? []).map(String.init).joined(separator: ",")
        network.get("names", parameters: ["ids": ids]).responseObject(as: [String].self) { response in
          completion(response.value ?? [])
        }
      }
    }
    // snippet.end
  }

  private let scheduler = TestScheduler()
  private let recorder = TraceRecorder()
  private let network: NetworkingMock

  init() {
    // snippet: network
    var configuration = NetworkingMock.defaultConfiguration
    configuration.baseURL = URL(string: "https://api.example.com/")
    configuration.monitors = [recorder]
    let network = NetworkingMock(
      configuration: configuration, timer: scheduler, profile: .threeG, afterEach: .test)
    network.stub(.get("/feed"), with: .json([1, 2, 3, 4, 5]))
    network.stub(.get("/users/{id}/name"), with: .text("Trent"))
    network.stub(.get("/names"), with: .json(["Trent", "Mick", "Ada", "Grace", "Alan"]))
    // snippet.end
    self.network = network
  }

  @Test func measuringTheTime() {
    // snippet: time
    let names = Captured<[String]>()
    FeedClient(network: network).load { names.set($0) }
    scheduler.run()
    print("\(names.count) result after \(scheduler.now)")
    // snippet.end
    #expect(names.value?.count == 5)
    #expect(scheduler.now > .seconds(2.7))
    #expect(scheduler.now < .seconds(2.71))
  }

  @Test func aRequestForEachElementExceedsTheBudget() {
    FeedClient(network: network).load { _ in }
    scheduler.run()
    withKnownIssue {
      // snippet: budget
      expect(recorder.trace).to(stayWithin(roundTrips: 5, bytes: 20_000, time: .seconds(2)))
      // snippet.end
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("9 round trips instead of 5, 2.70 s instead of 2.00 s")
        && text.contains("5 requests to api.example.com/users/{id}/name one after another")
    }
  }

  @Test func oneRequestForAllElementsIsWithinTheBudget() {
    let names = Captured<[String]>()
    QuickFeedClient(network: network).load { names.set($0) }
    scheduler.run()
    expect(recorder.trace).to(stayWithin(roundTrips: 5, bytes: 20_000, time: .seconds(2)))
    #expect(names.value?.count == 5)
  }

  @Test(arguments: [(NetworkProfile.slow4G, 0.750...0.760), (.threeG, 1.5...1.51), (.satellite, 3.0...3.01)])
  func aTestRunsOverSeveralProfiles(_ profile: NetworkProfile, _ seconds: ClosedRange<Double>) {
    // snippet: typed
    let scheduler = TestScheduler()
    let network = NetworkingMock(timer: scheduler, profile: profile, afterEach: .test)
    network.stub(.get("/feed"), with: [1, 2, 3])
    network.stub(.get("/names"), with: ["Trent", "Mick", "Ada"])
    QuickFeedClient(network: network).load { _ in }
    scheduler.run()
    // snippet.end
    #expect(seconds.contains(scheduler.now / .seconds(1)))
  }

  @Test func aProfileOfYourOwn() async {
    // snippet: custom
    let train = NetworkProfile.custom(
      roundTrip: .milliseconds(400), down: .megabits(2), up: .kilobits(500), connections: 4, loss: 0.03)
    let network = NetworkingMock(
      timer: scheduler, profile: train.httpVersion(.http2).seed(7), afterEach: .test)
    // snippet.end
    network.stub(.get("/feed"), with: .json([1]))
    let response = Captured<Int>()
    network.get("feed").responseData { response.set($0.response?.status ?? 0) }
    scheduler.run()
    #expect(response.values == [200])
  }

  @Test func aProfileOverAServer() async throws {
    // snippet: transport
    let server = MockServer(afterEach: .test)
    server.stub(.get("/feed"), with: .json([1, 2, 3]))
    try server.start()
    let network = NetworkSession(
      transport: ProfiledTransport(PlatformTransport.standard(), profile: .slow4G, timer: DispatchTimer()))
    // snippet.end
    let response = await network.get(server.baseURL.appending(path: "feed")).response(.data)
    #expect(response.response?.status == 200)
  }

  @Test func seeingWhichResponsesNoTestUsed() {
    // snippet: coverage
    let coverage = StubCoverageRecorder()  // one for all tests, with a folder for its reports
    coverage.watch(network, afterEach: .test)
    // snippet.end
    FeedClient(network: network).load { _ in }
    scheduler.run()
    #expect("\(network.coverage)".hasPrefix("2 of 3 stubs and 2 of 3 responses were used."))
  }

  @Test func askingTheServiceAgain() async throws {
    let mock = NetworkingMock(afterEach: .test)
    mock.stub(.get("/user"), with: StubResponse.json(["name": "Trent"]))
    let url = try #require(URL(string: "https://mock.invalid/user"))
    let cassette = Cassette(entries: [
      Cassette.Entry(
        startedAt: Date(timeIntervalSince1970: 0), request: RecordedRequest(method: .get, url: url),
        response: Cassette.Response(
          status: 200, headers: ["Content-Type": "application/json"], body: Data(#"{"name": "Mick"}"#.utf8)))
    ])
    let network: any Networking = mock
    // snippet: drift
    let drift = await cassette.drift(against: network)
    #expect(drift.isNone, "\(drift)")
    // snippet.end
  }
}
