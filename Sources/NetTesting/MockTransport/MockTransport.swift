public import Foundation
public import Net

/// A `Transport` that returns stubbed responses as bytes.
///
/// Encoding, validation, retries, redirects and decoding run for real on top of it.
///
/// ```swift
/// let transport = MockTransport()
/// transport.stub(.get("https://api.github.com/users/{username}"), with: .fixture("user.json", in: .module))
/// let network = NetworkSession(transport: transport)
/// ```
///
/// A task does nothing until `resume()`. It then delivers the events of any transport in order: bytes sent, head, body
/// chunks, end. The body of a request is sent before a delay of the response. Chunks and the end wait while the task is
/// paused. A cancelled task fails with `CancellationError`. `Content-Length` is that of the body, whatever the stub
/// says, as on a server; only to `HEAD` and in a 304 a stub's own is delivered. For a wrong one, use
/// ``ServerFault/contentLength(off:)``.
///
/// If no stub matches, the request fails with ``UnmatchedRequest``, and the test fails at the line that created the
/// transport, listing the nearest stubs. Responses are delivered on the calling thread unless ``delivery`` says
/// otherwise. May be used from any thread.
public final class MockTransport: Transport, Stubbing {
  /// Prepares a stubbed response for delivery, given its request and the line of the stub.
  typealias Preparation = @Sendable (StubResponse, RecordedRequest, SourcePlace) -> StubResponse
  /// A response, and the line of its stub.
  typealias Found = (response: StubResponse, place: SourcePlace)

  private struct State: Sendable {
    var resumeCount = 0
    var delivery: MockDelivery
    var next = NextResponse()
  }

  private let state: Lock<State>
  /// The stubs and the recorded requests of the mock.
  public let ledger: StubLedger
  private let clock: FollowedClock
  let chunkSize: Int
  let prepare: Preparation
  /// Replaces responses and observes their delivery.
  let interposer: (any MockInterposer)?

  /// Creates a transport without stubs.
  ///
  /// - Parameters:
  ///   - delivery: When and where responses are delivered.
  ///   - timer: Measures delays; a test scheduler makes them virtual. Nil means the timer of the session, or that of
  ///     the first one if several share the transport.
  ///   - chunkSize: The maximum number of bytes in a chunk of a body.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    delivery: MockDelivery = .inline, timer: (any NetworkTimer)? = nil, chunkSize: Int = 16_384,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      delivery: delivery, timer: timer, chunkSize: chunkSize,
      ledger: Self.ledger(at: SourcePlace(file: file, line: line)))
    ledger.joinTests()
    ledger.watchLeaks(in: .current)
  }

  /// Creates a transport that verifies its stubs and cancels its open requests at the end of the test.
  ///
  /// ```swift
  /// let transport = MockTransport(afterEach: self)  // .test in Swift Testing
  /// ```
  public convenience init(
    delivery: MockDelivery = .inline, timer: (any NetworkTimer)? = nil, chunkSize: Int = 16_384,
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      delivery: delivery, timer: timer, chunkSize: chunkSize,
      ledger: Self.ledger(at: SourcePlace(file: file, line: line)))
    ledger.end(after: test, file: file, line: line)
  }

  init(
    delivery: MockDelivery, timer: (any NetworkTimer)?, chunkSize: Int = 16_384, ledger: StubLedger,
    interposer: (any MockInterposer)? = nil,
    prepare: @escaping Preparation = { response, _, _ in response }
  ) {
    state = Lock(State(delivery: delivery))
    clock = FollowedClock(timer)
    self.chunkSize = max(1, chunkSize)
    self.ledger = ledger
    self.prepare = prepare
    self.interposer = interposer
  }

  private static func ledger(at place: SourcePlace) -> StubLedger {
    StubLedger(at: place) { "transport.stub(\($0), with: \($1))" }
  }

  /// Creates a task.
  ///
  /// The request is recorded, and receives its response, when the task is resumed.
  public func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    MockTransportTask(request, receiver: receiver, transport: self)
  }

  /// Measures delays.
  var timer: any NetworkTimer { clock.timer }

  /// The requests that were sent, in order.
  public var requests: [RecordedRequest] { ledger.requests }

  /// How many times `resume()` was called, on all tasks.
  public var resumeCount: Int {
    ledger.changes.noteRead()
    return state.withLock { $0.resumeCount }
  }

  /// How many tasks were cancelled before they ended.
  public var cancelCount: Int { ledger.cancelCount }

  /// The requests whose responses are held until the test completes them (``MockDelivery/held``), in order.
  ///
  /// A request whose response has a delay is not among them: it ends when the timer of the mock has advanced.
  public var pending: [PendingRequest] { ledger.pending }

  /// When and where the responses to future requests are delivered, unless a stub says otherwise.
  public var delivery: MockDelivery {
    get { state.withLock { $0.delivery } }
    set { state.withLock { $0.delivery = newValue } }
  }

  /// The body of the response to every request to which no stub responds and that no stub forbids
  /// (``StubCount/never``).
  ///
  /// The status is 200 unless ``nextResponse`` has another.
  public var nextData: Data? {
    get { state.withLock { $0.next.data } }
    set { change { $0.data = newValue } }
  }

  /// The head of the response to every request to which no stub responds and that no stub forbids; its body is
  /// ``nextData``.
  ///
  /// Its status and header fields are used. The response has the URL of its request and the HTTP version of all stubs.
  public var nextResponse: ResponseHead? {
    get { state.withLock { $0.next.head } }
    set { change { $0.head = newValue } }
  }

  /// The failure of every request to which no stub responds and that no stub forbids.
  ///
  /// It takes precedence over ``nextData`` and ``nextResponse``.
  public var nextError: (any Error)? {
    get { state.withLock { $0.next.error } }
    set { change { $0.error = newValue } }
  }

  private func change(_ change: (inout NextResponse) -> Void) {
    // Returned, so that a former error or body of the user's is released without the lock held.
    _ = state.withLock { state in
      defer { change(&state.next) }
      return state.next
    }
  }

  func didResume() {
    state.withLock { $0.resumeCount += 1 }
    ledger.changes.notify()
  }

  /// The response to a request, and the line of its stub; nil if there is none.
  ///
  /// - `number`: The position of the request among all requests, from 1.
  func response(to request: RecordedRequest, number: Int) -> Found? {
    if let interposer { return interposer.response(to: request, number: number, from: self) }
    return stubbedResponse(to: request)
  }

  /// Whether a request would receive a response now, which it does not take.
  func answers(_ request: RecordedRequest) -> Bool {
    if ledger.peek(for: request) != nil { return true }
    return !ledger.forbids(request) && state.withLock { $0.next }.response != nil
  }

  /// The response of the stubs to a request; nil if there is none.
  func stubbedResponse(to request: RecordedRequest) -> Found? {
    if let taken = ledger.take(for: request) { return (taken.response(to: request), taken.place) }
    if ledger.forbids(request) { return nil }
    return state.withLock { $0.next }.response.map { ($0, ledger.place) }
  }
}

extension MockTransport: StubbedTransport {}

/// The response to requests that no stub answers, in the simplest tests.
private struct NextResponse: Sendable {
  var data: Data?
  var head: ResponseHead?
  var error: (any Error)?

  var response: StubResponse? {
    if let error { return .failure(error) }
    guard data != nil || head != nil else { return nil }
    return .response(status: head?.status ?? 200, headers: head?.headers ?? [:], body: data ?? Data())
  }
}

extension MockTransport: LocalTransport {
  package var respondsInline: Bool { true }

  package func follow(_ clock: any NetworkTimer) { self.clock.follow(clock) }
}
