import Foundation

/// The back half of a request as a pure value: what has happened, and what is to be done about it.
///
/// ```text
/// ready ─▶ building ─▶ adapting ─▶ queueing ─▶ sending ─▶ validating ─▶ ended
///                         ▲           ▲           │            │
///                         │           │           ▼            ▼
///                      pausing        └────── redirecting   deciding ─▶ ended
///                         ▲                                    │
///                         └────────────────────────────────────┘
/// ```
///
/// A failure while sending goes to *deciding*, too. Cancellation and the total timeout lead from everywhere to
/// *ended*, and from there nothing leads anywhere. An attempt begins at *adapting*; a redirect is followed
/// within its attempt, after the policy's closure, if there is one, has *judged* it. The place that *queueing* waits
/// for is held while a task is with the transport and at no other time.
struct ExchangeState: Sendable {
  enum Phase: Sendable {
    case ready
    case building
    /// The interceptors from this one on have yet to adapt the request.
    case adapting(interceptor: Int)
    /// The request waits for a place; whether it begins an attempt, and is no redirect.
    case queueing(TransportRequest, beginsAttempt: Bool)
    case sending
    /// A closure is asked about a redirect. What the transport tells meanwhile waits for its word.
    case judging(ResponseHead, held: [TransportEvent])
    /// The rest of a redirect's body is let pass, up to a limit, so that its connection can be used again.
    case redirecting(ResponseHead, to: TransportRequest, discarded: Int)
    case validating
    /// The transport is done. What has arrived is still being taken, and this is what comes then.
    case draining(Ending)
    /// This interceptor is asked what to do about the failure.
    case deciding(NetworkError, interceptor: Int)
    case pausing
    case ended
  }

  /// How much of a redirect's body is let pass.
  static let redirectBodyLimit = 65_536

  var phase = Phase.ready
  /// Cancelled by another thread while the start was on its way here.
  private var isCancelledBeforeStart = false
  var step = 0
  var plan: ExchangePlan?
  private(set) var original: TransportRequest?
  var data = Data()
  var attempts = 0
  var redirects = 0
  /// Whether the transport has given no sign of life yet, and is to give one in time.
  private var isConnecting = false
  /// The request before the jar gave it its cookies, which are for one URL alone.
  var bare: TransportRequest?
  var started = Duration.zero
  var lastEvent = Duration.zero
  var timings = ResponseTimings()
  var progress = ExchangeProgress()
  var uploadProgress = ExchangeProgress()
  /// The body of the response, where it does not go into memory.
  var flow: BodyFlow?
  /// What is there of a download.
  var part = DownloadPart()
  /// Whether the rest of a download was asked for.
  var isResuming = false
  /// The request as it last went to the transport.
  private(set) var request: TransportRequest?
  /// The head of the last response.
  private(set) var head: ResponseHead?
  /// What is to be done, until it is taken.
  var actions = ActionQueue()
  /// What is to be let go of, until it is taken.
  var release = Release()

  /// Whether a task or a timer that was asked for at this step is still wanted.
  func expects(_ step: Int, timer: Timer? = nil) -> Bool {
    if case .ended = phase { return false }
    return timer == .total || step == self.step
  }

  /// Takes note of what happened at this time. What to do about it is added to ``actions`` and ``release``.
  mutating func handle(_ input: Input, at now: Duration) {
    if case .ended = phase { return }
    switch input {
    case .start(let plan): start(plan, at: now)
    case .built(let result): built(result, at: now)
    case .adapted(let result, step: step): adapted(result, at: now)
    case .queued(step: step): queued(at: now)
    case .admitted(let cookies, step: step): admitted(cookies, at: now)
    case .transport(let event, step: step): received(event, at: now)
    case .judged(let result, step: step): judged(result, at: now)
    case .validated(let result, step: step): validated(result, at: now)
    case .decided(let decision, step: step): decided(decision, at: now)
    case .sending(let total, step: step): uploadProgress.begin(total: total)
    case .consumed(let result, let number, step: step): consumed(result, number, at: now)
    case .bodyFailed(let error, step: step): bodyFailed(error, at: now)
    case .resumable(let part): resumable(part)
    case .fired(let timer, let step) where expects(step, timer: timer): fired(timer, at: now)
    case .cancel: cancel(at: now)
    default: break
    }
  }

  // MARK: - What to do

  /// Adds an action to those that are to be done.
  mutating func perform(_ action: Action) { actions.append(action) }

  /// Tells the monitors, if there are any.
  mutating func report(_ event: @autoclosure () -> RequestEvent) {
    if plan?.isReported == true { perform(.report(event())) }
  }

