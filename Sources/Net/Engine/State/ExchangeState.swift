import Foundation

/// The back half of a request as a pure value: each input leads from one phase to the next, and adds actions.
///
/// ```text
/// ready ─▶ building ─▶ adapting ─▶ queueing ─▶ sending ─▶ receiving ─▶ validating ─▶ ended
///                       ▲    ▲                  │   │         │            │
///                       │    └── redirecting ◀──┘   ▼         ▼            ▼
///                    pausing                    streaming ─▶ draining   deciding ─▶ ended
///                       ▲                                                  │
///                       └──────────────────────────────────────────────────┘
/// ```
///
/// A failure while sending also leads to *deciding*. Cancellation and the total timeout lead from every phase to
/// *ended*, which is final. An attempt begins at *adapting*. A redirect is followed within its attempt, after the
/// policy's closure, if there is one, has *judged* it. The slot that *queueing* waits for is held only while the
/// transport has a task.
///
/// With a cache, *looking up* comes between *adapting* and *queueing*, and also before *adapting* if the session names
/// its partition. A stored response is played without a slot, from *sending* on. When no interceptor retries a failure,
/// *falling back* looks for a stale response that may be used instead. A server error that would be streamed waits in
/// *judging* for the result of that search.
///
/// Every transition returns the next phase. If it returns the current phase, the input was late and is ignored. Only
/// ``end(_:from:at:)-(NetworkError,_,_)`` and its counterpart for responses lead to *ended*.
struct ExchangeState: Sendable {
  var phase = Phase.ready(isCancelled: false)
  var step = 0
  var attempts = 0
  var started = Duration.zero
  /// When the transport last sent an event, or last had to wait for a closure or a pause.
  var lastEvent = Duration.zero
  /// The timers that the events of the transport postpone or end.
  var idleTimer = SilenceTimer()
  var connectTimer = SilenceTimer()
  var timings = ResponseTimings()
  var progress = ExchangeProgress()
  var uploadProgress = ExchangeProgress()
  /// The bytes of a download that are on disk.
  var part = DownloadPart()
  private var commit = Commit.none
  /// The pending actions.
  var actions = ActionQueue()
  /// What must be released immediately.
  var release = Release()
  /// Marks the errors of this exchange.
  ///
  /// Created with the first one, because most exchanges have none.
  private var mark: ExchangeMark?
  /// Whether the body in memory is the transport's first chunk itself, not a copy.
  var hasFirstChunk = false

  /// Returns whether a task or timer that was requested at this step is still needed.
  func expects(_ step: Int, timer: Timer? = nil) -> Bool {
    if case .ended = phase { return false }
    return timer == .total || step == self.step
  }

  /// Handles an input.
  ///
  /// Adds what must be done to ``actions`` and ``release``.
  mutating func handle(_ input: Input, at now: Duration) {
    if !input.isTransport, phase.holdsFormerResponse { release.former.append(phase) }
    phase =
      switch input {
      case .start(let plan): start(plan, at: now)
      case .built(let result): built(result, at: now)
      case .lookedUp(let request, let finding): lookedUp(request, finding, at: now)
      case .adapted(let result, step: step): adapted(result, at: now)
      case .found(let finding, step: step): found(finding, at: now)
      case .noticed(let event, step: step): noticed(event, at: now)
      case .queued(step: step): queued(at: now)
      case .admitted(let cookies, step: step): admitted(cookies, at: now)
      case .transport(let event, step: step): received(event, at: now)
      case .judged(let result, step: step): judged(result, at: now)
      case .validated(let result, step: step): validated(result, at: now)
      case .decided(let decision, step: step): decided(decision, at: now)
      case .sending(let total, step: step): sending(total)
      case .consumed(let result, let number, step: step): consumed(result, number, at: now)
      case .bodyFailed(let error, step: step): bodyFailed(error, at: now)
      case .resumable(let part): resumable(part)
      case .fired(let timer, let step) where expects(step, timer: timer): fired(timer, at: now)
      case .uncommitted(step: step): uncommitted(at: now)
      case .cancel: cancel(at: now)
      // Inputs of an earlier step are late.
      case .adapted, .found, .noticed, .queued, .admitted, .transport, .judged, .validated, .decided,
        .sending, .consumed, .bodyFailed, .fired, .uncommitted:
        phase
      }
  }

