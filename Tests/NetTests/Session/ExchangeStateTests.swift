import Foundation
import Testing

@testable import Net

@Suite struct ExchangeStateTests {
  private let request = TransportRequest(
    url: URL(filePath: "/").absoluteURL, headers: ["Accept": "*/*"])

  private func plan(idle: Duration? = nil, interceptors: Int = 0) -> ExchangePlan {
    ExchangePlan(
      description: RequestDescription("https://example.com/"),
      interceptors: Array(repeating: TestInterceptor(), count: interceptors),
      timeouts: RequestTimeouts(idle: idle))
  }

  /// A state that is sending, and the step of its task.
  private func sending(_ plan: ExchangePlan) -> (ExchangeState, step: Int) {
    var state = ExchangeState()
    _ = state.handle(.start(plan), at: .zero)
    var actions = state.handle(.built(.success(request)), at: .zero)
    while case .adapt(let request, _, let step) = actions.last {
      actions = state.handle(.adapted(.success(request), step: step), at: .zero)
    }
    guard case .send(_, let step) = actions.last else { return (state, -1) }
    return (state, step)
  }

  private func names(_ actions: [ExchangeState.Action]) -> [String] {
    actions.map { String("\($0)".prefix { $0 != "(" }) }
  }

  @Test func aStartReportsAndBuilds() {
    var state = ExchangeState()
    #expect(names(state.handle(.start(plan()), at: .zero)) == ["report", "build"])
  }

  @Test func aSecondStartDoesNothing() {
    var state = ExchangeState()
    _ = state.handle(.start(plan()), at: .zero)
    #expect(state.handle(.start(plan()), at: .zero).isEmpty)
  }

  @Test func aBuiltRequestIsSentWithAnIdleTimer() {
    var state = ExchangeState()
    _ = state.handle(.start(plan(idle: .seconds(5))), at: .zero)
    let actions = state.handle(.built(.success(request)), at: .zero)
    #expect(names(actions) == ["report", "schedule", "send"])
  }

  @Test func eachInterceptorAdaptsInTurn() {
    var state = ExchangeState()
    _ = state.handle(.start(plan(interceptors: 2)), at: .zero)
    #expect(names(state.handle(.built(.success(request)), at: .zero)) == ["adapt"])
    #expect(names(state.handle(.adapted(.success(request), step: 1), at: .zero)) == ["adapt"])
    #expect(names(state.handle(.adapted(.success(request), step: 2), at: .zero)) == ["report", "send"])
  }

  @Test func anAnswerOfAnOlderStepIsIgnored() {
    var state = ExchangeState()
    _ = state.handle(.start(plan(interceptors: 2)), at: .zero)
    _ = state.handle(.built(.success(request)), at: .zero)
    _ = state.handle(.adapted(.success(request), step: 1), at: .zero)
    #expect(state.handle(.adapted(.success(request), step: 1), at: .zero).isEmpty)
  }

  @Test func anEventOfAnotherTaskIsIgnored() {
    var (state, step) = sending(plan())
    let head = ResponseHead(status: 200)
    #expect(state.handle(.transport(.head(head), step: step - 1), at: .zero).isEmpty)
    #expect(names(state.handle(.transport(.head(head), step: step), at: .zero)) == ["report", "deliverHead"])
  }

  @Test func aCompleteResponseIsValidatedThenEnds() {
    var (state, step) = sending(plan())
    let head = ResponseHead(status: 200)
    _ = state.handle(.transport(.head(head), step: step), at: .zero)
    let finished = state.handle(.transport(.finished(.init()), step: step), at: .zero)
    #expect(names(finished) == ["unschedule", "validate"])
    guard case .validate(_, _, _, _, let next) = finished.last else { return }
    let received = ReceivedResponse(request: request, head: head, data: Data())
    let ended = state.handle(.validated(.success(received), step: next), at: .zero)
    #expect(Array(names(ended).suffix(2)) == ["report", "finish"])
  }

