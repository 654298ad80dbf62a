import Foundation

/// Receives what the transport sends, from the first event to the validated response.
extension ExchangeState {
  /// Releases the timers and the slot of a task that has ended.
  mutating func leave(_ transfer: Transfer) {
    release.timers.formUnion(.ofTask)
    release.leaves = transfer.plan.isAdmitted
  }

  /// Called when the request is sent with a body of this many bytes, if known.
  mutating func sending(_ total: Int64?) -> Phase {
    uploadProgress.begin(total: total)
    // The transport has nothing to report of an empty body.
    if let plan = phase.plan { deliverUpload(uploadProgress.end(), by: plan) }
    return phase
  }

  /// Delivers the upload progress if there is some and somebody receives it.
  private mutating func deliverUpload(_ report: ExchangeProgress.Report?, by plan: ExchangePlan) {
    if let report, plan.news.contains(.uploadProgress), report.isNews || plan.isReported {
      actions.append(.deliverUploadProgress(report))
    }
  }

  // MARK: - Events of the transport

  mutating func received(_ event: TransportEvent, at now: Duration) -> Phase {
    noteEvent(at: now)
    if case .judging = phase { return hold(event) }
    switch event {
    case .body(let chunk): return received(chunk, at: now)
    case .head(let head): return received(head, at: now)
    case .sent(let bytes):
      if let transfer = phase.open { deliverUpload(uploadProgress.advance(to: bytes), by: transfer.plan) }
      return phase
    case .interim(let head):
      if let transfer = phase.open { report(.receivedInterim(head), by: transfer.plan) }
      return phase
    case .trailers(let trailers):
      if let transfer = phase.open { report(.receivedTrailers(trailers), by: transfer.plan) }
      return phase
    case .redirect(let head): return wasRedirected(head)
    case .finished(let transport): return finished(transport, at: now)
    case .failed(let error, let phase): return failed(error, in: phase, at: now)
    }
  }

  /// Called when the transport has sent an event.
  mutating func noteEvent(at now: Duration) {
    lastEvent = now
    guard case .sending(let transfer, isConnecting: true) = phase else { return }
    unschedule(.connect)
    phase = .sending(transfer, isConnecting: false)
  }

  private mutating func received(_ head: ResponseHead, at now: Duration) -> Phase {
    guard let transfer = phase.open else { return phase }
    timings.firstByte = now - started
    storeCookies(of: head, from: transfer)
    let redirects = transfer.plan.redirects
    let verdict = redirects.verdict(
      on: head, to: transfer.bare, redirects: transfer.attempt.redirects,
      undoing: { transfer.attempt.unadapted($0, to: $1) })
    guard case .follow(let next) = verdict else { return apply(verdict, on: head, transfer, at: now) }
    guard let modification = redirects.modification else {
      return apply(verdict, on: head, transfer, at: now)
    }
    actions.append(.judge(head, to: next, modification, step: step))
    return .judging(transfer, head, held: [])
  }

  /// Does what the policy has decided about the head: its body follows, that of a redirect or of the response.
  mutating func apply(
    _ verdict: RedirectPolicy.Verdict, on head: ResponseHead, _ transfer: Transfer, at now: Duration
  ) -> Phase {
    switch verdict {
    case .follow(let next):
      if head.headers.announcedLength != 0 { scheduleRefusal() }
      return .redirecting(transfer, head, to: next, discarded: 0)
    case .fail(let failure): return failRedirect(transfer, head, NetworkError(.redirect(failure)))
    case .deliver: break
    }
    let url = head.url ?? transfer.request.url
    if transfer.attempt.isResuming, part.verdict(on: head, from: url) == .restart {
      return restart(head, transfer, at: now)
    }
    if let visit = replacement(of: head, transfer) {
      actions.append(
        .fallBack(
          visit.request, transfer.plan, hasLeftOrigin: transfer.attempt.run.hasLeftOrigin,
          replaced: head.cacheStatus, step: step))
      return .judging(transfer, head, held: [])
    }
    return receiveBody(of: head, transfer, at: now)
  }

  /// Receives the body of a response.
  mutating func receiveBody(of head: ResponseHead, _ transfer: Transfer, at now: Duration) -> Phase {
    report(.receivedHead(head), by: transfer.plan)
    if transfer.plan.news.contains(.head) { actions.append(.deliverHead(head)) }
    let next = beginBody(head, transfer)
    let length = head.headers.announcedDecodedLength
    if transfer.plan.isTooLarge(head, length: length, of: transfer.request) {
      return failTooLarge(from: next, transfer, at: now)
    }
    progress.begin(
      length: length, of: transfer.request, from: head.status == 206 ? part.count : 0,
      isRejected: transfer.plan.news.contains(.progress) && next.isRejected)
    return next
  }

