import Foundation
import Synchronization

/// The back half of a session's request: a thread-safe wrapper of ``ExchangeState``.
///
/// ```text
/// ExchangeRequest ──start──▶ SessionExchange ──input──▶ ExchangeAgenda ──▶ ExchangeState
///        ▲                     │   ▲     ▲                    │
///        └───────outcome───────┘   │     └───────action───────┘
///                                  ▼
///              interceptors, cache, queue, transport, sink
/// ```
///
/// It has no queue. The thread that brings an input performs the actions, without the lock held; ``ExchangeAgenda``
/// keeps that serial. While it blocks, the transport or timer that brought the input continues on other threads; see
/// ``ThreadCrew``.
final class SessionExchange: Sendable {
  let agenda = Lock(ExchangeAgenda())
  let id: RequestID
  let parts: SessionParts
  /// Sends the request if it opens a WebSocket.
  let handshake: WebSocketHandshakeTransport?
  /// The index among the running requests, or -1.
  ///
  /// The lock of the agenda orders its only change before all reads.
  private let index = Atomic(-1)
  /// How often all requests of the session had been cancelled before this one started.
  ///
  /// It changes with the index.
  private let startCancellations = Atomic(0)
  /// Atomic, because it is read before each chunk, element and handler.
  private let endedAtOnce = Atomic(false)

  init(_ id: RequestID, parts: SessionParts, handshake: WebSocketHandshakeTransport? = nil) {
    self.id = id
    self.parts = parts
    self.handshake = handshake
  }

  /// The request as it was last passed to the transport.
  var request: TransportRequest? { agenda.withLock { $0.state.phase.request } }
  /// The head of the last response.
  var response: ResponseHead? { agenda.withLock { $0.state.phase.head } }
  /// Whether it was ended at once, by a cancellation or the total timeout.
  ///
  /// Then only the outcome is delivered, and nothing that waits for its queue or its turn.
  var hasEndedAtOnce: Bool { endedAtOnce.load(ordering: .acquiring) }

  /// What the request is, unless it has ended.
  var activity: SessionActivity.OpenRequest? {
    let (plan, request) = agenda.withLock { ($0.state.phase.plan, $0.state.phase.request) }
    guard let description = plan?.description else { return nil }
    let redaction = parts.configuration.redaction
    let isInternal = description.isInternal
    if let request {
      return SessionActivity.OpenRequest(
        name: "\(request.method) \(redaction.redacted(request.url))", isInternal: isInternal)
    }
    let unsent = description.unsent(relativeTo: parts.baseURL)
    return SessionActivity.OpenRequest(
      name: "\(unsent.method) \(redaction.redacted(urlText: unsent.url))", isInternal: isInternal)
  }

  /// Starts a request that the cache makes.
  ///
  /// Returns false if the session accepts no more requests, or all were cancelled since the request that causes it
  /// started after this many cancellations; then nothing starts, and the client is not called.
  func start(
    _ plan: ExchangePlan, isPart: Bool, after cancellations: Int? = nil, client: any ExchangeClient
  ) -> Bool {
    guard keep(parts.running.enter(self, isPart: isPart, after: cancellations)) else { return false }
    agenda.withLock { $0.client = client }
    handle(.start(plan))
    return true
  }

  /// Keeps the place among the running requests; returns false without one.
  func keep(_ entry: RunningRequests.Entry?) -> Bool {
    guard let entry else { return false }
    index.store(entry.index, ordering: .relaxed)
    startCancellations.store(entry.cancellations, ordering: .relaxed)
    return true
  }

  /// How often all requests of the session had been cancelled before this one started.
  var cancellations: Int { startCancellations.load(ordering: .relaxed) }

  /// Cancels a started exchange, which fails with ``NetworkError/Reason/cancelled``, unless it has ended.
  func cancel() { handle(.cancel) }

  /// Registers a wait for another exchange after this one, which the session ends; see ``RunningRequests``.
  func registerWait(_ end: @escaping RequestSeries.End) -> (any Cancellation)? {
    parts.running.add(end, to: \.events, after: cancellations)
  }

  /// Returns the outcome for a call that asks for the body of the running request, which another call receives.
  func refusal(of description: RequestDescription) -> ExchangeOutcome {
    var error = NetworkError(.transfer(.alreadyStarted), request: request)
    if error.request == nil { error.unsent = description.unsent }
    return marked(ExchangeOutcome(.failure(error)))
  }

  /// Returns the value of the outcome.
  ///
  /// Notifies the monitors if the serializer had a response to decode.
  func value<Serializer: ResponseSerializer>(
    of outcome: ExchangeOutcome, by serializer: Serializer
  ) throws(NetworkError) -> Serializer.Value {
    guard !parts.configuration.monitors.isEmpty, case .success = outcome.result else {
      return try outcome.value(by: serializer)
    }
    return try reportedValue(of: outcome, by: serializer)
  }