  @Test func cancellingEndsFromEveryPhaseAndOnlyOnce() {
    for (name, state) in phases {
      var state = state
      #expect(names(state.handle(.cancel, at: .zero)).filter { $0 == "finish" }.count == 1, "\(name)")
      #expect(state.handle(.cancel, at: .zero).isEmpty, "\(name)")
      for step in 0..<10 {
        #expect(
          state.handle(.transport(.finished(.init()), step: step), at: .zero).isEmpty
            && state.handle(.decided(.retry(after: .zero), step: step), at: .zero).isEmpty
            && state.handle(.fired(.backOff, step: step), at: .zero).isEmpty
            && state.handle(.fired(.total, step: step), at: .zero).isEmpty
            && state.handle(.adapted(.success(request), step: step), at: .zero).isEmpty, "\(name)")
      }
    }
  }

  @Test func cancelledWhileItsStartIsOnTheWayItEndsAtTheStart() {
    var state = ExchangeState()
    #expect(state.handle(.cancel, at: .zero).isEmpty)
    let actions = names(state.handle(.start(plan()), at: .zero))
    #expect(actions.last == "finish")
    #expect(!actions.contains("build"))
    #expect(state.handle(.start(plan()), at: .zero).isEmpty)
  }

  @Test func theTotalTimeoutEndsFromEveryPhase() {
    for (name, state) in phases {
      var state = state
      #expect(names(state.handle(.fired(.total, step: 0), at: .zero)).last == "finish", "\(name)")
    }
  }

  @Test func anEventPutsTheIdleTimeoutOff() {
    var (state, step) = sending(plan(idle: .seconds(5)))
    _ = state.handle(.transport(.head(ResponseHead(status: 200)), step: step), at: .seconds(3))
    let actions = state.handle(.fired(.idle, step: step), at: .seconds(5))
    guard case .schedule(.idle, let delay, _) = actions.last else {
      Issue.record("\(actions)")
      return
    }
    #expect(delay == .seconds(3))
    #expect(names(state.handle(.fired(.idle, step: step), at: .seconds(8))).first == "cancelTask")
  }

  @Test func anEndedStateExpectsNothing() {
    var (state, step) = sending(plan())
    #expect(state.expects(step))
    #expect(!state.expects(step - 1))
    #expect(state.expects(0, timer: .total))
    _ = state.handle(.cancel, at: .zero)
    #expect(!state.expects(step))
    #expect(!state.expects(0, timer: .total))
  }

  // MARK: - Places

  private func admittedPlan(queue: Duration? = nil) -> ExchangePlan {
    var plan = plan()
    plan.isAdmitted = true
    plan.timeouts.queue = queue
    return plan
  }

  @Test func aRequestAsksForItsPlaceBeforeItIsSent() {
    var state = ExchangeState()
    _ = state.handle(.start(admittedPlan(queue: .seconds(5))), at: .zero)
    #expect(names(state.handle(.built(.success(request)), at: .zero)) == ["enter"])
    #expect(names(state.handle(.queued(step: 1), at: .zero)) == ["report", "schedule"])
    let admitted = state.handle(.admitted(cookies: nil, step: 1), at: .zero)
    #expect(names(admitted) == ["unschedule", "report", "send"])
    #expect(state.handle(.queued(step: 1), at: .zero).isEmpty)
    #expect(state.handle(.admitted(cookies: nil, step: 1), at: .zero).isEmpty)
  }

  @Test func thePlaceIsGivenBackWhenTheTaskEnds() {
    var state = ExchangeState()
    _ = state.handle(.start(admittedPlan()), at: .zero)
    _ = state.handle(.built(.success(request)), at: .zero)
    _ = state.handle(.admitted(cookies: nil, step: 1), at: .zero)
    _ = state.handle(.transport(.head(ResponseHead(status: 200)), step: 1), at: .zero)
    let ended = state.handle(.transport(.finished(.init()), step: 1), at: .zero)
    #expect(names(ended) == ["unschedule", "leave", "validate"])
  }

  @Test func cookiesAreForOneURLAndDoNotGoToTheNext() {
    var state = ExchangeState()
    _ = state.handle(.start(admittedPlan()), at: .zero)
    _ = state.handle(.built(.success(request)), at: .zero)
    _ = state.handle(.admitted(cookies: "a=1", step: 1), at: .zero)
    #expect(state.request?.headers["Cookie"] == "a=1")
    let head = ResponseHead(status: 302, headers: ["Location": "http://a/b"])
    _ = state.handle(.transport(.head(head), step: 1), at: .zero)
    let followed = state.handle(.transport(.finished(.init()), step: 1), at: .zero)
    guard case .enter(let next, let step) = followed.last else {
      Issue.record("\(followed)")
      return
    }
    #expect(next.headers["Cookie"] == nil)
    _ = state.handle(.admitted(cookies: nil, step: step), at: .zero)
    #expect(state.request?.headers["Cookie"] == nil)
  }

  // MARK: - Redirects that a closure judges

  /// A state that waits for the word of a closure, while the whole redirect has arrived.
  private func judging() -> (ExchangeState, step: Int) {
    var plan = plan()
    plan.redirects = .modify { $1 }
    var (state, step) = sending(plan)
    let head = ResponseHead(status: 302, headers: ["Location": "http://a/b"])
    #expect(names(state.handle(.transport(.head(head), step: step), at: .zero)) == ["judge"])
    #expect(state.handle(.transport(.body(Data("x".utf8)), step: step), at: .zero).isEmpty)
    #expect(state.handle(.transport(.finished(.init()), step: step), at: .zero).isEmpty)
    return (state, step)
  }

  @Test func whatArrivedMeanwhileIsDeliveredWithTheRedirect() {
    var (state, step) = judging()
    let actions = state.handle(.judged(.success(.deliver), step: step), at: .zero)
    #expect(names(actions) == ["report", "deliverHead", "deliverProgress", "unschedule", "validate"])
  }

  @Test func whatArrivedMeanwhileIsPassedOverWhenItIsFollowed() {
    var (state, step) = judging()
    let actions = state.handle(.judged(.success(.follow(request)), step: step), at: .zero)
    #expect(names(actions) == ["unschedule", "report", "send"])
  }

  @Test func aRefusalWhileItIsJudgedEnds() {
    var (state, step) = judging()
    let actions = state.handle(.judged(.failure(NetworkError(.encoding)), step: step), at: .zero)
    #expect(names(actions).last == "finish")
    #expect(state.handle(.judged(.success(.deliver), step: step), at: .zero).isEmpty)
  }

  @Test func aClosureThatTakesItsTimeIsNoSilenceOfTheTransport() {
    var plan = plan(idle: .seconds(5))
    plan.redirects = .modify { $1 }
    var (state, step) = sending(plan)
    let head = ResponseHead(status: 302, headers: ["Location": "http://a/b"])
    _ = state.handle(.transport(.head(head), step: step), at: .zero)
    #expect(names(state.handle(.fired(.idle, step: step), at: .seconds(9))) == ["unschedule", "schedule"])
  }

  /// A state of every phase that can be cancelled.
  private var phases: [(String, ExchangeState)] {
    var phases: [(String, ExchangeState)] = []
    var state = ExchangeState()
    _ = state.handle(.start(plan(interceptors: 1)), at: .zero)
    phases.append(("building", state))
    _ = state.handle(.built(.success(request)), at: .zero)
    phases.append(("adapting", state))
    let (sending, step) = sending(plan(interceptors: 1))
    phases.append(("sending", sending))
    state = sending
    _ = state.handle(
      .transport(.head(ResponseHead(status: 302, headers: ["Location": "http://a/b"])), step: step), at: .zero
    )
    phases.append(("redirecting", state))
    state = sending
    _ = state.handle(.transport(.head(ResponseHead(status: 200)), step: step), at: .zero)
    _ = state.handle(.transport(.finished(.init()), step: step), at: .zero)
    phases.append(("validating", state))
    state = sending
    let asked = state.handle(.transport(.failed(Broken(), phase: .head), step: step), at: .zero)
    phases.append(("deciding", state))
    guard case .ask(_, _, let next) = asked.last else { return [] }
    _ = state.handle(.decided(.retry(after: .seconds(1)), step: next), at: .zero)
    phases.append(("pausing", state))
    state = ExchangeState()
    _ = state.handle(.start(admittedPlan()), at: .zero)
    _ = state.handle(.built(.success(request)), at: .zero)
    phases.append(("queueing", state))
    phases.append(("judging", judging().0))
    return phases
  }
}
