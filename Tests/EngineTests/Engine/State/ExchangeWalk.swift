import Foundation
import TestSupport

@testable import Net

/// A state on a walk through possible inputs, and the replies that its shell has not delivered yet.
struct ExchangeWalk: Sendable {
  /// A reply that the shell was asked for and has not delivered yet.
  enum Debt: Hashable, Sendable {
    case start
    case built
    case adapted(Int)
    case found(Int)
    case admitted(Int)
    case transport(Int, hasHead: Bool)
    case judged(Int)
    case validated(Int)
    case decided(Int)
    case consumed(Int, number: Int)
    case backOff(Int)
  }

  private(set) var state = ExchangeState()
  private(set) var debts: Set<Debt> = [.start]
  /// How many times the client received an outcome.
  private(set) var ends = 0
  /// Whether the last input made the shell do anything.
  private(set) var hasActed = false

  /// Handles an input, for a shell that does not perform the resulting actions.
  mutating func take(_ input: ExchangeState.Input) {
    settle(input)
    if case .fired = input {
      state.handle(input, at: .seconds(1))
    } else {
      state.handle(input, at: .zero)
    }
    let release = state.release
    hasActed = release.cancelsTask || release.leaves || release.pausesTask != nil || !release.timers.isEmpty
    state.release = ExchangeState.Release()
    if release.cancelsTask { debts = debts.filter { if case .transport = $0 { false } else { true } } }
    while let action = state.actions.popFirst() {
      hasActed = true
      owe(action)
    }
    debts = debts.filter(isCurrent)
  }

  /// Whether the state still waits for the reply.
  ///
  /// Other replies are released or arrive too late.
  private func isCurrent(_ debt: Debt) -> Bool {
    switch debt {
    case .start, .built: true
    case .consumed(let step, let number): step == state.step && number == self.number
    case .adapted(let step), .found(let step), .admitted(let step), .judged(let step), .validated(let step),
      .decided(let step),
      .backOff(let step), .transport(let step, _):
      step == state.step
    }
  }

  /// Removes the debt that the input settles.
  private mutating func settle(_ input: ExchangeState.Input) {
    switch input {
    case .start: debts.remove(.start)
    case .built, .lookedUp: debts.remove(.built)
    case .adapted(_, let step): debts.remove(.adapted(step))
    case .found(_, let step): debts.remove(.found(step))
    case .admitted(_, let step): debts.remove(.admitted(step))
    case .judged(_, let step): debts.remove(.judged(step))
    case .validated(_, let step): debts.remove(.validated(step))
    case .decided(_, let step): debts.remove(.decided(step))
    case .consumed(_, let number, let step): debts.remove(.consumed(step, number: number))
    case .fired(.backOff, let step): debts.remove(.backOff(step))
    case .transport(.head, let step):
      if debts.remove(.transport(step, hasHead: false)) != nil {
        debts.insert(.transport(step, hasHead: true))
      }
    case .transport(let event, let step) where event.isLast:
      debts.subtract([.transport(step, hasHead: false), .transport(step, hasHead: true)])
    default: break
    }
  }

  /// Adds the replies that the shell must deliver after it has performed the action.
  private mutating func owe(_ action: ExchangeState.Action) {
    switch action {
    case .build: debts.insert(.built)
    case .adapt(_, _, let step): debts.insert(.adapted(step))
    case .enter(_, _, let step): debts.insert(.admitted(step))
    case .lookUp(_, let step), .fallBack(_, _, _, _, let step): debts.insert(.found(step))
    case .send(_, _, let step): debts.insert(.transport(step, hasHead: false))
    case .judge(_, _, _, let step): debts.insert(.judged(step))
    case .validate(_, _, _, let step), .finishBody(_, _, _, let step): debts.insert(.validated(step))
    case .beginBody(_, _, _, _, let step): debts.insert(.consumed(step, number: 1))
    case .giveBody(_, _, let number, let step): debts.insert(.consumed(step, number: number))
    case .ask(_, _, _, _, let step): debts.insert(.decided(step))
    case .schedule(.backOff, _, let step): debts.insert(.backOff(step))
    case .finish: ends += 1
    default: break
    }
  }

  // MARK: - Possible inputs