  /// Moves the phase out, because a copy retains all that it holds.
  ///
  /// The transition sets it again.
  mutating func takePhase() -> Phase {
    var taken = Phase.ready(isCancelled: false)
    swap(&taken, &phase)
    return taken
  }

  // MARK: - Actions

  /// Notifies the monitors, if there are any.
  mutating func report(_ event: @autoclosure () -> RequestEvent, by plan: ExchangePlan) {
    if plan.isReported { actions.append(.report(event())) }
  }

  /// Stops a timer.
  mutating func unschedule(_ timer: Timer) { release.timers.insert(TimerSet(timer)) }

  // MARK: - Before sending

  private mutating func start(_ plan: ExchangePlan, at now: Duration) -> Phase {
    guard case .ready(let isCancelled) = phase else { return phase }
    started = now
    report(.started(plan.description), by: plan)
    guard !isCancelled else { return end(NetworkError(.cancelled), from: .building(plan), at: now) }
    guard !plan.isRefused else { return end(NetworkError(.sessionFinished), from: .building(plan), at: now) }
    if let total = plan.timeouts.total { actions.append(.schedule(.total, after: total, step: step)) }
    actions.append(.build(plan))
    return .building(plan)
  }

  private mutating func built(_ result: Result<TransportRequest, NetworkError>, at now: Duration) -> Phase {
    guard case .building(let plan) = phase else { return phase }
    return switch result {
    case .success(let request): attempt(Run(plan: plan, original: request), at: now)
    case .failure(let error): end(error, from: phase, at: now)
    }
  }

  private mutating func lookedUp(
    _ request: TransportRequest, _ finding: CacheFinding?, at now: Duration
  ) -> Phase {
    guard case .building(let plan) = phase else { return phase }
    part.keepIncomplete()
    step += 1
    return found(finding, for: request, in: Attempt(run: Run(plan: plan, original: request)), at: now)
  }

  // MARK: - Timeouts

  /// Called when a closure has delayed the transport, and what was decided, until this time.
  mutating func waited(until now: Duration) {
    lastEvent = max(lastEvent, now)
    idleTimer.postpone(to: now)
    connectTimer.postpone(to: now)
  }

  private mutating func fired(_ timer: Timer, at now: Duration) -> Phase {
    switch (timer, phase) {
    case (.total, _): return failAtOnce(NetworkError(.timeout(.total)), at: now)
    case (.backOff, .pausing(let run)):
      unschedule(.backOff)
      return attempt(run, at: now)
    case (.queue, .queueing(_, let request)):
      return end(NetworkError(.timeout(.queue), request: request), from: phase, at: now)
    case (.connect, .sending(let transfer, isConnecting: true)):
      if connectTimer.needsGrace(at: now) { return again(.connect, after: SilenceTimer.grace) }
      return giveUp(.connect, transfer, at: now)
    case (.idle, .sending(let transfer, _)), (.idle, .receiving(let transfer, _, _)),
      (.idle, .redirecting(let transfer, _, _, _)), (.idle, .refusing(let transfer, _, _, _)):
      return idle(transfer, at: now)
    case (.idle, .judging(let transfer, _, _)):
      // While a closure runs, the transport waits, so this is not its silence.
      lastEvent = now
      return idle(transfer, at: now)
    case (.idle, .streaming(let delivery)):
      // The same while the transport is paused.
      if delivery.flow.isPaused { lastEvent = now }
      return idle(delivery.transfer, at: now)
    case (.refusal, .receiving(let transfer, let head, let data)): return refuse(transfer, head, data)
    case (.refusal, .streaming(let delivery)): return refuseType(of: delivery, at: now)
    case (.refusal, .redirecting(let transfer, _, _, _)), (.refusal, .refusing(let transfer, _, _, _)):
      return stopWaiting(transfer, at: now)
    // The timer is not needed any more.
    case (.backOff, _), (.queue, _), (.connect, _), (.idle, _), (.refusal, _): return phase
    }
  }

