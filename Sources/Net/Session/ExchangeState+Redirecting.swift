import Foundation

/// What becomes of a redirect, and the cookies that come with it.
extension ExchangeState {
  mutating func judged(
    _ result: Result<RedirectPolicy.Verdict, NetworkError>, at now: Duration
  ) -> [Action] {
    guard case .judging(let head, let held) = phase else { return [] }
    let task = step
    var actions: [Action]
    switch result {
    case .success(let verdict): actions = obey(verdict, about: head, at: now)
    case .failure(let error): return end(error, at: now)
    }
    for event in held where step == task { actions += received(event, at: now) }
    return actions
  }

  mutating func obey(
    _ verdict: RedirectPolicy.Verdict, about head: ResponseHead, at now: Duration
  ) -> [Action] {
    switch verdict {
    case .deliver:
      if let restarted = restarted(by: head, at: now) { return restarted }
      phase = .sending
      let body = beginBody(head)
      if let request { progress.begin(head, of: request, from: part.count) }
      return [.report(.receivedHead(head)), .deliverHead(head)] + body
    case .follow(let next):
      phase = .redirecting(head, to: next, discarded: 0)
      return []
    case .fail(let failure): return end(NetworkError(.redirect(failure)), at: now)
    }
  }

  func storeCookies(of head: ResponseHead, from url: URL) -> [Action] {
    guard plan?.keepsCookies == true, head.headers.contains("Set-Cookie") else { return [] }
    return [.storeCookies(head, from: url)]
  }

  mutating func follow(_ head: ResponseHead, to next: TransportRequest, at now: Duration) -> [Action] {
    redirects += 1
    step += 1
    return leave() + [.report(.redirected(head, to: next))] + enter(next, beginsAttempt: false, at: now)
  }
}