  /// What a shell that keeps its promises can deliver next, without timeouts and cancellation.
  func promised(_ plan: ExchangePlan) -> [ExchangeState.Input] {
    debts.flatMap { debt -> [ExchangeState.Input] in
      switch debt {
      case .start: [.start(plan)]
      case .built:
        [.built(.success(Self.request)), .built(.failure(NetworkError(.encoding)))]
          + (plan.looksUpAtOnce ? Self.findings.map { .lookedUp(Self.request, $0) } : [])
      case .adapted(let step):
        [.adapted(.success(Self.request), step: step), .adapted(.failure(Broken()), step: step)]
      case .found(let step): Self.findings.map { .found($0, step: step) }
      case .admitted(let step): [.admitted(cookies: nil, step: step), .queued(step: step)]
      case .transport(let step, let hasHead):
        Self.events(hasHead: hasHead).map { .transport($0, step: step) }
      case .judged(let step): Self.judgements.map { .judged($0, step: step) }
      case .validated(let step): Self.validations.map { .validated($0, step: step) }
      case .decided(let step): Self.decisions.map { .decided($0, step: step) }
      case .consumed(let step, let number):
        Self.consumptions.map { .consumed($0, number: number, step: step) }
      case .backOff(let step): [.fired(.backOff, step: step)]
      }
    }
  }

  /// Every kind of input at this step and number, promised or not.
  static func all(_ plan: ExchangePlan, step: Int, number: Int) -> [ExchangeState.Input] {
    let transport = (events(hasHead: false) + events(hasHead: true)).map {
      ExchangeState.Input.transport($0, step: step)
    }
    let timers = ExchangeState.Timer.allCases.map { ExchangeState.Input.fired($0, step: step) }
    let bodies = consumptions.map { ExchangeState.Input.consumed($0, number: number, step: step) }
    let findings =
      Self.findings.map { ExchangeState.Input.found($0, step: step) }
      + Self.findings.map { ExchangeState.Input.lookedUp(request, $0) }
    return transport + timers + bodies + findings + judgements.map { .judged($0, step: step) }
      + validations.map { .validated($0, step: step) } + decisions.map { .decided($0, step: step) } + [
        .start(plan), .cancel, .built(.success(request)), .built(.failure(NetworkError(.encoding))),
        .adapted(.success(request), step: step), .adapted(.failure(Broken()), step: step),
        .noticed(.cache(.hit(age: .zero)), step: step), .queued(step: step),
        .admitted(cookies: "a=1", step: step),
        .sending(total: 1, step: step),
        .bodyFailed(NetworkError(.encoding), step: step), .resumable(part),
      ]
  }

  private static let findings: [CacheFinding?] = [
    .response(PlayedResponse(head: ResponseHead(status: 200), body: nil, run: { $0() }), .hit(age: .zero)),
    .shared(
      PlayedResponse(head: ResponseHead(status: 200), body: nil, run: { $0() }),
      ForwardedRequest(request, as: request, fallsBack: true)),
    .network(ForwardedRequest(request, as: request, fallsBack: true)),
    .network(ForwardedRequest(request, as: request)), nil,
  ]
  static let request = TransportRequest(url: URL(filePath: "/").absoluteURL)
  private static let part = DownloadPart(count: 4, validator: "\"a\"", modified: nil, total: 8)
  private static let judgements: [Result<RedirectPolicy.Verdict, NetworkError>] = [
    .success(.deliver), .success(.follow(request)), .failure(NetworkError(.encoding)),
  ]
  private static let validations: [Result<ReceivedResponse, NetworkError>] = [
    .success(ReceivedResponse(request: request, head: ResponseHead(status: 200), data: Data())),
    .failure(NetworkError(.validation(.statusCode(500)))),
  ]
  private static let decisions: [RetryDecision] = [
    .pass, .stop, .fail(Broken()), .retry(after: .zero), .retry(after: .seconds(1)),
  ]
  private static let consumptions: [Result<Void, NetworkError>] = [
    .success(()), .failure(NetworkError(.encoding)),
  ]

