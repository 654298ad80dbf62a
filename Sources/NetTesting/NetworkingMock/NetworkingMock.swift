public import Foundation
public import Net

/// A network for tests of code that depends on `any Networking`: it answers with values, without encoding a
/// byte of them.
///
/// ```swift
/// let network = NetworkingMock()
/// network.mockResponse(.success(TweetsResponse()))
/// TwitterAPIService(network: network).searchTweets(q: "swift") { result in print(result) }
/// #expect(network.requestCallCount == 1)
/// #expect(network.lastRequest?.parameters["q"] as? String == "swift")
/// ```
///
/// Requests are built, sealed, validated and cancelled as a session's are, and fail with the same errors.
/// Retries, redirects and monitors are a session's: test them with a ``MockTransport`` under one.
///
/// A request that no stub answers fails the test, at the line where the mock was made, with a report on the
/// nearest stubs, and gets an error. Answers are delivered inline unless ``delivery`` says otherwise; a handler
/// that names a queue is called there. May be used from any thread.
public final class NetworkingMock: Networking {
  struct State: Sendable {
    var stubs = StubList<MockAnswering> { "network.mock(\($0), with: …)" }
    var requests: [MockedRequest] = []
    var open: [OpenRequest] = []
    var cancelCount = 0
    var delivery: MockDelivery
  }

  /// A request that was started and has not ended: its exchange, its number among ``requests``, and the handle to
  /// its answer while that is held back.
  struct OpenRequest: Sendable {
    var exchange: MockExchange
    var number: Int
    var pending: PendingRequest?
  }

  let state: Lock<State>
  private let changes = Changes()
  let configuration: SessionConfiguration
  /// What delays are measured on.
  public let timer: any NetworkTimer
  let reporter: TestReporter
  let place: SourcePlace

  /// Makes a mock that knows no requests.
  ///
  /// - Parameters:
  ///   - configuration: Of it count the base URL, the headers, the validation, the decoder and the encoder.
  ///   - delivery: When and where answers are delivered, unless a stub says otherwise.
  ///   - timer: What delays are measured on; a test scheduler makes them virtual.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    configuration: SessionConfiguration = SessionConfiguration(), delivery: MockDelivery = .inline,
    timer: any NetworkTimer = DispatchTimer(), file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      configuration: configuration, delivery: delivery, timer: timer, reporter: .current,
      place: SourcePlace(file: file, line: line))
    watchLeaks(in: .current)
  }

  /// Makes a mock that at the end of the test verifies itself and cancels what has not ended.
  ///
  /// ```swift
  /// let network = NetworkingMock(afterEach: self)  // .test in Swift Testing
  /// ```
  public convenience init(
    afterEach test: some TestLifetime, configuration: SessionConfiguration = SessionConfiguration(),
    delivery: MockDelivery = .inline, timer: any NetworkTimer = DispatchTimer(),
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      configuration: configuration, delivery: delivery, timer: timer, reporter: .current,
      place: SourcePlace(file: file, line: line))
    let isWatched = watchLeaks(in: test.scope)
    test.atEnd(file: file, line: line) { [self] in
      verify()
      if !isWatched { cancelOpen() }
    }
  }

  init(
    configuration: SessionConfiguration, delivery: MockDelivery, timer: any NetworkTimer,
    reporter: TestReporter, place: SourcePlace
  ) {
    state = Lock(State(delivery: delivery))
    var configuration = configuration
    configuration.baseURL = configuration.baseURL ?? NetworkingMock.baseURL
    self.configuration = configuration
    self.timer = timer
    self.reporter = reporter
    self.place = place
  }

  /// What relative URLs are resolved against unless the configuration says otherwise: `https://mock.invalid/`,
  /// a host that there cannot be (RFC 2606 section 2). The session that the mock stands for would have one.
  public static let baseURL = URL(string: "https://mock.invalid/")

  /// Makes a request. It is recorded, and answered, when it starts.
  public func request(_ description: RequestDescription) -> any NetworkRequesting {
    ExchangeRequest(description, exchange: MockExchange(network: self), callbackQueue: nil)
  }

  /// The requests that were started, in order, with the arguments as the caller gave them.
  public var requests: [MockedRequest] { read { $0.requests } }

  /// The request that was started last.
  public var lastRequest: MockedRequest? { read { $0.requests.last } }

  /// How many requests were started.
  public var requestCallCount: Int { read { $0.requests.count } }

  /// How many requests were cancelled before they had their answer.
  public var cancelCount: Int { read { $0.cancelCount } }

  /// The requests whose answers are held back, in order.
  public var pending: [PendingRequest] { read { $0.open.compactMap(\.pending) } }

  /// When and where answers are delivered, to requests that start from now on, unless a stub says otherwise.
  public var delivery: MockDelivery {
    get { state.withLock { $0.delivery } }
    set { state.withLock { $0.delivery = newValue } }
  }

  /// Fails the test for each stub that was asked less often than it says, at the line where it was made.
  ///
  /// A mock made with `afterEach:` does this by itself. Stubs for ``StubCount/always`` and
  /// ``StubCount/optionally(_:)`` need not be asked. What was reported is not reported again.
  public func verify() {
    for stub in state.withLock({ $0.stubs.takeUnused() }) { reporter.fail(stub.unusedReport, at: stub.place) }
  }
}