  /// Chooses the destination of a body: memory, unless there is a sink and the response is acceptable.
  private mutating func beginBody(_ head: ResponseHead, _ transfer: Transfer) -> Phase {
    let (plan, request) = (transfer.plan, transfer.request)
    let url = head.url ?? request.url
    let isRest = transfer.attempt.isResuming && part.verdict(on: head, from: url) == .rest
    // A 206 that completes a partial file is validated as a 200.
    guard let sink = plan.sink, plan.validation.statusFailure(of: isRest ? 200 : head.status) == nil,
      plan.validation.partFailure(of: head, to: request) == nil
    else {
      if plan.sink != nil || plan.rejectsBody(of: head) { scheduleRefusal() }
      return .receiving(transfer, head, Data())
    }
    let head = isRest ? part.completing(head) : head
    if !request.method.hasContent(inResponse: head.status) {
      // It begins no file, and says nothing about the bytes on disk.
    } else if isRest {
      part.resume(head)
    } else {
      part.restart(head, of: transfer.attempt.run.original, from: url)
    }
    actions.append(.beginBody(sink, transfer, head, part, step: step))
    let flow = BodyFlow(plan.description.destination.buffer)
    let delivery = Delivery(transfer: transfer, head: head, sink: sink, flow: flow)
    if delivery.typeFailure != nil {
      scheduleRefusal()
    } else if plan.description.isEventStream {
      // It may stay open forever, and other requests must not wait for its end.
      release.leaves = plan.isAdmitted
    }
    return .streaming(delivery)
  }

  /// Fails the redirect with what arrives of its body.
  mutating func failRedirect(_ transfer: Transfer, _ head: ResponseHead, _ error: NetworkError) -> Phase {
    scheduleRefusal()
    return .refusing(transfer, head, Data(), error)
  }

  /// Limits the time for the rest of the body of a redirect or a rejected response.
  private mutating func scheduleRefusal() {
    actions.append(.schedule(.refusal, after: Self.refusalTime, step: step))
  }

  /// Called when a chunk has arrived.
  ///
  /// The buffer is moved out of the phase meanwhile, so that it grows without a copy.
  private mutating func received(_ chunk: Data, at now: Duration) -> Phase {
    if phase.isReceiving, case .receiving(let transfer, let head, var data) = takePhase() {
      phase = .receiving(transfer, head, Data())
      return keep(chunk, behind: &data, head, transfer, at: now)
    }
    if case .streaming(var delivery) = phase {
      phase = .receiving(delivery.transfer, delivery.head, Data())
      return stream(chunk, &delivery, at: now)
    }
    if case .redirecting(let transfer, let head, let next, let discarded) = phase {
      let discarded = discarded + chunk.count
      guard discarded > Self.redirectBodyLimit else {
        return .redirecting(transfer, head, to: next, discarded: discarded)
      }
      release.cancelsTask = true
      return follow(head, to: next, from: transfer, discarded: discarded, at: now)
    }
    if case .refusing(let transfer, let head, var data, let error) = phase {
      phase = .refusing(transfer, head, Data(), error)
      progress.skip(chunk.count)
      data.append(chunk)
      guard data.count > Self.redirectBodyLimit else { return .refusing(transfer, head, data, error) }
      data = data.prefix(Self.redirectBodyLimit)
      return end(error, from: .refusing(transfer, head, data, error), at: now)
    }
    // Without a head it is not a body. The end of the transfer reports the failure.
    return phase
  }

  /// Keeps a chunk of a body in memory.
  private mutating func keep(
    _ chunk: Data, behind data: inout Data, _ head: ResponseHead, _ transfer: Transfer, at now: Duration
  ) -> Phase {
    let plan = transfer.plan
    let report = progress.advance(by: chunk.count)
    // The first chunk is kept without a copy. The second replaces it by a copy, and its bytes may be released by code
    // of the transport.
    if data.isEmpty {
      hasFirstChunk = true
    } else if hasFirstChunk {
      hasFirstChunk = false
      release.former.append(data)
    }
    guard data.append(chunk, limit: plan.sizeLimit) else {
      return failTooLarge(from: .receiving(transfer, head, data), transfer, at: now)
    }
    if data.count > Self.refusalLimit, plan.rejectsBody(of: head) {
      return refuse(transfer, head, data.prefix(Self.refusalLimit))
    }
    deliver(report, by: plan)
    return .receiving(transfer, head, data)
  }

  /// Delivers the download progress if there is some and somebody receives it.
  mutating func deliver(_ report: ExchangeProgress.Report?, by plan: ExchangePlan) {
    if let report, plan.news.contains(.progress), report.isNews || plan.isReported {
      actions.append(.deliverProgress(report))
    }
  }

  /// Called when the source of the task has done something other than deliver an event of its response.
  mutating func noticed(_ event: SourceEvent, at now: Duration) -> Phase {
    guard let plan = phase.plan else { return phase }
    switch event {
    case .cache(let event): report(.cache(event), by: plan)
    case .head(let head):
      noteEvent(at: now)
      report(.receivedHead(head), by: plan)
    case .finished(let transport): timings.transport = report(transport, by: plan)
    case .resent(let request):
      lastEvent = now
      report(.resent(request), by: plan)
    }
    return phase
  }

