import Foundation

/// Prepares an attempt: everything between the built request and the transport.
///
/// ```text
/// attempt ──▶ adapt ──▶ enter ──▶ send
///    └──▶ lookUp ◀──┘     ▲
///            └──▶ found ──┴─▶ play
/// ```
///
/// A request without adapters, cache and queue passes through all of it at once.
extension ExchangeState {
  /// Begins an attempt, which requests only the rest if a part of the download is on disk.
  mutating func attempt(_ run: consuming Run, at now: Duration) -> Phase {
    part.keepIncomplete()
    run.isResuming = run.plan.isDownload && part.canResume(run.original)
    run.hasLeftOrigin = false
    let request = run.isResuming ? part.resuming(run.original) : run.original
    return run.plan.looksUpEarly
      ? lookUp(request, in: Attempt(run: run), isEarly: true)
      : adapt(request, in: Attempt(run: run), at: now)
  }

  // MARK: - Adapters

  /// The change that one adapter made to a request, so that it can be undone for a redirect.
  struct Adaptation: Sendable {
    var before: TransportRequest
    var after: TransportRequest
    /// Whether the adapter runs again for each redirect.
    ///
    /// Otherwise the change is a credential, which is only for the first origin.
    var isRepeated: Bool
  }

  mutating func adapt(
    _ request: TransportRequest, in attempt: consuming Attempt, interceptor: Int = 0, isAdapted: Bool = false,
    at now: Duration
  ) -> Phase {
    step += 1
    let count = attempt.plan.interceptors.count
    var interceptor = interceptor
    if !attempt.isBeginning {
      interceptor = attempt.plan.redirectAdapters.first { $0 >= interceptor } ?? count
    }
    guard interceptor < count else {
      guard attempt.adaptingError == nil else { return adaptingFailed(of: request, in: attempt) }
      if isAdapted { report(.adapted(request), by: attempt.plan) }
      return attempt.plan.cache == nil
        ? enter(request, in: attempt, at: now) : lookUp(request, in: attempt, isEarly: false)
    }
    actions.append(.adapt(request, interceptor: attempt.adapter(interceptor, of: request), step: step))
    return .adapting(attempt, request, interceptor: interceptor)
  }

  mutating func adapted(_ result: Result<TransportRequest, any Error>, at now: Duration) -> Phase {
    guard case .adapting(var attempt, let before, let interceptor) = phase else { return phase }
    switch result {
    case .success(var request):
      let isRepeated = attempt.plan.redirectAdapters.contains(interceptor)
      let isCredential = attempt.plan.interceptors[interceptor] is any CredentialInterceptor
      request.keepCredentialFields(of: before, addingChanged: isCredential)
      if isRepeated || isCredential {
        attempt.adaptations.append(Adaptation(before: before, after: request, isRepeated: isRepeated))
      }
      return adapt(request, in: attempt, interceptor: interceptor + 1, isAdapted: true, at: now)
    case .failure(let error):
      if attempt.adaptingError == nil {
        let error = failure(error, otherwise: .interceptor)
        guard attempt.plan.cache?.isStored == true, before.method.isSafe, error.allowsStaleOfAdapter else {
          return end(error, from: phase, at: now)
        }
        attempt.adaptingError = Boxed(error)
        if attempt.plan.interceptors[interceptor] is any CredentialInterceptor {
          // The stored response belongs to the current credential, so that is applied without a refresh.
          step += 1
          actions.append(.adapt(before, interceptor: attempt.adapter(interceptor, of: before), step: step))
          return .adapting(attempt, before, interceptor: interceptor)
        }
      }
      // The other adapters may select another stored response.
      return adapt(before, in: attempt, interceptor: interceptor + 1, at: now)
    }
  }

  // MARK: - The cache