  /// Stops a timer.
  mutating func unschedule(_ timer: Timer) { release.timers.insert(TimerSet(timer)) }

  // MARK: - Before sending

  private mutating func start(_ plan: ExchangePlan, at now: Duration) {
    guard case .ready = phase else { return }
    phase = .building
    self.plan = plan
    started = now
    report(.started(plan.description))
    guard !isCancelledBeforeStart else { return end(NetworkError(.cancelled), at: now) }
    if let total = plan.timeouts.total { perform(.schedule(.total, after: total, step: step)) }
    perform(.build(plan))
  }

  private mutating func built(_ result: Result<TransportRequest, NetworkError>, at now: Duration) {
    guard case .building = phase else { return }
    switch result {
    case .success(let request):
      original = request
      attempt(request, at: now)
    case .failure(let error): end(error, at: now)
    }
  }

  mutating func attempt(_ request: TransportRequest, at now: Duration) {
    redirects = 0
    adapt(resuming(request), interceptor: 0, at: now)
  }

  private mutating func adapt(_ request: TransportRequest, interceptor: Int, at now: Duration) {
    step += 1
    guard let interceptors = plan?.interceptors, interceptor < interceptors.count else {
      return enter(request, beginsAttempt: true, at: now)
    }
    phase = .adapting(interceptor: interceptor)
    perform(.adapt(request, interceptor: interceptors[interceptor], step: step))
  }

  private mutating func adapted(_ result: Result<TransportRequest, any Error>, at now: Duration) {
    guard case .adapting(let interceptor) = phase else { return }
    switch result {
    case .success(let request): adapt(request, interceptor: interceptor + 1, at: now)
    case .failure(let error): end(NetworkError(error, otherwise: .interceptor), at: now)
    }
  }

  mutating func send(_ request: TransportRequest, at now: Duration) {
    phase = .sending
    self.request = request
    head = nil
    data = Data()
    flow = nil
    progress.begin(total: nil)
    lastEvent = now
    timings.sent = now - started
    timings.firstByte = nil
    timings.transport = nil
    isConnecting = plan?.timeouts.connect != nil
    if let idle = plan?.timeouts.idle { perform(.schedule(.idle, after: idle, step: step)) }
    if let connect = plan?.timeouts.connect { perform(.schedule(.connect, after: connect, step: step)) }
    perform(.send(request, step: step))
  }

  /// What is let go of when a task has ended.
  mutating func leave() {
    if isConnecting { unschedule(.connect) }
    isConnecting = false
    unschedule(.idle)
    if plan?.isAdmitted == true { release.leaves = true }
  }

  // MARK: - Sending

  mutating func received(_ event: TransportEvent, at now: Duration) {
    lastEvent = now
    if isConnecting {
      isConnecting = false
      unschedule(.connect)
    }
    switch (phase, event) {
    case (.sending, .head(let head)): received(head, at: now)
    case (.sending, .body(let piece)) where flow != nil: streamed(piece, at: now)
    case (.sending, .body(let piece)): received(piece, at: now)
    case (.sending, .sent(let bytes)): sent(bytes)
    case (.sending, .redirect(let head)):
      data = Data()
      guard let request else { return }
      storeCookies(of: head, from: request.url)
      report(.redirected(head, to: request))
    case (.sending, .interim(let head)): report(.receivedInterim(head))
    case (.sending, .trailers(let trailers)): report(.receivedTrailers(trailers))
    case (.sending, .finished(let transport)):
      timings.transport = transport == TransportTimings() ? nil : transport
      complete(at: now)
    case (.sending, .failed(let error, let phase)):
      leave()
      let reason: NetworkError.Reason = error is CancellationError ? .cancelled : .transport(phase)
      settle(.failed(NetworkError(error, otherwise: reason)), at: now)
    case (.judging(let head, let held), _): phase = .judging(head, held: held + [event])
    case (.redirecting(let head, let next, let discarded), .body(let piece)):
      let discarded = discarded + piece.count
      phase = .redirecting(head, to: next, discarded: discarded)
      guard discarded > Self.redirectBodyLimit else { return }
      release.cancelsTask = true
      follow(head, to: next, at: now)
    case (.redirecting(let head, let next, _), .finished), (.redirecting(let head, let next, _), .failed):
      follow(head, to: next, at: now)
    default: break
    }
  }

  private mutating func received(_ head: ResponseHead, at now: Duration) {
    guard let request, let bare, let plan else { return }
    timings.firstByte = now - started
    self.head = head
    data = Data()
    storeCookies(of: head, from: request.url)
    let verdict = plan.redirects.verdict(on: head, to: bare, redirects: redirects)
    guard case .follow(let next) = verdict, let modification = plan.redirects.modification else {
      return obey(verdict, about: head, at: now)
    }
    phase = .judging(head, held: [])
    perform(.judge(head, to: next, modification, step: step))
  }

