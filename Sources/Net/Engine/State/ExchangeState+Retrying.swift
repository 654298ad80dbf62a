/// Handles failures: asks the interceptors in order whether to retry.
extension ExchangeState {
  mutating func fail(_ error: NetworkError, from phase: Phase, at now: Duration) -> Phase {
    // Without the network, or after a mistake of the program, another attempt finds the same.
    guard let run = phase.run, phase.mayRetry, !error.isCancellation, !error.isMistake,
      run.plan.cache?.isOffline(run.last?.request ?? run.original) != true, !run.isUnavailable
    else { return end(error, from: phase, at: now) }
    return ask(0, about: completed(error, in: phase), run, at: now)
  }

  private mutating func ask(_ interceptor: Int, about error: NetworkError, _ run: Run, at now: Duration)
    -> Phase
  {
    let interceptors = run.plan.interceptors
    var interceptor = interceptor
    // Another credential would not be sent to the other origin, either.
    while interceptor < interceptors.count, interceptors[interceptor] is any CredentialInterceptor,
      run.hasLostCredentials
    {
      interceptor += 1
    }
    let phase = Phase.deciding(run, error, interceptor: interceptor)
    guard interceptor < interceptors.count else { return fallBack(from: phase, error, run, at: now) }
    step += 1
    let elapsed = now - started
    actions.append(
      .ask(
        run.plan.interceptors[interceptor], about: error, attempts: attempts, elapsed: elapsed, step: step))
    return phase
  }

  mutating func decided(_ decision: RetryDecision, at now: Duration) -> Phase {
    guard case .deciding(let run, let error, let interceptor) = phase else { return phase }
    switch decision {
    case .pass: return ask(interceptor + 1, about: error, run, at: now)
    case .stop: return fallBack(from: phase, error, run, at: now)
    case .fail(let other): return end(failure(other, otherwise: .interceptor), from: phase, at: now)
    case .retry(let delay):
      // An attempt starts with the original request.
      guard run.original.body.isAvailable, !run.wasAnswered else {
        return fallBack(from: phase, error, run, at: now)
      }
      var run = run
      if let last = run.last, let status = last.head?.status {
        run.rejected.insert(Rejected(url: last.request.url, status: status))
      }
      let failure = measured(error)
      report(.willRetry(failure, after: max(.zero, delay)), by: run.plan)
      guard delay > .zero else { return attempt(run, at: now) }
      step += 1
      actions.append(.schedule(.backOff, after: delay, step: step))
      return .pausing(run)
    }
  }
}

extension ExchangeState {
  /// Returns the error of an exchange that is not the last one, with the number of bytes that it has received.
  func measured(_ error: NetworkError) -> NetworkError {
    var error = error
    error.bytesReceived = progress.moved
    return error
  }
}

extension ExchangeState.Run {
  /// Whether the last request was sent to another origin without the credentials of the session.
  ///
  /// A closure or an adapter may have restored them.
  fileprivate var hasLostCredentials: Bool {
    guard hasLeftOrigin, let last, !last.request.headers.contains("Authorization") else { return false }
    return !last.adaptations.contains { adaptation in
      !adaptation.isRepeated
        && adaptation.after.headers.contains { adaptation.isFound($0.name, in: last.request) }
    }
  }
}
