import Foundation
public import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The stubs of plain `URLSession`s: for code that owns its session and knows no transport.
///
/// ```swift
/// let stubs = URLStubs(afterEach: self)  // .test in Swift Testing
/// stubs.stub(.get("https://api.github.com/users/{username}"), with: .json(["name": "Trent"]))
/// let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
/// ```
///
/// Every session made with that configuration is answered by these stubs and by nothing else: no request of it
/// reaches a network. One that no stub answers fails the test at once, at the line where the stubs were made, with
/// a report on the nearest of them, and fails with a `URLError`, whose `NSUnderlyingErrorKey` is an
/// ``UnmatchedRequest``. May be used from any thread.
public final class URLStubs: Stubbing {
  private struct State: Sendable {
    var stubs = StubTable { "stubs.stub(\($0), with: .json(\"{}\"))" }
    var requests: [RecordedRequest] = []
    var open: [(loading: StubLoading, request: RecordedRequest)] = []
    var cancelCount = 0
  }

  private let state = Lock(State())
  private let changes = Changes()
  let timer: any NetworkTimer
  let reporter: TestReporter
  let place: SourcePlace
  /// The number of the class of URL protocols that looks here for its answers.
  let number: Int

  /// Makes stubs for sessions that know no requests yet.
  ///
  /// - Parameters:
  ///   - timer: What delays are measured on; a test scheduler makes them virtual.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    timer: any NetworkTimer = DispatchTimer(), file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, place: SourcePlace(file: file, line: line), scope: .current)
  }

  /// Makes stubs that at the end of the test fail it for each that was asked less often than it says.
  public convenience init(
    afterEach test: some TestLifetime, timer: any NetworkTimer = DispatchTimer(),
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, place: SourcePlace(file: file, line: line), scope: test.scope)
    test.atEnd(file: file, line: line) { [self] in verify() }
  }

  private init(timer: any NetworkTimer, place: SourcePlace, scope: TestScope?) {
    self.timer = timer
    reporter = .current
    self.place = place
    number = URLStubsDirectory.nextNumber()
    URLStubsDirectory.insert(self)
    scope?.watch(
      LeakWitness(at: place, giveUp: cancelOpen) { [self] in
        .openRequests(state.withLock { $0.open.map { "\($0.request)" } })
      })
  }

  deinit { URLStubsDirectory.remove(number) }

  /// The requests that were sent, in order, those that redirects led to among them.
  public var requests: [RecordedRequest] { read { $0.requests } }

  /// The request that was sent last.
  public var lastRequest: RecordedRequest? { read { $0.requests.last } }

  /// How many requests were sent.
  public var requestCount: Int { read { $0.requests.count } }

  /// How many requests were cancelled before they had their answer.
  public var cancelCount: Int { read { $0.cancelCount } }

  /// Fails the test for each stub that was asked less often than it says, at the line where it was made.
  ///
  /// Stubs made with `afterEach:` do this by themselves. Those for ``StubCount/always`` and
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

  /// Records the request and takes its answer; nil when no stub has one, which has failed the test then.
  func answer(to request: RecordedRequest) throws(UnmatchedRequest) -> StubResponse {
    state.withLock { $0.requests.append(request) }
    changes.notify()
    guard let taken = state.takeAnswer(to: request, from: \.stubs) else {
      let report = state.withLock { $0.stubs }.report(for: request)
      reporter.fail(report, at: place)
      throw UnmatchedRequest(report: report)
    }
    let response = taken.content(request)
    if let misuse = response.misuse { reporter.fail(misuse.description, at: taken.place) }
    return response
  }

  func didBegin(_ loading: StubLoading, _ request: RecordedRequest) {
    state.withLock { $0.open.append((loading, request)) }
  }

  func didEnd(_ loading: StubLoading, isCancelled: Bool = false) {
    // Released out here: with the loading goes what it calls back.
    _ = state.withLock { state -> StubLoading? in
      if isCancelled { state.cancelCount += 1 }
      return state.open.firstIndex { $0.loading === loading }.map { state.open.remove(at: $0).loading }
    }
    changes.notify()
  }

  private func cancelOpen() {
    for loading in state.withLock({ $0.open.map(\.loading) }) { loading.fail(URLError(.cancelled)) }
  }

  private func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
    changes.noteRead()
    return state.withLock { body($0) }
  }
}