  private static func events(hasHead: Bool) -> [TransportEvent] {
    let ends: [TransportEvent] = [
      .finished(TransportTimings()), .failed(Broken(), phase: .body),
      .failed(UnreadableBody(error: CacheStoreError.damaged), phase: .body),
      .failed(TransportBufferOverflow(limit: 1), phase: .body), .sent(bytes: 1),
    ]
    guard !hasHead else {
      return ends + [.body(Data("x".utf8)), .body(Data(count: 70_000)), .trailers([:])]
    }
    return ends + [.interim(ResponseHead(status: 103)), .redirect(ResponseHead(status: 302))]
      + [200, 206, 302, 416, 500].map { status in
        .head(
          ResponseHead(
            status: status,
            headers: ["Location": "http://a/b", "Set-Cookie": "a=1", "Content-Range": "bytes 4-7/8"]))
      }
  }

  // MARK: - Telling states apart

  /// The number of the last load given to the sink of the body.
  var number: Int {
    switch state.phase {
    case .streaming(let delivery), .draining(let delivery, _): delivery.flow.number
    default: 1
    }
  }

  /// Equal for states that differ only in how often things have happened.
  var signature: String {
    let debts = debts.map { debt in
      switch debt {
      case .start: "start"
      case .built: "built"
      case .adapted: "adapted"
      case .found: "found"
      case .admitted: "admitted"
      case .transport(_, let hasHead): hasHead ? "transport with head" : "transport"
      case .judged: "judged"
      case .validated: "validated"
      case .decided: "decided"
      case .consumed: "consumed"
      case .backOff: "back-off"
      }
    }
    return "\(phase) \(details) \(state.part.count > 0) \(ends) \(debts.sorted())"
  }

  /// The name of the phase.
  var phase: String {
    switch state.phase {
    case .ready: "ready"
    case .building: "building"
    case .adapting: "adapting"
    case .lookingUp: "lookingUp"
    case .fallingBack: "fallingBack"
    case .queueing: "queueing"
    case .sending: "sending"
    case .receiving: "receiving"
    case .streaming: "streaming"
    case .judging: "judging"
    case .redirecting: "redirecting"
    case .refusing: "refusing"
    case .draining: "draining"
    case .validating: "validating"
    case .deciding: "deciding"
    case .pausing: "pausing"
    case .ended: "ended"
    }
  }

  private var details: String {
    switch state.phase {
    case .ready(let isCancelled): "\(isCancelled)"
    case .adapting(let attempt, _, let interceptor): "\(attempt.isBeginning) \(interceptor)"
    case .lookingUp(let attempt, _, let isEarly): "\(attempt.isBeginning) \(isEarly)"
    case .fallingBack(_, _, .failed): "failed"
    case .fallingBack(_, _, .received): "received"
    case .queueing(let attempt, _): "\(attempt.isBeginning) \(fallsBack(attempt.run))"
    case .sending(let transfer, let isConnecting):
      "\(transfer.attempt.isResuming) \(isConnecting) \(fallsBack(transfer.attempt.run))"
    case .receiving(let transfer, _, let data): "\(size(data)) \(fallsBack(transfer.attempt.run))"
    case .refusing(_, _, let data, _): size(data)
    case .judging(_, _, let held): "\(held.contains { $0.isLast }) \(held.isEmpty)"
    case .redirecting(_, _, _, let discarded): "\(discarded > 0)"
    case .streaming(let delivery): details(of: delivery.flow)
    case .draining(let delivery, .finished): "finished " + details(of: delivery.flow)
    case .draining(let delivery, .failed): "failed " + details(of: delivery.flow)
    case .draining(let delivery, .unreadable): "unreadable " + details(of: delivery.flow)
    case .validating(let transfer, _, _, let mayRetry): "\(mayRetry) \(fallsBack(transfer.attempt.run))"
    case .deciding(let run, _, let interceptor): "\(interceptor) \(fallsBack(run))"
    case .building, .pausing, .ended: ""
    }
  }

  /// Whether something stored may be used if the request fails.
  private func fallsBack(_ run: ExchangeState.Run) -> String {
    run.visit.map { "\($0.forward?.fallsBack ?? false)" } ?? ""
  }

  private func size(_ data: Data) -> String {
    data.isEmpty ? "empty" : data.count > 30_000 ? "large" : "small"
  }

  private func details(of flow: BodyFlow) -> String {
    "\(flow.isDrained) \(flow.isPaused) \(flow.hasGiven) \(flow.isTypeChecked) \(flow.inMemory > 0) \(flow.inFile > 0)"
  }
}
