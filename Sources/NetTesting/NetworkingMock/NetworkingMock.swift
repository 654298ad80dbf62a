public import Foundation
public import Net

/// A network for tests of code that depends on `any Networking`; it responds with values that need no encoding.
///
/// ```swift
/// let network = NetworkingMock()
/// network.mockResponse(.success(TweetsResponse()))
/// TwitterAPIService(network: network).searchTweets(q: "swift") { result in print(result) }
/// #expect(network.requestCallCount == 1)
/// #expect(network.lastRequest?.parameters["q"] as? String == "swift")
/// ```
///
/// It is a real session over a ``MockTransport``. Validation, timeouts, retries, redirects, cookies and monitors of its
/// configuration act as they do on the wire; ``defaultConfiguration`` has no timeouts.
///
/// If no stub matches, the request fails with ``UnmatchedRequest``, and the test fails at the line that created the
/// mock, listing the nearest stubs. Responses are delivered on the calling thread unless ``delivery`` says otherwise; a
/// handler that was registered with a queue is called on that queue. May be used from any thread.
public final class NetworkingMock: Networking, ValueStubbing {
  let transport: MockTransport
  let session: NetworkSession
  private let values: StubValues
  private let records: MockRecords

  /// Creates a mock without stubs.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the session; its callback queue is ignored.
  ///   - delivery: When and where responses are delivered, unless a stub says otherwise.
  ///   - timer: Measures delays, timeouts and backoff; a test scheduler makes them virtual.
  ///   - profile: The network between the code under test and the stubs; nil for one without limits. Values of Swift
  ///     have no bytes, so they take only round trips.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    configuration: SessionConfiguration = NetworkingMock.defaultConfiguration,
    delivery: MockDelivery = .inline,
    timer: any NetworkTimer = DispatchTimer(), profile: NetworkProfile? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      configuration, delivery: delivery, timer: timer, profile: profile,
      at: SourcePlace(file: file, line: line))
    ledger.joinTests()
    ledger.watchLeaks(in: .current)
  }

  /// Creates a mock that verifies its stubs and cancels its open requests at the end of the test, including those that
  /// wait to be sent, event streams, and sessions of WebSockets that wait to reconnect.
  ///
  /// ```swift
  /// let network = NetworkingMock(afterEach: self)  // .test in Swift Testing
  /// ```
  public convenience init(
    configuration: SessionConfiguration = NetworkingMock.defaultConfiguration,
    delivery: MockDelivery = .inline,
    timer: any NetworkTimer = DispatchTimer(), profile: NetworkProfile? = nil,
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      configuration, delivery: delivery, timer: timer, profile: profile,
      at: SourcePlace(file: file, line: line))
    ledger.end(after: test, file: file, line: line)
  }

  init(
    _ configuration: SessionConfiguration, delivery: MockDelivery, timer: any NetworkTimer,
    interposer: (any MockInterposer)? = nil, profile: NetworkProfile? = nil, at place: SourcePlace
  ) {
    let ledger = StubLedger(at: place) {
      "network.stub(\($0), with: \($0.hasPrefix(".webSocket") ? $1 : "…"))"
    }
    let records = MockRecords(ledger, redaction: configuration.redaction)
    let values = StubValues(ledger, records, contentType: configuration.validation.contentType)
    let transport = MockTransport(
      delivery: delivery, timer: timer, ledger: ledger, interposer: interposer, prepare: values.prepare)
    self.transport = transport
    var configuration = configuration
    configuration.baseURL = configuration.baseURL ?? NetworkingMock.baseURL
    configuration.monitors.insert(records, at: 0)
    let profiled: any Transport =
      profile.map { ProfiledTransport(transport, profile: $0, timer: timer, at: place) } ?? transport
    session = NetworkSession(configuration: configuration, transport: profiled, timer: timer)
    ledger.follow(session.activity)
    self.values = values
    self.records = records
  }

  /// The base of relative URLs unless the configuration sets one: `https://mock.invalid/`, a host that cannot exist
  /// (RFC 2606 section 2).
  public static let baseURL = URL(string: "https://mock.invalid/")

  /// The default configuration of a mock: that of a session, without timeouts and with ``baseURL``.
  public static let defaultConfiguration: SessionConfiguration = {
    var configuration = SessionConfiguration()
    configuration.baseURL = baseURL
    configuration.timeouts = RequestTimeouts()
    return configuration
  }()

  /// Creates a request.
  ///
  /// It is recorded, and receives its response, when it starts.
  public func request(_ description: RequestDescription) -> any NetworkRequesting {
    MockRequest(session.sessionRequest(description), values: values)
  }

  /// Opens a WebSocket over the stubs, with all policies of the session.
  public func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation { session.openWebSocket(description, callbackQueue: nil, completion: completion) }

  /// The timer of the session, which measures delays, timeouts and backoff.
  public var timer: any NetworkTimer { session.timer }

  /// Cancels every request that has started and not ended, as `NetworkSession.cancelAll()` does.
  public func cancelAll() { session.cancelAll() }

  /// Accepts no more requests, and returns when the last running request has ended, as `NetworkSession.finish()` does.
  public func finish() async { await session.finish() }

  /// The stubs and the recorded requests of the mock.
  public var ledger: StubLedger { transport.ledger }

  /// The requests, in order, with the arguments as the caller gave them.
  ///
  /// Each retry and each followed redirect counts as a request. Requests that could not be built, or that got a
  /// response without being sent, are included. So are requests that the session itself sends: the exchange that
  /// coalesced requests share, and the validation of a stored response in the background.
  public var requests: [MockedRequest] { records.requests }

  /// How many requests the code under test started; retries, redirects, the lookup of `updates(of:)` and what
  /// the session itself sends do not count.
  public var requestCallCount: Int { records.startedCount }

  /// How many of the requests in ``requestCallCount`` were uploads: requests with ``MockedRequest/content``, such as a
  /// file, a stream or a multipart form, instead of parameters.
  public var uploadCallCount: Int { records.uploadCount }

  /// The number of requests of the code under test that were cancelled before they completed.
  ///
  /// Requests that the session itself sends do not count.
  public var cancelCount: Int { records.cancelCount }

  /// The requests whose responses are held until the test completes them (``MockDelivery/held``), in order.
  ///
  /// A request whose response has a delay is not among them: it ends when the timer of the mock has advanced.
  public var pending: [PendingRequest] { ledger.pending }

  /// When and where the responses to future requests are delivered, unless a stub says otherwise.
  public var delivery: MockDelivery {
    get { transport.delivery }
    set { transport.delivery = newValue }
  }

  /// Adds a stub whose requests are checked by a closure; if it throws, the test fails.
  func add(_ stub: Stub, validateRequest: (@Sendable (MockedRequest) throws -> Void)?) {
    var stub = stub
    if let validateRequest {
      stub.inspect = { [records, ledger, place = stub.place] request in
        do {
          if let mocked = records.request(sentAs: request) { try validateRequest(mocked) }
        } catch {
          ledger.fail("validateRequest refused \(request): \(error)", at: place)
        }
      }
    }
    ledger.add(stub)
  }
}