extension NetworkingMock {
  private func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
    changes.noteRead()
    return state.withLock { body($0) }
  }

  private func cancelOpen() {
    for exchange in state.withLock({ $0.open.map(\.exchange) }) { exchange.cancel() }
  }

  /// Lets a scope that checks for leaks look at what is open when all else has ended, and cancel it.
  @discardableResult
  private func watchLeaks(in scope: TestScope?) -> Bool {
    scope?.watch(
      LeakWitness(at: place, giveUp: cancelOpen) { [self] in
        let open = state.withLock { state in state.open.map { state.requests[$0.number] } }
        return .openRequests(open.map { "\($0.method) \($0.absoluteURL?.absoluteString ?? $0.url)" })
      }) ?? false
  }

  func record(_ request: MockedRequest, of exchange: MockExchange) {
    state.withLock { state in
      state.open.append(OpenRequest(exchange: exchange, number: state.requests.count))
      state.requests.append(request)
    }
    changes.notify()
  }

  /// Holds an answer back, unless its request has ended meanwhile.
  func hold(_ request: PendingRequest) {
    state.withLock { state in
      if let index = state.open.lastIndex(where: { $0.exchange === request.exchange }) {
        state.open[index].pending = request
      }
    }
    changes.notify()
  }

  func willDeliver(_ exchange: MockExchange) {
    // Released out here, and so below: with the handle goes the answer, which may be anything of the test's.
    _ = state.withLock { state -> PendingRequest? in
      guard let index = state.open.firstIndex(where: { $0.exchange === exchange }) else { return nil }
      defer { state.open[index].pending = nil }
      return state.open[index].pending
    }
    changes.notify()
  }

  func didEnd(_ exchange: MockExchange) {
    _ = state.withLock { state in Self.close(exchange, in: &state) }
    changes.notify()
  }

  func didCancel(_ exchange: MockExchange) {
    _ = state.withLock { state in
      state.cancelCount += 1
      let request = Self.close(exchange, in: &state)
      if let request { state.requests[request.number].isCancelled = true }
      return request
    }
    changes.notify()
  }

  private static func close(_ exchange: MockExchange, in state: inout State) -> OpenRequest? {
    state.open.firstIndex { $0.exchange === exchange }.map { state.open.remove(at: $0) }
  }

  func takeAnswer(to request: RecordedRequest) -> StubList<MockAnswering>.Taken? {
    state.takeAnswer(to: request, from: \.stubs)
  }

  func report(for request: RecordedRequest) -> String {
    state.withLock { $0.stubs }.report(for: request)
  }
}
