import Foundation

/// Looks for a stale response when a request has failed, and begins again if a stored one cannot be read.
extension ExchangeState {
  /// Fails because no interceptor retries, unless a stored response may be used instead.
  mutating func fallBack(from phase: Phase, _ error: NetworkError, _ run: Run, at now: Duration) -> Phase {
    guard run.fallsBack, let visit = run.visit, error.allowsStale else {
      return end(error, from: phase, at: now)
    }
    return fallBack(visit, run.lastAttempt, .failed(error))
  }

  /// Called when all adapters have run and one of them lacked the network, which counts as no response.
  ///
  /// A stored response may be used, without the fields of the adapter if the session names its partition.
  mutating func adaptingFailed(of request: TransportRequest, in attempt: Attempt) -> Phase {
    guard attempt.plan.cache?.isEarly == true else { return fallBackFromAdapting(request, attempt) }
    return lookUp(request, in: attempt, isEarly: true)
  }

  mutating func fallBackFromAdapting(_ request: TransportRequest, _ attempt: Attempt) -> Phase {
    guard let error = attempt.adaptingError?.value else { return phase }
    var attempt = attempt
    attempt.adaptingError = nil
    return fallBack(.played(request), attempt, .failed(error))
  }

  mutating func fallBack(_ visit: CacheVisit, _ attempt: Attempt, _ verdict: Verdict) -> Phase {
    step += 1
    // Without a forwarded request, an adapter has failed. Its error may contain the response to another
    // request.
    let response = visit.forward == nil ? nil : verdict.response
    actions.append(
      .fallBack(
        visit.request, attempt.plan, hasLeftOrigin: attempt.run.hasLeftOrigin,
        replaced: response?.cacheStatus, step: step))
    return .fallingBack(attempt, visit, verdict)
  }

  mutating func fellBack(
    _ finding: CacheFinding?, _ visit: CacheVisit, _ attempt: Attempt, _ verdict: Verdict, at now: Duration
  ) -> Phase {
    guard case .response(let source, let event)? = finding else {
      return switch verdict {
      case .failed(let error): end(error, from: phase, at: now)
      case .received(let received): end(received, from: phase, at: now)
      }
    }
    if case .failed(let error) = verdict {
      let failure = measured(error)
      report(.willFallBack(failure), by: attempt.plan)
    }
    return play(visit, from: source, event, attempt, at: now)
  }

  /// Receives the stored response that is used instead of a failure.
  private mutating func play(
    _ visit: CacheVisit, from source: any TaskSource, _ event: RequestEvent.CacheEvent?, _ attempt: Attempt,
    at now: Duration
  ) -> Phase {
    var attempt = attempt
    // Without a forwarded request, the stored response is the last one that is tried.
    attempt.run.visit = .played(visit.request)
    return play(visit.request, from: source, event, in: attempt, at: now)
  }

  // MARK: - Bodies that cannot be read

  /// Begins again, once, because a stored body cannot be read to its end.
  ///
  /// The damaged entry was removed, so that the next lookup does not find it. Fails with the error if the
  /// client has received some of the body, or the request must not be performed twice. A request that the
  /// cache sends looks nothing up, so that those that it is sent for begin again.
  mutating func beginAgain(_ error: NetworkError, at now: Duration) -> Phase {
    if case .streaming(let delivery) = phase, !delivery.flow.isDrained {
      return .draining(delivery, .unreadable(error))
    }
    return beginAgain(error, from: phase, at: now)
  }

  /// Begins again in the same way when a download has stored what could be read.
  mutating func beginAgain(_ error: NetworkError, from phase: Phase, at now: Duration) -> Phase {
    guard phase.mayRetry, var run = phase.run, !run.hasBegunAgain, !run.wasAnswered,
      run.original.body.isAvailable, run.plan.cache?.forward == nil
    else { return fail(error, from: phase, at: now) }
    run.hasBegunAgain = true
    return attempt(run, at: now)
  }

  // MARK: - Server errors that are streamed

  /// Returns the request whose stale response may replace a server error that is acceptable and would be streamed.
  ///
  /// A server error that is kept in memory is replaced when it has been validated.
  func replacement(of head: ResponseHead, _ transfer: Transfer) -> CacheVisit? {
    let run = transfer.attempt.run
    guard run.fallsBack, let visit = run.visit, transfer.plan.sink != nil,
      CacheLookup.isFailure(status: head.status),
      transfer.plan.validation.statusFailure(of: head.status) == nil
    else { return nil }
    return visit
  }

  /// Called when the cache has looked for a response that replaces a streamed server error.
  mutating func replaced(
    _ head: ResponseHead, of transfer: Transfer, _ held: [TransportEvent], by finding: CacheFinding?,
    at now: Duration
  ) -> Phase {
    release(held)
    guard case .response(let source, let event)? = finding, let visit = transfer.attempt.run.visit else {
      return proceed(receiveBody(of: head, transfer, at: now), with: held, at: now)
    }
    report(.receivedHead(head), by: transfer.plan)
    let size = Self.bodySize(of: held)
    if size > 0 { report(.receivedBody(Self.unread(size)), by: transfer.plan) }
    for case .finished(let transport) in held { _ = report(transport, by: transfer.plan) }
    release.cancelsTask = true
    leave(transfer)
    step += 1
    return play(visit, from: source, event, transfer.run(head).lastAttempt, at: now)
  }
}