  mutating func lookUp(_ request: TransportRequest, in attempt: consuming Attempt, isEarly: Bool) -> Phase {
    step += 1
    let question = CacheQuestion(
      request: request, plan: attempt.plan, isEarly: isEarly, hasLeftOrigin: attempt.run.hasLeftOrigin,
      rejected: attempt.run.rejected)
    actions.append(.lookUp(question, step: step))
    return .lookingUp(attempt, request, isEarly: isEarly)
  }

  mutating func found(_ finding: CacheFinding?, at now: Duration) -> Phase {
    if case .fallingBack(let attempt, let visit, let verdict) = phase {
      return fellBack(finding, visit, attempt, verdict, at: now)
    }
    if case .judging(let transfer, let head, let held) = phase, replacement(of: head, transfer) != nil {
      return replaced(head, of: transfer, held, by: finding, at: now)
    }
    guard case .lookingUp(let attempt, let request, let isEarly) = phase else { return phase }
    return found(finding, for: request, in: attempt, isEarly: isEarly, at: now)
  }

  /// Plays the response that the lookup of the request has found, or sends the request.
  mutating func found(
    _ finding: CacheFinding?, for request: TransportRequest, in attempt: consuming Attempt,
    isEarly: Bool = false, at now: Duration
  ) -> Phase {
    switch finding {
    case .response(let source, let event)?:
      attempt.adaptingError = nil
      attempt.run.visit = .played(request)
      if attempt.isBeginning { attempts += 1 }
      return play(request, from: source, event, in: attempt, at: now)
    case .shared(let source, let forward)?:
      attempt.run.visit = .forwarded(forward)
      if attempt.isBeginning { attempts += 1 }
      let event = attempt.plan.isReported ? forward.event : nil
      return play(request, from: source, event, in: attempt, isShared: true, at: now)
    case .network(let forward)? where !isEarly:
      attempt.run.visit = .forwarded(forward)
      // A request that the cache itself sends has not been looked up.
      if attempt.plan.isReported, attempt.plan.cache?.forward == nil, let event = forward.event {
        report(.cache(event), by: attempt.plan)
      }
      return enter(request, in: attempt, at: now)
    case .network, nil:
      if attempt.adaptingError != nil { return fallBackFromAdapting(request, attempt) }
      return isEarly ? adapt(request, in: attempt, at: now) : enter(request, in: attempt, at: now)
    }
  }

  /// Receives a response that needs neither a slot nor a connection.
  mutating func play(
    _ request: TransportRequest, from source: any TaskSource, _ event: RequestEvent.CacheEvent?,
    in attempt: consuming Attempt, isShared: Bool = false, at now: Duration
  ) -> Phase {
    if let event { report(.cache(event), by: attempt.plan) }
    progress.begin(total: nil)
    lastEvent = now
    timings.sent = now - started
    timings.firstByte = nil
    timings.transport = nil
    actions.append(.send(request, source: source, step: step))
    return .sending(Transfer(attempt, request, bare: request, isShared: isShared), isConnecting: false)
  }

  // MARK: - The queue

  mutating func enter(_ request: TransportRequest, in attempt: consuming Attempt, at now: Duration) -> Phase {
    guard attempt.plan.isAdmitted else { return send(request, cookies: nil, in: attempt, at: now) }
    actions.append(.enter(request, hasCookies: attempt.plan.hasCookies, step: step))
    return .queueing(attempt, request)
  }

  mutating func queued(at now: Duration) -> Phase {
    guard case .queueing(let attempt, let request) = phase else { return phase }
    timings.queued = now - started
    report(.queued(request), by: attempt.plan)
    if let timeout = attempt.plan.timeouts.queue {
      actions.append(.schedule(.queue, after: timeout, step: step))
    }
    return phase
  }

  mutating func admitted(_ cookies: String?, at now: Duration) -> Phase {
    guard case .queueing(let attempt, let request) = phase else { return phase }
    if attempt.plan.timeouts.queue != nil { unschedule(.queue) }
    return send(request, cookies: cookies, in: attempt, at: now)
  }

  // MARK: - The transport

