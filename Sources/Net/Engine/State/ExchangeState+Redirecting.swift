import Foundation

/// Handles redirects and their cookies.
extension ExchangeState {
  mutating func judged(_ result: Result<RedirectPolicy.Verdict, NetworkError>, at now: Duration) -> Phase {
    guard case .judging(let transfer, let head, let held) = phase, replacement(of: head, transfer) == nil
    else { return phase }
    release(held)
    let task = step
    let next: Phase =
      switch result {
      case .success(let verdict): apply(verdict, on: head, transfer, at: now)
      case .failure(let error): failRedirect(transfer, head, error)
      }
    return step == task ? proceed(next, with: held, at: now) : next
  }

  /// Handles the events that waited for a decision, as long as they belong to the current task.
  mutating func proceed(_ next: Phase, with held: [TransportEvent], at now: Duration) -> Phase {
    let task = step
    phase = next
    for event in held where step == task { phase = received(event, at: now) }
    return phase
  }

  /// Called when the transport has followed a redirect.
  mutating func wasRedirected(_ head: ResponseHead) -> Phase {
    guard let transfer = phase.open else { return phase }
    storeCookies(of: head, from: transfer)
    report(.redirected(head, to: transfer.request), by: transfer.plan)
    report(.resent(transfer.request), by: transfer.plan)
    let redirected = Transfer(
      transfer.attempt, transfer.request, bare: transfer.bare, isRedirected: true)
    return .sending(redirected, isConnecting: false)
  }

  mutating func storeCookies(of head: ResponseHead, from transfer: Transfer) {
    guard transfer.plan.hasCookies, !transfer.isShared, head.headers.contains("Set-Cookie"),
      head.isFromNetwork
    else { return }
    // Otherwise another host could set cookies for that of the request.
    guard let url = transfer.isRedirected ? head.url : transfer.request.url else { return }
    actions.append(.storeCookies(head, from: url))
  }

  mutating func follow(
    _ head: ResponseHead, to next: TransportRequest, from transfer: Transfer, discarded: Int, at now: Duration
  ) -> Phase {
    // The transport may have opened the body after the head of the redirect.
    guard next.body.isAvailable else {
      return end(NetworkError(.redirect(.bodyNotRepeatable)), from: phase, at: now)
    }
    leave(transfer)
    reportDiscarded(discarded, of: transfer)
    report(.redirected(head, to: next), by: transfer.plan)
    var attempt = transfer.attempt
    attempt.run = transfer.run(head)
    if transfer.isAnswered(by: next) { attempt.run.wasAnswered = true }
    if !next.url.hasSameOrigin(as: transfer.request.url) { attempt.run.hasLeftOrigin = true }
    attempt.redirects += 1
    attempt.adaptations.removeAll { $0.isRepeated }
    return adapt(next, in: attempt, at: now)
  }
}

extension ExchangeState {
  /// Reports what has arrived of the body of a redirect, for an exchange that ends in this phase.
  mutating func reportDiscarded(in phase: Phase) {
    if case .redirecting(let transfer, _, _, let discarded) = phase {
      reportDiscarded(discarded, of: transfer)
    }
  }

  private mutating func reportDiscarded(_ count: Int, of transfer: Transfer) {
    if count > 0 { report(.receivedBody(Self.unread(count)), by: transfer.plan) }
  }

  /// The progress of a body that is not that of the response, so that only monitors are notified of it.
  static func unread(_ count: Int) -> TransferProgress {
    TransferProgress(completed: Int64(count), total: nil)
  }
}

extension ExchangeState.Transfer {
  /// Returns whether a redirect to this request means that the service has performed the transferred one, which must
  /// not be performed twice (RFC 9110 section 9.2.2).
  ///
  /// Such is the redirect of a `POST` to a `GET`. Services recognize a repeated `Idempotency-Key`.
  fileprivate func isAnswered(by next: TransportRequest) -> Bool {
    next.method != bare.method && !bare.method.isIdempotent(with: bare.headers)
  }
}
