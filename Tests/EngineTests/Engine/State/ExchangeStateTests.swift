import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct ExchangeStateTests {
  private let request = TransportRequest(
    url: URL(filePath: "/").absoluteURL, headers: ["Accept": "*/*"])

  private func plan(
    idle: Duration? = nil, connect: Duration? = nil, queue: Duration? = nil, interceptors: Int = 0,
    redirects: RedirectPolicy = .follow, isAdmitted: Bool = false, isReported: Bool = true,
    cache: CachePlan? = nil
  ) -> ExchangePlan {
    ExchangePlan(
      description: RequestDescription("https://example.com/"),
      interceptors: Array(repeating: TestInterceptor(), count: interceptors),
      timeouts: RequestTimeouts(idle: idle, connect: connect, queue: queue), redirects: redirects,
      isAdmitted: isAdmitted, isReported: isReported, cache: cache)
  }

  /// A state in the sending phase, and the step of its task.
  private func sending(_ plan: ExchangePlan) -> (ExchangeState, step: Int) {
    var state = ExchangeState()
    _ = state.answer(.start(plan), at: .zero)
    var actions = state.answer(.built(.success(request)), at: .zero)
    while case .adapt(let request, _, let step) = actions.last {
      actions = state.answer(.adapted(.success(request), step: step), at: .zero)
    }
    guard case .send(_, _, let step) = actions.last else { return (state, -1) }
    return (state, step)
  }

  private func names(_ answer: ExchangeState.Answer) -> [String] { answer.names }

  @Test func startingReportsTheRequestAndBuildsIt() {
    var state = ExchangeState()
    expectEqual(names(state.answer(.start(plan()), at: .zero)), ["report", "build"])
  }

  @Test func withoutMonitorsNothingIsReported() {
    var state = ExchangeState()
    expectEqual(names(state.answer(.start(plan(isReported: false)), at: .zero)), ["build"])
    expectEqual(names(state.answer(.built(.success(request)), at: .zero)), ["send"])
    expectEqual(names(state.answer(.cancel, at: .zero)), ["cancelTask", "unschedule", "finish"])
  }

  @Test func aSecondStartDoesNothing() {
    var state = ExchangeState()
    _ = state.answer(.start(plan()), at: .zero)
    #expect(state.answer(.start(plan()), at: .zero).isEmpty)
  }

  @Test func aBuiltRequestIsSentWithAnIdleTimer() {
    var state = ExchangeState()
    _ = state.answer(.start(plan(idle: .seconds(5))), at: .zero)
    let actions = state.answer(.built(.success(request)), at: .zero)
    expectEqual(names(actions), ["report", "schedule", "send"])
  }

  @Test func aRequestThatWasLookedUpWhenItWasBuiltIsSent() {
    var state = ExchangeState()
    _ = state.answer(.start(plan(cache: CachePlan())), at: .zero)
    let forward = ForwardedRequest(request, as: request)
    expectEqual(names(state.answer(.lookedUp(request, .network(forward)), at: .zero)), ["report", "send"])
  }

  @Test func aLookupIsIgnoredAfterACancellation() {
    var state = ExchangeState()
    _ = state.answer(.start(plan(cache: CachePlan())), at: .zero)
    _ = state.answer(.cancel, at: .zero)
    #expect(state.answer(.lookedUp(request, nil), at: .zero).isEmpty)
  }

  @Test func onlyARequestThatNothingChangesIsLookedUpWhenItIsBuilt() {
    expectTrue(plan(cache: CachePlan()).looksUpAtOnce)
    expectFalse(plan().looksUpAtOnce)
    expectFalse(plan(interceptors: 1, cache: CachePlan()).looksUpAtOnce)
    expectFalse(plan(cache: CachePlan(partition: "a")).looksUpAtOnce)
  }

  @Test func eachInterceptorAdaptsInTurn() {
    var state = ExchangeState()
    _ = state.answer(.start(plan(interceptors: 2)), at: .zero)
    expectEqual(names(state.answer(.built(.success(request)), at: .zero)), ["adapt"])
    expectEqual(names(state.answer(.adapted(.success(request), step: 1), at: .zero)), ["adapt"])
    let adapted = state.answer(.adapted(.success(request), step: 2), at: .zero)
    expectEqual(names(adapted), ["report", "report", "send"])
  }

  @Test func aReplyToAnEarlierStepIsIgnored() {
    var state = ExchangeState()
    _ = state.answer(.start(plan(interceptors: 2)), at: .zero)
    _ = state.answer(.built(.success(request)), at: .zero)
    _ = state.answer(.adapted(.success(request), step: 1), at: .zero)
    #expect(state.answer(.adapted(.success(request), step: 1), at: .zero).isEmpty)
  }

  @Test func anEventOfAnotherTaskIsIgnored() {
    var (state, step) = sending(plan())
    let head = ResponseHead(status: 200)
    #expect(state.answer(.transport(.head(head), step: step - 1), at: .zero).isEmpty)
    expectEqual(
      names(state.answer(.transport(.head(head), step: step), at: .zero)), ["report", "deliverHead"])
  }

  @Test func aCompleteResponseIsValidatedThenEnds() {
    var (state, step) = sending(plan())
    let head = ResponseHead(status: 200)
    _ = state.answer(.transport(.head(head), step: step), at: .zero)
    let finished = state.answer(.transport(.finished(.init()), step: step), at: .zero)
    expectEqual(names(finished), ["unschedule", "validate"])
    guard case .validate(_, _, _, let next) = finished.last else { return }
    let received = ReceivedResponse(request: request, head: head, data: Data())
    let ended = state.answer(.validated(.success(received), step: next), at: .zero)
    expectEqual(Array(names(ended).suffix(2)), ["report", "finish"])
  }

  @Test func cancellingEndsFromEveryPhaseAndOnlyOnce() {
    for (name, state) in phases {
      var state = state
      expectEqual(names(state.answer(.cancel, at: .zero)).filter { $0 == "finish" }.count, 1, "\(name)")
      #expect(state.answer(.cancel, at: .zero).isEmpty, "\(name)")
      for step in 0..<10 {
        #expect(
          state.answer(.transport(.finished(.init()), step: step), at: .zero).isEmpty
            && state.answer(.decided(.retry(after: .zero), step: step), at: .zero).isEmpty
            && state.answer(.fired(.backOff, step: step), at: .zero).isEmpty
            && state.answer(.fired(.total, step: step), at: .zero).isEmpty
            && state.answer(.adapted(.success(request), step: step), at: .zero).isEmpty, "\(name)")
      }
    }
  }

  /// A state in which a download takes its place, and the step of that.
  private func committing() -> (ExchangeState, step: Int) {
    var (state, step) = sending(plan())
    _ = state.answer(.transport(.head(ResponseHead(status: 200)), step: step), at: .zero)
    let finished = state.answer(.transport(.finished(.init()), step: step), at: .zero)
    guard case .validate(_, _, _, let next) = finished.last, state.beginCommit(next) else {
      return (state, -1)
    }
    return (state, next)
  }

  private var received: ReceivedResponse {
    ReceivedResponse(request: request, head: ResponseHead(status: 200), data: Data())
  }

  @Test(arguments: [ExchangeState.Input.cancel, .fired(.total, step: 0)])
  func nothingEndsADownloadWhileItTakesItsPlace(end: ExchangeState.Input) {
    var (state, step) = committing()
    #expect(state.answer(end, at: .zero).isEmpty)
    let committed = state.answer(.validated(.success(received), step: step), at: .zero)
    guard case .finish(let outcome, _) = committed.last else {
      Issue.record("\(names(committed))")
      return
    }
    expectNil(outcome.error)
  }

  @Test func aDownloadThatCannotBeMovedEndsWithWhatArrivedInTheMeantime() {
    var (state, step) = committing()
    _ = state.answer(.cancel, at: .zero)
    _ = state.answer(.fired(.total, step: 0), at: .zero)
    let uncommitted = state.answer(.uncommitted(step: step), at: .zero)
    guard case .finish(let outcome, _) = uncommitted.last else {
      Issue.record("\(names(uncommitted))")
      return
    }
    expectEqual(outcome.error?.reason, .cancelled)
    let beginsAgain = state.beginCommit(step)
    expectFalse(beginsAgain)
  }

  @Test func aDownloadThatCannotTakeItsPlaceCanStillBeCancelled() {
    var (state, step) = committing()
    #expect(state.answer(.uncommitted(step: step), at: .zero).isEmpty)
    expectEqual(names(state.answer(.cancel, at: .zero)).last, "finish")
  }

  @Test func aRequestCancelledBeforeItStartsEndsWhenItStarts() {
    var state = ExchangeState()
    #expect(state.answer(.cancel, at: .zero).isEmpty)
    let actions = names(state.answer(.start(plan()), at: .zero))
    expectEqual(actions.last, "finish")
    #expect(!actions.contains("build"))
    #expect(state.answer(.start(plan()), at: .zero).isEmpty)
  }

  @Test func theTotalTimeoutEndsFromEveryPhase() {
    for (name, state) in phases {
      var state = state
      expectEqual(names(state.answer(.fired(.total, step: 0), at: .zero)).last, "finish", "\(name)")
    }
  }

  @Test func anEventPostponesTheIdleTimeout() {
    var (state, step) = sending(plan(idle: .seconds(5)))
    _ = state.answer(.transport(.head(ResponseHead(status: 200)), step: step), at: .seconds(3))
    let actions = state.answer(.fired(.idle, step: step), at: .seconds(5))
    guard case .schedule(.idle, let delay, _) = actions.last else {
      Issue.record("\(actions)")
      return
    }
    expectEqual(delay, .seconds(3))
    expectEqual(names(state.answer(.fired(.idle, step: step), at: .seconds(8))).first, "cancelTask")
  }

  @Test func theFirstEventEndsTheConnectTimeout() {
    var (state, step) = sending(plan(connect: .seconds(5)))
    var silent = state
    let ended = silent.answer(.fired(.connect, step: step), at: .seconds(5))
    expectEqual(names(ended).first, "cancelTask")
    expectEqual(ended.reason, .timeout(.connect))
    expectEqual(names(state.answer(.transport(.sent(bytes: 1), step: step), at: .zero)).first, "unschedule")
    #expect(state.answer(.fired(.connect, step: step), at: .seconds(5)).isEmpty)
  }

  @Test func anEndedStateExpectsNoMoreInput() {
    var (state, step) = sending(plan())
    #expect(state.expects(step))
    #expect(!state.expects(step - 1))
    #expect(state.expects(0, timer: .total))
    _ = state.answer(.cancel, at: .zero)
    #expect(!state.expects(step))
    #expect(!state.expects(0, timer: .total))
  }

  // MARK: - Slots

  private func admittedPlan(queue: Duration? = nil) -> ExchangePlan { plan(queue: queue, isAdmitted: true) }

  @Test func aRequestEntersTheQueueBeforeItIsSent() {
    var state = ExchangeState()
    _ = state.answer(.start(admittedPlan(queue: .seconds(5))), at: .zero)
    expectEqual(names(state.answer(.built(.success(request)), at: .zero)), ["enter"])
    expectEqual(names(state.answer(.queued(step: 1), at: .zero)), ["report", "schedule"])
    let admitted = state.answer(.admitted(cookies: nil, step: 1), at: .zero)
    expectEqual(names(admitted), ["unschedule", "report", "send"])
    #expect(state.answer(.queued(step: 1), at: .zero).isEmpty)
    #expect(state.answer(.admitted(cookies: nil, step: 1), at: .zero).isEmpty)
  }

  @Test func theQueueTimeoutAppliesOnlyInTheQueue() {
    var state = ExchangeState()
    _ = state.answer(.start(admittedPlan(queue: .seconds(5))), at: .zero)
    _ = state.answer(.built(.success(request)), at: .zero)
    _ = state.answer(.queued(step: 1), at: .zero)
    var admitted = state
    _ = admitted.answer(.admitted(cookies: nil, step: 1), at: .zero)
    #expect(admitted.answer(.fired(.queue, step: 1), at: .seconds(5)).isEmpty)
    expectEqual(state.answer(.fired(.queue, step: 1), at: .seconds(5)).reason, .timeout(.queue))
  }

  @Test func theSlotIsFreedWhenTheTaskEnds() {
    var state = ExchangeState()
    _ = state.answer(.start(admittedPlan()), at: .zero)
    _ = state.answer(.built(.success(request)), at: .zero)
    _ = state.answer(.admitted(cookies: nil, step: 1), at: .zero)
    _ = state.answer(.transport(.head(ResponseHead(status: 200)), step: 1), at: .zero)
    let ended = state.answer(.transport(.finished(.init()), step: 1), at: .zero)
    expectEqual(names(ended), ["leave", "unschedule", "validate"])
  }

  @Test func aRedirectDoesNotSendTheCookiesOfTheFirstURL() {
    var state = ExchangeState()
    _ = state.answer(.start(admittedPlan()), at: .zero)
    _ = state.answer(.built(.success(request)), at: .zero)
    _ = state.answer(.admitted(cookies: "a=1", step: 1), at: .zero)
    expectEqual(state.phase.request?.headers["Cookie"], "a=1")
    let head = ResponseHead(status: 302, headers: ["Location": "http://a/b"])
    _ = state.answer(.transport(.head(head), step: 1), at: .zero)
    let followed = state.answer(.transport(.finished(.init()), step: 1), at: .zero)
    guard case .enter(let next, _, let step) = followed.last else {
      Issue.record("\(followed)")
      return
    }
    expectNil(next.headers["Cookie"])
    _ = state.answer(.admitted(cookies: nil, step: step), at: .zero)
    expectNil(state.phase.request?.headers["Cookie"])
  }

  // MARK: - Redirects that a closure decides

  /// A state that waits for the decision of a closure, after the whole redirect has arrived.
  private func judging() -> (ExchangeState, step: Int) {
    var (state, step) = sending(plan(redirects: .modify { $1 }))
    let head = ResponseHead(status: 302, headers: ["Location": "http://a/b"])
    expectEqual(names(state.answer(.transport(.head(head), step: step), at: .zero)), ["judge"])
    #expect(state.answer(.transport(.body(Data("x".utf8)), step: step), at: .zero).isEmpty)
    #expect(state.answer(.transport(.finished(.init()), step: step), at: .zero).isEmpty)
    return (state, step)
  }

  @Test func aDeliveredRedirectIncludesWhatArrivedDuringTheDecision() {
    var (state, step) = judging()
    let actions = state.answer(.judged(.success(.deliver), step: step), at: .zero)
    expectEqual(names(actions), ["unschedule", "report", "deliverHead", "deliverProgress", "validate"])
  }

  @Test func aFollowedRedirectDiscardsWhatArrivedDuringTheDecision() {
    var (state, step) = judging()
    let actions = state.answer(.judged(.success(.follow(request)), step: step), at: .zero)
    // The time for the body, the bytes that were received, the redirect, and that the next request is sent.
    expectEqual(names(actions), ["unschedule", "schedule", "report", "report", "report", "send"])
  }

  @Test func aFailedDecisionEndsTheExchange() {
    var (state, step) = judging()
    let actions = state.answer(.judged(.failure(NetworkError(.encoding)), step: step), at: .zero)
    expectEqual(names(actions).last, "finish")
    #expect(state.answer(.judged(.success(.deliver), step: step), at: .zero).isEmpty)
  }

  @Test func aSlowRedirectClosureDoesNotTriggerTheIdleTimeout() {
    var (state, step) = sending(plan(idle: .seconds(5), redirects: .modify { $1 }))
    let head = ResponseHead(status: 302, headers: ["Location": "http://a/b"])
    _ = state.answer(.transport(.head(head), step: step), at: .zero)
    expectEqual(names(state.answer(.fired(.idle, step: step), at: .seconds(9))), ["unschedule", "schedule"])
  }

  /// One state for each phase that can be cancelled.
  private var phases: [(String, ExchangeState)] {
    var phases: [(String, ExchangeState)] = []
    var state = ExchangeState()
    _ = state.answer(.start(plan(interceptors: 1)), at: .zero)
    phases.append(("building", state))
    _ = state.answer(.built(.success(request)), at: .zero)
    phases.append(("adapting", state))
    let (sending, step) = sending(plan(interceptors: 1))
    phases.append(("sending", sending))
    state = sending
    _ = state.answer(
      .transport(.head(ResponseHead(status: 302, headers: ["Location": "http://a/b"])), step: step), at: .zero
    )
    phases.append(("redirecting", state))
    state = sending
    _ = state.answer(.transport(.head(ResponseHead(status: 200)), step: step), at: .zero)
    _ = state.answer(.transport(.finished(.init()), step: step), at: .zero)
    phases.append(("validating", state))
    state = sending
    let asked = state.answer(.transport(.failed(Broken(), phase: .head), step: step), at: .zero)
    phases.append(("deciding", state))
    guard case .ask(_, _, _, _, let next) = asked.last else { return [] }
    _ = state.answer(.decided(.retry(after: .seconds(1)), step: next), at: .zero)
    phases.append(("pausing", state))
    state = ExchangeState()
    _ = state.answer(.start(admittedPlan()), at: .zero)
    _ = state.answer(.built(.success(request)), at: .zero)
    phases.append(("queueing", state))
    phases.append(("judging", judging().0))
    return phases
  }
}

extension ExchangeState {
  /// The reaction of the state to an input: what is released at once, and the actions that follow.
  fileprivate struct Answer {
    let release: Release
    let actions: [Action]

    var names: [String] {
      (release.cancelsTask ? ["cancelTask"] : []) + (release.leaves ? ["leave"] : [])
        + (release.timers.isEmpty ? [] : ["unschedule"])
        + actions.map { String("\($0)".prefix { $0 != "(" }) }
    }

    var isEmpty: Bool { names.isEmpty }
    var last: Action? { actions.last }

    /// The reason of the failure, if the exchange ends with one.
    var reason: NetworkError.Reason? {
      guard case .finish(let outcome, _) = last else { return nil }
      return outcome.error?.reason
    }
  }

  fileprivate mutating func answer(_ input: Input, at now: Duration) -> Answer {
    handle(input, at: now)
    defer { release = Release() }
    var taken: [Action] = []
    while let action = actions.popFirst() { taken.append(action) }
    return Answer(release: release, actions: taken)
  }
}