  mutating func send(
    _ bare: TransportRequest, cookies: String?, in attempt: consuming Attempt, at now: Duration
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
      actions.append(.schedule(.idle, after: idle, step: step))
    }
    if let connect = timeouts.connect {
      connectTimer.schedule(after: connect, at: now)
      actions.append(.schedule(.connect, after: connect, step: step))
    }
    actions.append(.send(request, source: forward?.source, step: step))
    return .sending(Transfer(attempt, request, bare: bare), isConnecting: timeouts.connect != nil)
  }
}

extension ExchangePlan {
  /// Whether the request that was built is the one to look up, and the lookup needs no other input.
  var looksUpAtOnce: Bool {
    guard let cache, cache.forward == nil, !cache.isEarly else { return false }
    return interceptors.isEmpty && sink == nil
  }

  /// Whether an attempt begins with a lookup, because the session names its partition, so that its stored responses are
  /// found without credentials.
  ///
  /// An adapter that may do more may select another resource or variant (RFC 9111 sections 4 and 4.1), so it runs
  /// first.
  fileprivate var looksUpEarly: Bool {
    guard let cache, cache.isEarly else { return false }
    return interceptors.allSatisfy(\.keepsSelection)
  }
}

extension ExchangeState.Attempt {
  /// Returns the adapter with this number, without a refresh of its credential if the network must not be used.
  fileprivate func adapter(_ number: Int, of request: TransportRequest) -> any RequestInterceptor {
    let adapter = plan.interceptors[number]
    guard let cache = plan.cache, let credential = adapter as? any CredentialInterceptor else {
      return adapter
    }
    return adaptingError != nil || cache.isOffline(request) ? credential.withoutRefresh : adapter
  }

  /// Returns the request without the changes of the adapters that run again for a redirect to the URL and, if that has
  /// another origin, without the credentials of the session.
  func unadapted(_ request: TransportRequest, to url: URL) -> TransportRequest {
    let isCrossOrigin = !url.hasSameOrigin(as: request.url)
    return adaptations.reversed().reduce(request) { request, adaptation in
      adaptation.isRepeated || isCrossOrigin ? adaptation.undone(in: request) : request
    }
  }
}

extension ExchangeState.Adaptation {
  /// Returns the request with the values from before the change, wherever it still has the adapter's values.
  fileprivate func undone(in request: TransportRequest) -> TransportRequest {
    var request = request
    if !isRepeated { request.credentialFields = [] }
    if before.method != after.method, request.method == after.method { request.method = before.method }
    if before.body != after.body, request.body == after.body { request.body = before.body }
    for name in Set((after.headers.map(\.name) + before.headers.map(\.name)).map(HeaderSyntax.folded)) {
      guard isFound(name, in: request) else { continue }
      request.headers.remove(name: name)
      for field in before.headers where field.isNamed(name) { request.headers.add(field) }
    }
    return request
  }

  /// Returns whether the adapter has changed the header field, and the request has the adapter's values.
  func isFound(_ name: String, in request: TransportRequest) -> Bool {
    func values(of headers: HTTPHeaders) -> [ExactText] { headers.values(for: name).map(ExactText.init) }
    let new = values(of: after.headers)
    return values(of: before.headers) != new && values(of: request.headers) == new
  }
}

extension TransportRequest {
  /// Notes the credentials that adapters have set so far.
  ///
  /// - Parameters:
  ///   - before: The request before the last adapter, which may have created a new one.
  ///   - addsChanged: Whether the fields that it has changed are credentials.
  fileprivate mutating func keepCredentialFields(of before: TransportRequest, addingChanged addsChanged: Bool)
  {
    guard addsChanged || !before.credentialFields.isEmpty else { return }
    var fields = before.credentialFields
    if addsChanged {
      let known = Set(before.headers)
      fields += headers.filter { !known.contains($0) && !$0.isNamed("Authorization") }
    }
    credentialFields = fields
  }
}