  mutating func received(_ piece: Data, at now: Duration) {
    // Without a copy, when the body comes in one piece.
    if data.isEmpty { data = piece } else { data.append(piece) }
    let news = progress.advance(by: piece.count)
    if isEnoughOfRefusal {
      data = data.prefix(Self.refusalLimit)
      release.cancelsTask = true
      return complete(at: now)
    }
    if let news { perform(.deliverProgress(news)) }
  }

  mutating func complete(at now: Duration) {
    leave()
    guard let request, let head, let plan else { return fail(NetworkError(.transport(.head)), at: now) }
    if let progress = progress.end() { perform(.deliverProgress(progress)) }
    if flow != nil { return settle(.finished, at: now) }
    phase = .validating
    step += 1
    perform(.validate(request, head, data, plan, step: step))
  }

  // MARK: - After sending

  private mutating func validated(_ result: Result<ReceivedResponse, NetworkError>, at now: Duration) {
    guard case .validating = phase else { return }
    switch result {
    case .success(let received):
      let timings = timings(at: now)
      end(ReceivedOutcome(received, timings: timings), report: .finished(received, timings))
    case .failure(let error): fail(error, at: now)
    }
  }

  private mutating func fired(_ timer: Timer, at now: Duration) {
    switch (timer, phase) {
    case (.total, _): callOff(NetworkError(.timeout(.total)), at: now)
    case (.backOff, .pausing):
      guard let original else { return }
      unschedule(.backOff)
      attempt(original, at: now)
    case (.queue, .queueing(let request, _)):
      end(NetworkError(.timeout(.queue), request: request), at: now)
    case (.connect, .sending) where isConnecting: giveUp(.connect, at: now)
    case (.idle, .sending), (.idle, .redirecting), (.idle, .judging):
      guard let idle = plan?.timeouts.idle else { return }
      // Events push the timeout on. Looking at the time of the last one costs less than a new timer for each.
      // A closure that takes its time is no silence of the transport's.
      if case .judging = phase { lastEvent = now }
      // Nor is it one of a transport that has been asked to pause.
      if flow?.isPaused == true { lastEvent = now }
      let quiet = now - lastEvent
      guard quiet >= idle else {
        unschedule(.idle)
        return perform(.schedule(.idle, after: idle - quiet, step: step))
      }
      giveUp(.idle, at: now)
    default: break
    }
  }

  private mutating func giveUp(_ timeout: TimeoutKind, at now: Duration) {
    release.cancelsTask = true
    leave()
    settle(.failed(NetworkError(.timeout(timeout))), at: now)
  }

  // MARK: - The end

  private mutating func cancel(at now: Duration) {
    if case .ready = phase {
      // Nobody could be told yet; the start is.
      isCancelledBeforeStart = true
      return
    }
    callOff(NetworkError(.cancelled), at: now)
  }

  /// Ends, and takes back what the client has not been told yet of heads and progress.
  private mutating func callOff(_ error: NetworkError, at now: Duration) {
    actions.withdrawNews()
    end(error, at: now)
  }

  mutating func end(_ error: NetworkError, at now: Duration) {
    let error = completed(error)
    let timings = timings(at: now)
    end(FailedOutcome(error, timings: timings), report: .failed(error, timings))
  }

  private mutating func end(
    _ outcome: any ExchangeOutcome, report event: @autoclosure () -> RequestEvent
  ) {
    if let sink = plan?.sink { perform(.closeBody(sink)) }
    report(event())
    perform(
      .finish(
        outcome,
        kept: Leftovers(phase: phase, plan: plan, original: original, bare: bare, data: data, flow: flow)))
    release.cancelsTask = true
    release.leaves = plan?.isAdmitted == true
    release.timers = .all
    phase = .ended
    plan = nil
    original = nil
    bare = nil
    data = Data()
    flow = nil
  }

  private func timings(at now: Duration) -> ResponseTimings {
    var timings = timings
    timings.done = now - started
    timings.attempts = attempts
    timings.bytesReceived = progress.moved
    if let request, request.body != .none { timings.bytesSent = uploadProgress.moved }
    return timings
  }

  /// The error with what it does not say itself.
  func completed(_ error: NetworkError) -> NetworkError {
    var error = error
    error.request = error.request ?? request
    error.response = error.response ?? head
    error.data = error.data ?? (head == nil ? nil : data)
    if error.attempts == 0 { error.attempts = attempts }
    return error
  }
}

extension NetworkError {
  /// The error itself when it is one of these, else one with the reason and it underneath.
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
