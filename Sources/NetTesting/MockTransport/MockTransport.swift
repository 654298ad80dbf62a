public import Foundation
public import Net

/// A transport for tests that answers with bytes, so that encoding, validation, retries, redirects and decoding
/// run for real above it.
///
/// ```swift
/// let transport = MockTransport()
/// transport.stub(.get("https://api.github.com/users/{username}"), with: .fixture("user.json", in: .module))
/// let network = NetworkSession(transport: transport)
/// ```
///
/// Nothing happens before `resume()`. Events come in the order of every transport: what was sent, the head, the
/// body in pieces, the end; while a task is paused the pieces wait. Cancelling ends a task with a
/// `CancellationError`. A `Content-Length` is added unless the stub has one.
///
/// A request that no stub answers fails the test, at the line where the transport was made, with a report on the
/// nearest stubs, and fails with an ``UnmatchedRequest``. Answers are delivered inline unless ``delivery`` says
/// otherwise. May be used from any thread.
public final class MockTransport: Transport, Stubbing {
  private struct State: Sendable {
    var stubs = StubTable { "transport.stub(\($0), with: .json(\"{}\"))" }
    var requests: [RecordedRequest] = []
    var open: [OpenTask] = []
    var resumeCount = 0
    var cancelCount = 0
    var delivery: MockDelivery
    var next = NextAnswer()
  }

  /// A task that was resumed and has not ended, and the handle to its answer while that is held back.
  private struct OpenTask: Sendable {
    var task: MockTransportTask
    var pending: PendingTask?
  }

  private let state: Lock<State>
  private let changes = Changes()
  let timer: any NetworkTimer
  let pieceSize: Int
  let reporter: TestReporter
  let place: SourcePlace

  /// Makes a transport that knows no requests.
  ///
  /// - Parameters:
  ///   - delivery: When and where answers are delivered.
  ///   - timer: What delays are measured on; a test scheduler makes them virtual.
  ///   - pieceSize: How many bytes a piece of a body has at most.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    delivery: MockDelivery = .inline, timer: any NetworkTimer = DispatchTimer(), pieceSize: Int = 16_384,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      delivery: delivery, timer: timer, pieceSize: pieceSize, place: SourcePlace(file: file, line: line))
    watchLeaks(in: .current)
  }

  /// Makes a transport that at the end of the test verifies itself and cancels what has not ended.
  ///
  /// ```swift
  /// let transport = MockTransport(afterEach: self)  // .test in Swift Testing
  /// ```
  public convenience init(
    afterEach test: some TestLifetime, delivery: MockDelivery = .inline,
    timer: any NetworkTimer = DispatchTimer(), pieceSize: Int = 16_384, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.init(
      delivery: delivery, timer: timer, pieceSize: pieceSize, place: SourcePlace(file: file, line: line))
    let isWatched = watchLeaks(in: test.scope)
    test.atEnd(file: file, line: line) { [self] in
      verify()
      if !isWatched { cancelOpen() }
    }
  }

  private init(delivery: MockDelivery, timer: any NetworkTimer, pieceSize: Int, place: SourcePlace) {
    state = Lock(State(delivery: delivery))
    self.timer = timer
    self.pieceSize = max(1, pieceSize)
    reporter = .current
    self.place = place
  }

  /// Makes a task. It is recorded, and answered, when it is resumed.
  public func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    MockTransportTask(request, receiver: receiver, transport: self)
  }

  /// The requests that were sent, in order.
  public var requests: [RecordedRequest] { read { $0.requests } }

  /// The request that was sent last.
  public var lastRequest: RecordedRequest? { read { $0.requests.last } }

  /// How often `resume()` was called, on all tasks.
  public var resumeCount: Int { read { $0.resumeCount } }

  /// How many tasks were cancelled before they had ended.
  public var cancelCount: Int { read { $0.cancelCount } }

  /// The requests whose answers are held back, in order.
  public var pending: [PendingTask] { read { $0.open.compactMap(\.pending) } }

  /// When and where answers are delivered, to requests that are sent from now on.
  public var delivery: MockDelivery {
    get { state.withLock { $0.delivery } }
    set { state.withLock { $0.delivery = newValue } }
  }

  /// The body of the answer to every request that no stub answers; with status 200 unless ``nextResponse`` says
  /// another.
  public var nextData: Data? {
    get { state.withLock { $0.next.data } }
    set { state.withLock { $0.next.data = newValue } }
  }

  /// The head of the answer to every request that no stub answers; its body is ``nextData``.
  public var nextResponse: ResponseHead? {
    get { state.withLock { $0.next.head } }
    set { state.withLock { $0.next.head = newValue } }
  }

  /// The failure of every request that no stub answers. It wins over ``nextData`` and ``nextResponse``.
  public var nextError: (any Error)? {
    get { state.withLock { $0.next.error } }
    set { state.withLock { $0.next.error = newValue } }
  }

  /// Fails the test for each stub that was asked less often than it says, at the line where it was made.
  ///
  /// A transport made with `afterEach:` does this by itself. Stubs for ``StubCount/always`` and
  /// ``StubCount/optionally(_:)`` need not be asked. What was reported is not reported again.
  public func verify() {
    for stub in state.withLock({ $0.stubs.takeUnused() }) { reporter.fail(stub.unusedReport, at: stub.place) }
  }

  /// Adds a stub, which the shorter forms spell.
  public func stub(
    _ matcher: RequestMatcher, answers: [@Sendable (RecordedRequest) -> StubResponse], times count: StubCount,
    at place: SourcePlace
  ) {
    if let misuse = matcher.misuse { reporter.fail(misuse.description, at: place) }
    state.withLock { $0.stubs.add(Stub(matcher, answers: answers, count: count, place: place)) }
  }
}

