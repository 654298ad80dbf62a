/// What can be stubbed: a ``NetworkingMock``, a ``MockTransport``, the ``URLStubs`` of plain sessions, a ``MockServer``.
///
/// The words are the same at every level. A function that makes stubs for many tests takes any of them:
///
/// ```swift
/// func stubLogin(on mock: some Stubbing) {
///   mock.stub(.post("/login"), with: .json(["token": "1"]))
/// }
/// ```
///
/// Of several stubs that match a request, the newest one that is not used up answers it. A request that no stub answers
/// fails the test with a report on the nearest stubs, and gets an error.
public protocol Stubbing: Sendable {
  /// A request as this level records it.
  associatedtype ReceivedRequest: Sendable

  /// The requests that were received, in order. A retry is a request, and so is each redirect that is followed.
  var requests: [ReceivedRequest] { get }

  /// What all levels have in common.
  var ledger: StubLedger { get }
}

/// What answers the requests after the last response of a sequence.
public enum StubSequenceEnd: Sendable, Hashable {
  /// Nothing: the next request is unmatched. The test fails if not all of the sequence was asked for.
  case unmatched
  /// The last response, again and again. The sequence need not be asked for.
  case repeatingLast
}

extension Stubbing {
  /// Gives this response to the requests that match.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#))
  /// transport.stub(.get("/users/{username}"), with: .status(503), times: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - matcher: Which requests it is for.
  ///   - response: The response.
  ///   - count: How often.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public func stub(
    _ matcher: RequestMatcher, with response: StubResponse, times count: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    add(matcher, [.response(response)], count, SourcePlace(file: file, line: line))
  }

  /// Gives these responses to the requests that match, one after the other, each once.
  ///
  /// ```swift
  /// transport.stub(.get("/report"), withSequence: [.status(503), .json("{}")])
  /// transport.stub(.get("/feed"), withSequence: [.status(503), .json("[]")], then: .repeatingLast)
  /// ```
  ///
  /// After the last one the next request is unmatched, unless the end says otherwise.
  public func stub(
    _ matcher: RequestMatcher, withSequence responses: [StubResponse],
    then end: StubSequenceEnd = .unmatched, file: StaticString = #filePath, line: UInt = #line
  ) {
    let count = end == .repeatingLast ? StubCount.always : .times(responses.count)
    add(matcher, responses.map { .response($0) }, count, SourcePlace(file: file, line: line))
  }

  /// Gives to each request that matches the response that the closure makes of it.
  ///
  /// ```swift
  /// transport.stub(.post("/echo")) { request in .data(request.body) }
  /// ```
  ///
  /// It runs on the thread that sends the request. In a plain session that is one of the session's; a ``MockServer`` calls
  /// it on a global queue, where it may block.
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

  /// How many requests were received.
  public var requestCount: Int { requests.count }

  /// The request that was received last.
  public var lastRequest: ReceivedRequest? { requests.last }

  /// Fails the test for each stub that was asked less often than it says, at the line where it was made.
  ///
  /// A mock made with `afterEach:` does this by itself at the end of the test. Stubs for ``StubCount/always`` and
  /// ``StubCount/optionally(_:)`` need not be asked. What was reported is not reported again.
  public func verify() { ledger.verify() }
}