  /// A separate function, because looking for the type of its result takes time.
  @inline(never)
  private func reportedValue<Serializer: ResponseSerializer>(
    of outcome: ExchangeOutcome, by serializer: Serializer
  ) throws(NetworkError) -> Serializer.Value {
    let start = parts.clock.now
    let result = Result { () throws(NetworkError) in try outcome.value(by: serializer) }
    var failure: NetworkError?
    if case .failure(let error) = result { failure = error }
    report(.decoded(type: "\(Serializer.Value.self)", took: parts.clock.now - start, error: failure))
    return try result.get()
  }

  // MARK: - Inputs and actions

  func handle(_ input: ExchangeState.Input) {
    // Asking an error may run code of the user, which may call the request. Without one, the input is not copied.
    if let asked = input.asked { return settle(release(by: asked, isOneOfMany: false)) }
    settle(release(by: input, isOneOfMany: input.mayBeOneOfMany))
  }

  /// Cancels the request and closes its connection.
  ///
  /// No closure is called before the returned rest is settled.
  func halt() -> Rest {
    agenda.withLock { $0.client }?.exchangeWillCancel()
    return release(by: .cancel, isOneOfMany: false)
  }

  /// What remains to be done after an input, once everything urgent is released.
  struct Rest {
    /// Whether this thread must perform the pending actions.
    var performsActions: Bool
    /// The closures of other requests that now have a slot.
    var admitted: [RequestQueue.Admission]
    /// The calls of policies to cancel.
    var calls: PolicyCalls?
  }

  /// Handles an input, and releases everything urgent.
  ///
  /// - `input`: An input whose error, if any, has been asked.
  /// - `isOneOfMany`: Whether requests that wait for a slot may be about to end in the same way.
  private func release(by input: ExchangeState.Input, isOneOfMany: Bool) -> Rest {
    let now = parts.clock.now
    let urgent = agenda.withLock { $0.handle(input, at: now) }
    if urgent.endsAtOnce { endedAtOnce.store(true, ordering: .releasing) }
    switch urgent.task {
    case .cancel(let task):
      if case .fired(let timer, _) = input, let timeout = timer.timeout {
        TransportCancellation.$timeout.withValue(timeout) { task.handle.cancel() }
      } else {
        task.handle.cancel()
      }
    case .updatePause(let task): updatePause(of: task)
    case .release, .none: break
    }
    for timer in urgent.timers { timer.handle.cancel() }
    var admitted: [RequestQueue.Admission] = []
    if let ticket = urgent.ticket, let queue = parts.queue {
      admitted = isOneOfMany ? queue.leaveCancelled(ticket) : queue.leave(ticket)
    }
    return Rest(performsActions: urgent.performsActions, admitted: admitted, calls: urgent.calls)
  }

  /// Pauses or resumes the task, as the state says.
  ///
  /// The thread of the transport and that of the consumer may both call it.
  private func updatePause(of task: ExchangeAgenda.HeldTask) {
    while let call = agenda.withLock({ $0.beginCall(of: task) }) {
      if call.pauses { task.handle.pause() } else { task.handle.proceed() }
      agenda.withLock { $0.endCall(call) }
    }
  }

  func settle(_ rest: Rest) {
    rest.calls?.cancel()
    var admitted = rest.admitted
    if !admitted.isEmpty, let thread = CrewThread.current {
      // Each is a separate turn, which does not wait for a closure of this request.
      for admission in admitted { thread.add(admission) }
      admitted = []
    }
    if rest.performsActions { performActions() }
    // After this request's own actions, so that with a transport that responds immediately the requests end in order.
    parts.queue?.admit(admitted)
  }

  private func performActions() {
    var made: ExchangeAgenda.HeldTask?
    // When the last closure returned. The transport may have waited for it.
    var closureReturned: Duration?
    while let turn = agenda.withLock({ $0.next(closureReturned: closureReturned) }) {
      if case .send(let request, let source, let step) = turn.action {
        made = makeTask(request, source, step: step)
      } else {
        perform(turn.action, client: turn.client)
        closureReturned = parts.mayBlock(turn.action) ? parts.clock.now : nil
      }
    }
    // Resumed after the turn has ended. So a transport's events are handled on its own thread, and no completion
    // handler is called inside the call that adds it.
    guard let made else { return }
    // Most requests have one task.
    if made.isFirst { made.handle.resume() } else { resume(made.handle) }
  }