  // MARK: - The end of a transfer

  /// Reports the transport's timings, and returns them unless they are empty.
  mutating func report(_ transport: TransportTimings, by plan: ExchangePlan) -> TransportTimings? {
    guard !transport.isEmpty else { return nil }
    report(.connection(transport), by: plan)
    return transport
  }

  private mutating func finished(_ transport: TransportTimings, at now: Duration) -> Phase {
    if phase.isReceiving, case .receiving(let transfer, let head, let data) = takePhase() {
      // A stored response that a 304 has confirmed has no timings; those of the 304 are kept.
      timings.transport = report(transport, by: transfer.plan) ?? timings.transport
      return complete(transfer, head, data)
    }
    switch phase {
    case .sending(let transfer, _):
      timings.transport = report(transport, by: transfer.plan)
      leave(transfer)
      return fail(NetworkError(.transport(.head)), from: phase, at: now)
    case .streaming(let delivery):
      let plan = delivery.transfer.plan
      timings.transport = report(transport, by: plan) ?? timings.transport
      leave(delivery.transfer)
      deliver(progress.end(), by: plan)
      return delivery.flow.isDrained ? finish(delivery, at: now) : .draining(delivery, .finished)
    case .redirecting(let transfer, let head, let next, let discarded):
      _ = report(transport, by: transfer.plan)
      return follow(head, to: next, from: transfer, discarded: discarded, at: now)
    case .refusing(let transfer, _, _, let error):
      _ = report(transport, by: transfer.plan)
      return end(error, from: phase, at: now)
    // The transport does not have the request. A task ends only once, and its step with it.
    case .ready, .building, .adapting, .lookingUp, .queueing, .receiving, .judging, .draining, .validating,
      .deciding, .fallingBack, .pausing, .ended:
      return phase
    }
  }

  /// Called when the complete response is in memory.
  private mutating func complete(_ transfer: Transfer, _ head: ResponseHead, _ data: Data) -> Phase {
    leave(transfer)
    deliver(progress.end(), by: transfer.plan)
    step += 1
    actions.append(.validate(transfer, head, data, step: step))
    return .validating(transfer, head, data, mayRetry: true)
  }

  /// Ends a rejected response with what there is of its body, which explains the rejection.
  mutating func refuse(_ transfer: Transfer, _ head: ResponseHead, _ data: Data) -> Phase {
    release.cancelsTask = true
    return complete(transfer, head, data)
  }

  private mutating func failed(
    _ error: any Error, in transportPhase: TransportPhase, at now: Duration
  ) -> Phase {
    switch phase {
    case .redirecting(let transfer, let head, let next, let discarded):
      return follow(head, to: next, from: transfer, discarded: discarded, at: now)
    case .refusing(_, _, _, let error): return end(error, from: phase, at: now)
    default:
      guard let transfer = phase.open else { return phase }
      leave(transfer)
      if let unreadable = error as? UnreadableBody {
        var failure = failure(unreadable.error, otherwise: .transport(transportPhase))
        failure.isOfStoredBody = true
        return beginAgain(failure, at: now)
      }
      // The body may be the response to another request, which was cancelled.
      let isCancelled = error.isCancellation && !isOfAnother(error)
      if case .receiving(_, let head, let data) = phase, transfer.plan.rejectsBody(of: head), !isCancelled {
        return complete(transfer, head, data)
      }
      var failure = failure(error, otherwise: isCancelled ? .cancelled : .transport(transportPhase))
      if case .receiving(_, let head, _) = phase, failure.isUndecodableBody,
        let refusal = transfer.plan.validation.statusFailure(of: head.status)
      {
        // The response is rejected whatever its body says.
        failure.reason = .validation(refusal)
      }
      // The error of a shared exchange may be wrapped in another one.
      if let refusal = failure.underlyingError as? ProxyRefusal { failure.response = refusal.response }
      return fail(failure, afterDraining: phase, at: now)
    }
  }

  // MARK: - The end of a response

  /// Called when the response is valid, or has failed.
  ///
  /// A valid server error is replaced by a stored response, if that is allowed.
  mutating func validated(_ result: Result<ReceivedResponse, NetworkError>, at now: Duration) -> Phase {
    guard phase.isValidating else { return phase }
    switch result {
    case .failure(let error): return fail(error, from: phase, at: now)
    case .success(let received):
      // The status comes first, because most responses are no server error.
      guard CacheLookup.isFailure(status: received.head.status), let run = phase.run, run.fallsBack,
        let visit = run.visit, run.plan.sink == nil
      else {
        let former = takePhase()
        return end(received, from: former, at: now)
      }
      return fallBack(visit, run.lastAttempt, .received(received))
    }
  }
}
