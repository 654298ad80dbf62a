import Dispatch
import Foundation
import Net

/// One request of a stubbed session, from its start to its end, with its response and the redirects to it.
final class StubLoading: StubbedExchange {
  private let state: Lock<StubLoadingState>
  private let stubs: URLStubs
  /// Serializes the calls to the client, with none after the loading is cancelled.
  ///
  /// On Linux, Foundation crashes the process if it receives an event of a task that has ended.
  private let line = DispatchQueue(label: "stubbed request")

  init(_ client: StubClient, stubs: URLStubs) {
    state = Lock(StubLoadingState(client: client, isSilent: stubs.isSilent))
    self.stubs = stubs
  }

  /// Starts the response to the request; nil if Foundation has no URL for it.
  func start(_ request: RecordedRequest?) {
    guard let request else { return fail(URLError(.badURL)) }
    if let refusal = state.withLock({ $0.client })?.refusal { return refuse(refusal) }
    stubs.ledger.open(self, for: request, isRecorded: false)
    // If another thread stopped it before, that did not close it.
    guard let client = state.withLock({ $0.client }) else { return stubs.ledger.close(self) }
    client.askForBody(of: request) { [self] result in
      proceed { [self] in
        switch result {
        case .success(let request): load(request, redirects: 0)
        case .failure(let error as StubMisuse): refuse(error)
        case .failure(let error): fail(error)
        }
      }
    }
  }

  /// Fails the test and the task.
  private func refuse(_ misuse: StubMisuse) {
    guard state.withLock({ $0.client }) != nil else { return }
    stubs.ledger.fail(misuse.description)
    fail(URLError(stubFailure: misuse))
  }

  /// Holds the rest of the response until ``proceed()``, while its delays continue.
  func pause() { line.sync { state.withLock { $0.pause() } }?.cancel() }

  /// Continues the response after ``pause()``.
  func proceed() { state.withLock { $0.proceed() }?() }

  /// Performs the next step now, or when the task is resumed.
  private func proceed(_ step: @escaping @Sendable () -> Void) {
    if !state.withLock({ $0.hold(step) }) { step() }
  }

  /// Cancels the rest of the response.
  func stop() {
    let ended = line.sync { state.withLock { $0.end() } }
    guard let ended else { return }
    ended.scheduled?.cancel()
    stubs.ledger.close(self, isCancelled: true)
  }

  /// Cancels the request at the end of its test.
  func cancel() { fail(URLError(.cancelled)) }

  func fail(_ error: any Error) { line.sync { end { $0.fail(error) } } }

  private func load(_ request: RecordedRequest, redirects: Int) {
    guard state.withLock({ $0.client }) != nil else { return }
    // Once the request is recorded, another thread may advance the time by its delay.
    let arrival = stubs.timer.now
    let response: StubResponse
    do throws(UnmatchedRequest) {
      response = try stubs.response(to: request)
    } catch {
      return fail(URLError(stubFailure: error))
    }
    let answer = response.resolved(for: request)
    let respond: @Sendable () -> Void = { [self] in deliver(answer, to: request, redirects: redirects) }
    guard answer.delay > .zero else { return respond() }
    if !answer.isFailureToConnect {
      line.sync { state.withLock { $0.send() }?.pass(sent: request.body.count) }
    }
    rest(until: arrival.addingSaturated(answer.delay), respond)
  }

  private func deliver(_ response: StubResponse, to request: RecordedRequest, redirects: Int) {
    state.withLock { $0.answer(response, to: request) }
    play(redirects: redirects)
  }

  /// Passes the available events to the client, up to a wait or a redirect.
  private func play(redirects: Int) {
    let start = stubs.timer.now
    switch line.sync(execute: passAvailableEvents) {
    case .wait(let delay)?:
      rest(until: start.addingSaturated(delay)) { [self] in play(redirects: redirects) }
    case .redirect(let head, let next, let client)?:
      follow(head, to: next, client, redirects: redirects)
    case .paused?: proceed { [self] in play(redirects: redirects) }
    case .event?, nil: break
    }
  }

  /// Passes the available events to the client; returns the step that follows, if any.
  ///
  /// Called on `line`.
  private func passAvailableEvents() -> StubLoadingState.Step? {
    while let step = state.withLock({ $0.next() }) {
      guard case .event(let event, let client) = step else { return step }
      switch event {
      case .head(let head):
        if !client.pass(head) { end { $0.fail(URLError(.badServerResponse)) } }
      case .body(let chunk): client.pass(chunk)
      case .sent(let count): client.pass(sent: Int(count))
      case .finished: end { $0.finish() }
      case .failed(let error, _): end { $0.fail(error) }
      case .interim, .trailers, .redirect: break
      }
    }
    return nil
  }

  private func follow(
    _ head: ResponseHead, to next: TransportRequest, _ client: StubClient, redirects: Int
  ) {
    #if canImport(Darwin)
      line.sync { end { $0.handOver(head, to: next) } }
    #else
      client.askDelegate(about: head, to: next) { [self] next in
        guard let next else { return play(redirects: redirects) }
        guard redirects < 20 else { return fail(URLError(.httpTooManyRedirects)) }
        proceed { [self] in load(RecordedRequest(next), redirects: redirects + 1) }
      }
    #endif
  }

  /// Waits until this time, and then continues.
  ///
  /// A pause interrupts the wait. Its delay continues meanwhile, as that of a server does, but no timeout.
  private func rest(until end: Duration, _ completion: @escaping @Sendable () -> Void) {
    let now = stubs.timer.now
    guard end > now else { return completion() }
    // Foundation measures no time of a URL protocol on Linux.
    let timeout = state.withLock { $0.client }?.timeout.map { now.addingSaturated($0) } ?? end
    guard let number = state.withLock({ $0.beginRest { [self] in rest(until: end, completion) } }) else {
      return
    }
    let over: @Sendable () -> Void = { [self] in
      guard state.withLock({ $0.endRest(number) }) else { return }
      if timeout < end { fail(URLError(.timedOut)) } else { completion() }
    }
    guard let scheduled = stubs.timer.schedule(at: min(end, timeout), over) else { return over() }
    state.withLock { $0.keep(scheduled, forRest: number) }?.cancel()
  }

  /// Ends the loading with this last call to the client, unless it has already ended.
  ///
  /// Called on `line`.
  private func end(_ tell: (StubClient) -> Void) {
    guard let ended = state.withLock({ $0.end() }) else { return }
    ended.scheduled?.cancel()
    stubs.ledger.close(self)
    tell(ended.client)
  }
}
