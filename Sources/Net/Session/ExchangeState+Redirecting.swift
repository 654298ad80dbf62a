import Foundation

/// What becomes of a redirect, and the cookies that come with it.
extension ExchangeState {
  mutating func judged(_ result: Result<RedirectPolicy.Verdict, NetworkError>, at now: Duration) {
    guard case .judging(let head, let held) = phase else { return }
    let task = step
    switch result {
    case .success(let verdict): obey(verdict, about: head, at: now)
    case .failure(let error): return end(error, at: now)
    }
    for event in held where step == task { received(event, at: now) }
  }

  mutating func obey(_ verdict: RedirectPolicy.Verdict, about head: ResponseHead, at now: Duration) {
    switch verdict {
    case .deliver:
      if isUseless(head) { return restart(at: now) }
      phase = .sending
      report(.receivedHead(head))
      perform(.deliverHead(head))
      beginBody(head)
      if let request { progress.begin(head, of: request, from: head.status == 206 ? part.count : 0) }
    case .follow(let next): phase = .redirecting(head, to: next, discarded: 0)
    case .fail(let failure): end(NetworkError(.redirect(failure)), at: now)
    }
  }

  mutating func storeCookies(of head: ResponseHead, from url: URL) {
    guard plan?.keepsCookies == true, head.headers.contains("Set-Cookie") else { return }
    perform(.storeCookies(head, from: url))
  }

  mutating func follow(_ head: ResponseHead, to next: TransportRequest, at now: Duration) {
    redirects += 1
    step += 1
    leave()
    report(.redirected(head, to: next))
    enter(next, beginsAttempt: false, at: now)
  }
}