  /// Resumes a task that follows a redirect or a failure.
  ///
  /// A transport may respond during this call, and another task follows. A loop resumes it, not this call within
  /// itself: a request may be repeated as often as it likes, and a stack is small.
  private func resume(_ task: any TransportTask) {
    let thread = ObjectIdentifier(Thread.current)
    var next = agenda.withLock { $0.resumptions.begin(task, on: thread) }
    while let task = next {
      task.resume()
      next = agenda.withLock { $0.resumptions.next(on: thread) }
    }
  }

  private func perform(_ action: ExchangeState.Action, client: (any ExchangeClient)?) {
    switch action {
    case .build(let plan): build(plan)
    case .adapt(let request, let interceptor, let step):
      callPolicy {
        interceptor.adapt(request) { result in
          let adapted = result.flatMap { adapted in Result { try self.checked(adapted.succeeding(request)) } }
          self.handle(.adapted(adapted, step: step))
        }
      }
    case .lookUp(let question, let step): lookUp(question, step: step)
    case .fallBack(let request, let plan, let hasLeftOrigin, let replaced, let step):
      fallBack(request, plan, hasLeftOrigin: hasLeftOrigin, replaced, step: step)
    case .enter(let request, let hasCookies, let step): enter(request, hasCookies: hasCookies, step: step)
    case .storeCookies(let head, let url): parts.configuration.cookies?.store(head, from: url)
    case .judge(let head, let next, let modification, let step):
      handle(.judged(judged(head, next, by: modification), step: step))
    case .schedule(let timer, let delay, let step): schedule(timer, after: delay, step: step)
    case .validate(let transfer, let head, let data, let step):
      handle(.validated(validated(transfer, head, data), step: step))
    case .ask(let interceptor, let error, let attempts, let elapsed, let step):
      let context = RetryContext(
        error: marked(error), attempts: attempts, elapsed: elapsed, date: parts.clock.date)
      callPolicy {
        interceptor.retry(context) { self.handle(.decided($0, step: step)) }
      }
    case .deliverHead(let head): client?.exchangeDidReceive(marked(head))
    case .deliverProgress(let progress):
      report(.receivedBody(progress.exchange))
      if progress.isNews { client?.exchangeDidProgress(progress.progress) }
    case .deliverUploadProgress(let progress):
      report(.sentBody(progress.exchange))
      if progress.isNews { client?.exchangeDidSend(progress.progress) }
    case .beginBody(let sink, let transfer, let head, let part, let step):
      let body = BeginningBody(
        received: received(transfer, head), rules: transfer.plan.validation, part: part,
        wait: DescriptorWait(parts.timer))
      sink.begin(body) { self.handle(.consumed($0, number: 1, step: step)) }
    case .giveBody(let sink, let load, let number, let step):
      sink.take(load) { self.handle(.consumed($0, number: number, step: step)) }
    case .spillBody(let sink, let chunk, let step):
      do throws(NetworkError) { try sink.spill(chunk) } catch { handle(.bodyFailed(error, step: step)) }
    case .finishBody(let sink, let transfer, let head, let step): finish(sink, transfer, head, step: step)
    case .discardPart(let sink): sink.discardPart()
    case .closeBody(let sink): sink.close()
    case .report(let event): report(event)
    case .finish(let outcome, _):
      client?.exchangeDidFinish(marked(outcome))
      let index = self.index.load(ordering: .relaxed)
      if index >= 0 { parts.running.leave(index) }
    case .nothing, .send, .drop: break
    }
  }

  /// Calls a policy.
  ///
  /// What it sends is part of this request, and a cancellation of this request cancels its tasks.
  private func callPolicy(_ call: () -> Void) {
    let (calls, isOver) = agenda.withLock { ($0.policyCalls(in: parts.running), $0.hasEndedAtOnce) }
    if isOver { calls.cancel() }
    PolicyCalls.$current.withValue(calls, operation: call)
  }

  private func schedule(_ timer: ExchangeState.Timer, after delay: Duration, step: Int) {
    let scheduled = parts.timer.schedule(after: delay) { self.handle(.fired(timer, step: step)) }
    if !agenda.withLock({ $0.keep(scheduled, timer: timer, step: step) }) { scheduled.cancel() }
  }

  func report(_ event: RequestEvent) {
    guard !parts.configuration.monitors.isEmpty else { return }
    // Monitors read the event, maybe with a lock of theirs held.
    if case .failed(let error, _) = event { _ = error.unsent?.url }
    if parts.redaction == nil { notifyMonitors(event) } else { notifyMonitors(marked(event)) }
  }

  private func notifyMonitors(_ event: RequestEvent) {
    for monitor in parts.configuration.monitors { monitor.request(id, did: event) }
  }
}
