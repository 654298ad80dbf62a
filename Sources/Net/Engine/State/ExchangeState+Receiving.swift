import Foundation

/// Handles events while the transport has the request.
extension ExchangeState {
  mutating func send(
    _ bare: TransportRequest, cookies: String?, in attempt: Attempt, at now: Duration
  ) -> Phase {
    let forward = attempt.run.visit?.forward
    var request = forward?.request ?? bare
    if let cookies { request.headers.update(name: "Cookie", value: cookies) }
    if attempt.isBeginning {
      attempts += 1
      let number = attempts
      report(.sent(request, attempt: number), by: attempt.plan)
    } else {
      report(.resent(request), by: attempt.plan)
    }
    progress.begin(total: nil)
    lastEvent = now
    timings.sent = now - started
    timings.firstByte = nil
    timings.transport = nil
    let timeouts = attempt.plan.timeouts
    if let idle = timeouts.idle {
      idleTimer.schedule(after: idle, at: now)
      perform(.schedule(.idle, after: idle, step: step))
    }
    if let connect = timeouts.connect {
      connectTimer.schedule(after: connect, at: now)
      perform(.schedule(.connect, after: connect, step: step))
    }
    perform(.send(request, source: forward?.source, step: step))
    return .sending(Transfer(attempt, request, bare: bare), isConnecting: timeouts.connect != nil)
  }

  /// Releases the timers and the slot of a task that has ended.
  mutating func leave(_ transfer: Transfer) {
    unschedule(.connect)
    unschedule(.idle)
    unschedule(.refusal)
    returnSlot(transfer.plan)
  }

  /// The request is sent with a body of this many bytes, if known.
  mutating func sending(_ total: Int64?) -> Phase {
    uploadProgress.begin(total: total)
    // The transport has nothing to report of an empty body.
    if let plan = phase.plan { deliverUpload(uploadProgress.end(), by: plan) }
    return phase
  }

  /// Delivers the upload progress if there is some and somebody receives it.
  private mutating func deliverUpload(_ report: ExchangeProgress.Report?, by plan: ExchangePlan) {
    if let report, plan.news.contains(.uploadProgress), report.isNews || plan.isReported {
      perform(.deliverUploadProgress(report))
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

  /// The transport has sent an event.
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
      on: head, to: transfer.bare, redirects: transfer.attempt.redirects, undoing: transfer.attempt.unadapted)
    guard case .follow(let next) = verdict else { return obey(verdict, on: head, transfer, at: now) }
    guard let modification = redirects.modification else {
      return .redirecting(transfer, head, to: next, discarded: 0)
    }
    perform(.judge(head, to: next, modification, step: step))
    return .judging(transfer, head, held: [])
  }

  /// A chunk has arrived.
  ///
  /// The buffer is moved out of the phase meanwhile, so that it grows without a copy.
  private mutating func received(_ chunk: Data, at now: Duration) -> Phase {
    if case .receiving(let transfer, let head, var data) = phase {
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
    // The first chunk is kept without a copy. The second replaces it by a copy, and its bytes may be released by code of
    // the transport.
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
      perform(.deliverProgress(report))
    }
  }

  // MARK: - The end of a transfer

  /// Reports the transport's timings, and returns them unless they are empty.
  mutating func report(_ transport: TransportTimings, by plan: ExchangePlan) -> TransportTimings? {
    guard transport != TransportTimings() else { return nil }
    report(.connection(transport), by: plan)
    return transport
  }

  private mutating func finished(_ transport: TransportTimings, at now: Duration) -> Phase {
    switch phase {
    case .sending(let transfer, _):
      timings.transport = report(transport, by: transfer.plan)
      leave(transfer)
      return fail(NetworkError(.transport(.head)), from: phase, at: now)
    case .receiving(let transfer, let head, let data):
      // A stored response that a 304 has confirmed has no timings; those of the 304 are kept.
      timings.transport = report(transport, by: transfer.plan) ?? timings.transport
      return complete(transfer, head, data)
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
    case .ready, .building, .adapting, .lookingUp, .queueing, .judging, .draining, .validating, .deciding,
      .fallingBack, .pausing, .ended:
      return phase
    }
  }

  /// The response is in memory.
  private mutating func complete(_ transfer: Transfer, _ head: ResponseHead, _ data: Data) -> Phase {
    leave(transfer)
    deliver(progress.end(), by: transfer.plan)
    step += 1
    perform(.validate(transfer.request, head, data, transfer.plan, step: step))
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
        var failure = NetworkError(unreadable.error, otherwise: .transport(transportPhase))
        failure.isOfStoredBody = true
        return beginAgain(failure, at: now)
      }
      if case .receiving(_, let head, let data) = phase, transfer.plan.rejectsBody(of: head),
        !error.isCancellation
      {
        return complete(transfer, head, data)
      }
      let reason: NetworkError.Reason = error.isCancellation ? .cancelled : .transport(transportPhase)
      var failure = NetworkError(error, otherwise: reason)
      // That of a shared exchange is wrapped.
      if let refusal = failure.underlyingError as? ProxyRefusal { failure.response = refusal.response }
      return fail(failure, afterDraining: phase, at: now)
    }
  }

  // MARK: - The end of a response

  mutating func validated(_ result: Result<ReceivedResponse, NetworkError>, at now: Duration) -> Phase {
    guard case .validating = phase else { return phase }
    return switch result {
    case .success(let received): accepted(received, at: now)
    case .failure(let error): fail(error, from: phase, at: now)
    }
  }
}