  private mutating func idle(_ transfer: Transfer, at now: Duration) -> Phase {
    // Each event postpones the timeout. Comparing times costs less than starting a new timer for each event.
    let idle = transfer.plan.timeouts.idle ?? .zero
    let quiet = now - lastEvent
    guard quiet < idle else {
      if idleTimer.needsGrace(at: now) { return again(.idle, after: SilenceTimer.grace) }
      return stopWaiting(transfer, at: now)
    }
    idleTimer.schedule(after: idle - quiet, at: now)
    return again(.idle, after: idle - quiet)
  }

  /// Schedules a timer that has fired once more.
  private mutating func again(_ timer: Timer, after delay: Duration) -> Phase {
    unschedule(timer)
    actions.append(.schedule(timer, after: delay, step: step))
    return phase
  }

  /// Called when the transport has been silent for too long, or the body of a redirect has not ended for too long.
  ///
  /// That body is not needed, so that its silence changes nothing.
  private mutating func stopWaiting(_ transfer: Transfer, at now: Duration) -> Phase {
    switch phase {
    case .redirecting(_, let head, let next, let discarded):
      release.cancelsTask = true
      return follow(head, to: next, from: transfer, discarded: discarded, at: now)
    case .refusing(_, _, _, let error): return end(error, from: phase, at: now)
    case .receiving(_, let head, let data) where transfer.plan.rejectsBody(of: head):
      return refuse(transfer, head, data)
    default: return giveUp(.idle, transfer, at: now)
    }
  }

  private mutating func giveUp(_ timeout: TimeoutKind, _ transfer: Transfer, at now: Duration) -> Phase {
    release.cancelsTask = true
    leave(transfer)
    return fail(NetworkError(.timeout(timeout)), afterDraining: phase, at: now)
  }

  // MARK: - The end

  private mutating func cancel(at now: Duration) -> Phase {
    // `start` will end immediately, because only then there is a client.
    if case .ready = phase { return .ready(isCancelled: true) }
    return failAtOnce(NetworkError(.cancelled), at: now)
  }

  /// Fails, and removes what has not been done yet.
  private mutating func failAtOnce(_ error: NetworkError, at now: Duration) -> Phase {
    switch (phase, commit) {
    case (.ready, _), (.ended, _), (_, .delays): return phase
    case (_, .underWay):
      commit = .delays(error)
      return phase
    case (_, .none):
      let withdrawn = actions.withdraw()
      if !withdrawn.isEmpty { actions.append(.drop(withdrawn)) }
      release.endsAtOnce = true
      return end(error, from: phase, at: now)
    }
  }

  /// Returns whether the last step of a download may begin, because the exchange has not ended.
  ///
  /// If so, nothing ends the exchange before the result of the step.
  mutating func beginCommit(_ step: Int) -> Bool {
    guard case .validating = phase, step == self.step else { return false }
    commit = .underWay
    return true
  }

  private mutating func uncommitted(at now: Duration) -> Phase {
    guard case .delays(let error) = commit else {
      commit = .none
      return phase
    }
    commit = .none
    return failAtOnce(error, at: now)
  }

  /// Fails with an error.
  mutating func end(_ error: NetworkError, from phase: Phase, at now: Duration) -> Phase {
    let error = completed(error, in: phase)
    let timings = timings(of: phase, at: now)
    return end(
      ExchangeOutcome(.failure(error), timings: timings), report: .failed(error, timings), from: phase)
  }

