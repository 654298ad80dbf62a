/// A mock that can be stubbed: a ``NetworkingMock``, a ``MockTransport``, ``URLStubs`` or a ``MockServer``.
///
/// The functions are the same at every level of mocking. A function that stubs for many tests accepts any mock:
///
/// ```swift
/// func stubLogin(on mock: some Stubbing) {
///   mock.stub(.post("/login"), with: .json(["token": "1"]))
/// }
/// ```
///
/// If several stubs match a request, the newest one that is not used up responds. A request to which no stub responds
/// fails the test with a report on the nearest stubs, and fails with an error.
public protocol Stubbing: Sendable {
  /// A request as this level records it.
  associatedtype ReceivedRequest: Sendable

  /// The received requests, in order; each retry and each followed redirect counts as a request.
  ///
  /// A request is recorded when it arrives, before a stub is chosen, so that matchers and the closures of stubs find it
  /// here. A request to which no stub responds is here before its failure is reported; the end of the test reports it
  /// if nothing else has.
  var requests: [ReceivedRequest] { get }

  /// The stubs and the recorded requests of the mock.
  var ledger: StubLedger { get }
}

/// What happens to the requests after the last response of a sequence.
public enum StubSequenceEnd: Sendable, Hashable {
  /// They are unmatched. The test fails if the sequence is not used up.
  case unmatched
  /// They receive the last response again. The sequence need not be used up.
  case repeatingLast
}

extension Stubbing {
  /// Responds to matching requests with this response.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#))
  /// transport.stub(.get("/users/{username}"), with: .status(503), times: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - matcher: The requests to respond to.
  ///   - response: The response.
  ///   - count: How often the stub may and must respond; ``verify()`` checks the latter.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public func stub(
    _ matcher: RequestMatcher, with response: StubResponse, times count: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    add(matcher, [.response(response)], count, SourcePlace(file: file, line: line))
  }

  /// Responds to matching requests with these responses, one after another, each once.
  ///
  /// ```swift
  /// transport.stub(.get("/report"), withSequence: [.status(503), .json("{}")])
  /// transport.stub(.get("/feed"), withSequence: [.status(503), .json("[]")], then: .repeatingLast)
  /// ```
  ///
  /// After the last response, requests are unmatched unless `end` says otherwise.
  public func stub(
    _ matcher: RequestMatcher, withSequence responses: [StubResponse],
    then end: StubSequenceEnd = .unmatched, file: StaticString = #filePath, line: UInt = #line
  ) {
    let count = end == .repeatingLast ? StubCount.always : .times(responses.count)
    let place = SourcePlace(file: file, line: line)
    var stub = Stub(matcher, answers: responses.map { .response($0) }, count: count, place: place)
    stub.isSequence = true
    ledger.add(stub)
  }

  /// The compiler asks for the label: ``stub(_:withSequence:then:file:line:)``.
  @available(*, unavailable, message: "write withSequence: for responses that follow each other")
  public func stub(_ matcher: RequestMatcher, with responses: [StubResponse]) {}

  /// Responds to each matching request with the response that the closure returns.
  ///
  /// ```swift
  /// transport.stub(.post("/echo")) { request in .data(request.body) }
  /// ```
  ///
  /// The closure runs on the thread that sends the request. With ``URLStubs`` that is a thread of the session; a
  /// ``MockServer`` calls the closure on a global queue, where it may block.
  public func stub(
    _ matcher: RequestMatcher, times count: StubCount = .always, file: StaticString = #filePath,
    line: UInt = #line, respondingWith response: @escaping @Sendable (RecordedRequest) -> StubResponse
  ) {
    add(matcher, [.closure(response)], count, SourcePlace(file: file, line: line))
  }

  private func add(
    _ matcher: RequestMatcher, _ answers: [Stub.Answer], _ count: StubCount, _ place: SourcePlace
  ) {
    ledger.add(Stub(matcher, answers: answers, count: count, place: place))
  }

  /// The WebSockets that stubs have opened, in order, open or not.
  ///
  /// ```swift
  /// network.webSockets.last?.fault(.disconnect)
  /// ```
  public var webSockets: [WebSocketPeer] { ledger.webSockets }

  /// How many requests were received.
  public var requestCount: Int { requests.count }

  /// The last received request.
  public var lastRequest: ReceivedRequest? { requests.last }

  /// Which stubs and responses were used so far.
  ///
  /// ```swift
  /// print(transport.coverage)  // 3 of 4 stubs and 3 of 6 responses were used. …
  /// ```
  public var coverage: StubCoverage { ledger.coverage }

  /// Fails the test for each stub that responded to fewer requests than required, at the line where it was created.
  ///
  /// A mock created with `afterEach:`, or in a test with the trait `.netTesting`, does this at the end of the test,
  /// unless the test has thrown an error, or was cancelled or skipped. Without either of them nothing else verifies the
  /// stubs: a mock is also used in programs and previews, where no test ends. Stubs with ``StubCount/always`` and
  /// ``StubCount/optionally(_:)`` may remain unused. Each stub is reported only once.
  public func verify() { ledger.verify() }
}