/// What answers the requests that no stub answers, in the simplest tests.
private struct NextAnswer: Sendable {
  var data: Data?
  var head: ResponseHead?
  var error: (any Error)?

  var response: StubResponse? {
    if let error { return .failure(error) }
    guard data != nil || head != nil else { return nil }
    return .response(status: head?.status ?? 200, headers: head?.headers ?? [:], body: data ?? Data())
  }
}

extension MockTransport {
  private func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
    changes.noteRead()
    return state.withLock { body($0) }
  }

  private func cancelOpen() {
    for task in state.withLock({ $0.open.map(\.task) }) { task.cancel() }
  }

  /// Lets a scope that checks for leaks look at what is open when all else has ended, and cancel it.
  @discardableResult
  private func watchLeaks(in scope: TestScope?) -> Bool {
    scope?.watch(
      LeakWitness(at: place, giveUp: cancelOpen) { [self] in
        .openRequests(state.withLock { $0.open.map(\.task.request) }.map { "\(RecordedRequest($0))" })
      }) ?? false
  }

  /// What there is for a request.
  enum Answered: Sendable {
    case answered(StubResponse, from: SourcePlace)
    case unmatched(report: String)
  }

  func answer(to request: RecordedRequest) -> Answered {
    if let taken = state.takeAnswer(to: request, from: \.stubs) {
      return .answered(taken.content(request), from: taken.place)
    }
    let (stubs, next) = state.withLock { ($0.stubs, $0.next) }
    return next.response.map { .answered($0, from: place) } ?? .unmatched(report: stubs.report(for: request))
  }

  func record(_ request: RecordedRequest, of task: MockTransportTask) {
    state.withLock { state in
      state.requests.append(request)
      state.open.append(OpenTask(task: task))
    }
    changes.notify()
  }

  func didResume() {
    state.withLock { $0.resumeCount += 1 }
    changes.notify()
  }

  /// Holds an answer back, unless its task has ended meanwhile.
  func hold(_ request: PendingTask) {
    state.withLock { state in
      if let index = state.open.lastIndex(where: { $0.task === request.task }) {
        state.open[index].pending = request
      }
    }
    changes.notify()
  }

  func didAnswer(_ task: MockTransportTask) {
    // Released out here, and so below: with the handle goes the answer, which may be anything of the test's.
    _ = state.withLock { state -> PendingTask? in
      guard let index = state.open.firstIndex(where: { $0.task === task }) else { return nil }
      defer { state.open[index].pending = nil }
      return state.open[index].pending
    }
    changes.notify()
  }

  func didCancel(_ task: MockTransportTask) {
    state.withLock { $0.cancelCount += 1 }
    didEnd(task)
  }

  func didEnd(_ task: MockTransportTask) {
    _ = state.withLock { state in
      state.open.firstIndex { $0.task === task }.map { state.open.remove(at: $0) }
    }
    changes.notify()
  }
}