  /// Completes with a valid response.
  mutating func end(_ received: ReceivedResponse, from phase: consuming Phase, at now: Duration) -> Phase {
    let timings = timings(of: phase, at: now)
    return end(
      ExchangeOutcome(.success(received), timings: timings), report: .finished(received, timings), from: phase
    )
  }

  private mutating func end(
    _ outcome: ExchangeOutcome, report event: @autoclosure () -> RequestEvent, from phase: consuming Phase
  ) -> Phase {
    if let plan = phase.plan {
      if let sink = plan.sink { actions.append(.closeBody(sink)) }
      reportDiscarded(in: phase)
      report(event(), by: plan)
      release.leaves = plan.isAdmitted
    }
    release.cancelsTask = true
    release.timers = .all
    let end = End(of: phase)
    actions.append(.finish(outcome, kept: phase))
    return .ended(end)
  }

  private func timings(of phase: Phase, at now: Duration) -> ResponseTimings {
    var timings = timings
    timings.done = now - started
    timings.attempts = attempts
    timings.bytesReceived = progress.moved
    if let request = phase.request, request.hasBody { timings.bytesSent = uploadProgress.moved }
    return timings
  }

  /// Returns the error of the exchange, with missing details added.
  mutating func completed(_ error: NetworkError, in phase: Phase) -> NetworkError {
    var error = error
    if let last = phase.run?.last, error.request == nil || error.request == last.request {
      error.request = last.request
      error.response = error.response ?? last.head
      if last.head != nil { error.data = error.data ?? last.data }
    }
    error.decoder = error.decoder ?? phase.plan?.decoder
    if error.attempts == 0 { error.attempts = attempts }
    if error.request == nil, error.unsent == nil {
      error.unsent =
        phase.run.map { UnsentRequest(method: $0.original.method, url: $0.original.url.absoluteString) }
        ?? phase.plan?.description.unsent
    }
    if mark == nil { mark = ExchangeMark() }
    error.exchange = mark
    return error
  }

  /// Returns what a policy, a body or a transport has failed with as the error of this exchange.
  ///
  /// The error of another request, such as the refresh of a token, is the cause: its reason, request and response are
  /// not those of this one.
  func failure(_ error: any Error, otherwise reason: NetworkError.Reason) -> NetworkError {
    guard let other = error as? NetworkError, isOfAnother(other) else {
      return NetworkError(error, otherwise: reason)
    }
    var failure = NetworkError(reason, underlyingError: other)
    failure.causeKind = other.kindAsCause
    return failure
  }

  /// Returns whether the error is that of another exchange.
  ///
  /// A policy may fail with an error that an earlier attempt of this exchange had, or that it has made for its request.
  func isOfAnother(_ error: any Error) -> Bool {
    guard let error = error as? NetworkError, error.hasRequest else { return false }
    if let exchange = error.exchange { return exchange !== mark }
    guard let request = error.request, let run = phase.run else { return true }
    if case .adapting(_, request, _) = phase { return false }
    return request != run.last?.request && request != run.original
  }
}

extension ExchangeState {
  /// Proof that the outcome was passed to the client.
  ///
  /// Only the transition to *ended* creates it.
  struct End: Sendable {
    let request: TransportRequest?
    let head: ResponseHead?

    fileprivate init(of phase: borrowing Phase) {
      // The request is kept to be shown, not to be sent again.
      request = phase.request?.withoutCode
      head = phase.head
    }
  }
}

extension NetworkError {
  /// Converts an error: a `NetworkError` stays as it is, known errors get their own reason, and others this reason.
  init(_ error: any Error, otherwise reason: Reason) {
    switch error {
    case let error as NetworkError: self = error
    case let error as InvalidRequest: self.init(.invalidRequest(error))
    case let error as TransportBufferOverflow:
      self.init(.transfer(.bufferOverflow(limit: error.limit)), underlyingError: error)
    default: self.init(reason, underlyingError: error)
    }
  }
}
