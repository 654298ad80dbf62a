import Foundation

/// A task of the transport whose response goes to the store, too, or is replaced by a stored one after a 304.
///
/// It takes part as a receiver of the transport's events, and passes on what its own receiver must see. With a store
/// that may wait for a disk, the events are handled on a worker thread, one at a time and in order.
final class RecordedTask: TransportTask {
  private let recording: StoringRequest
  private let request: TransportRequest
  private let receiver: any SourceReceiver
  private let state = Lock(RecordedTaskState())

  // Inlined, or a version for the type of the receiver copies it twice.
  @inline(__always)
  init(_ recording: StoringRequest, _ request: TransportRequest, receiver: any SourceReceiver) {
    self.recording = recording
    self.request = request
    self.receiver = receiver
  }

  private var parts: SessionParts { recording.parts }
  private var context: CacheContext { recording.context }
  private var changes: CacheChanges { recording.context.cache.changes }
  /// Whether anyone is interested in what the cache does.
  private var isMonitored: Bool { !parts.configuration.monitors.isEmpty }

  // MARK: - The task

  func resume() {
    // The jar may have changed since the lookup. `Vary: Cookie` is about the cookies that are sent.
    let sent = sent(to: recording.takesCookies ? Boxed(recording.forward.withCookies(of: request)) : nil)
    guard let leg = state.withLock({ $0.resume(sending: sent) }) else { return }
    begin(parts.transport.task(for: request, receiver: Leg(task: self, number: leg)))
  }

  func pause() {
    state.withLock { $0.isPaused = true }
    updatePause()
  }

  func proceed() {
    state.withLock { $0.isPaused = false }
    updatePause()
  }

  /// Pauses or resumes the task of the transport, as the state says.
  ///
  /// The thread of the transport, a worker thread and that of the caller may call it.
  private func updatePause() {
    while let (task, call) = state.withLock({ $0.beginCall() }) {
      if call.pauses { task.pause() } else { task.proceed() }
      state.withLock { $0.endCall(call) }
    }
  }

  func cancel() {
    switch state.withLock({ $0.cancel() }) {
    case .nothing: break
    case .task(let task): task.cancel()
    case .neverSent: receiver.receive(.failed(CancellationError(), phase: .connect))
    }
  }

  /// What is sent now; the response is to `forward`, or to that of the lookup.
  private func sent(to forward: Boxed<CacheForward>?) -> RecordedTaskState.Sent {
    RecordedTaskState.Sent(
      forward: forward, lastRemoval: changes.lastRemoval(context.mark), time: parts.clock.date)
  }

  /// Sends another request.
  private func send(_ request: TransportRequest, forward: CacheForward) {
    let sent = sent(to: Boxed(forward))
    let leg = state.withLock { $0.send(sent) }
    begin(parts.transport.task(for: request, receiver: Leg(task: self, number: leg)))
  }

  /// Continues with this task, which is paused or cancelled if this one is.
  private func begin(_ task: any TransportTask) {
    let (cancels, pauses) = state.withLock { $0.follow(task) }
    if cancels { return task.cancel() }
    if pauses { updatePause() }
    task.resume()
  }

  // MARK: - The events

  /// Passes on the events of one task of the transport, with its number.
  private struct Leg: TransportReceiver {
    let task: RecordedTask
    let number: Int

    func receive(_ event: TransportEvent) { task.receive(event, leg: number) }
  }

  private func receive(_ event: TransportEvent, leg: Int) {
    guard parts.cache.isDetached else { return handle(event, leg: leg) }
    let (begins, pauses) = state.withLock { $0.add(event, leg: leg) }
    if pauses { updatePause() }
    if begins { parts.cache.run { self.handleAll() } }
  }

  private func handleAll() {
    while true {
      let (event, proceeds) = state.withLock { $0.next() }
      if proceeds { updatePause() }
      guard let event else { return }
      handle(event.0, leg: event.leg)
    }
  }

  private func handle(_ event: TransportEvent, leg: Int) {
    switch event {
    case .head(let head): received(head, leg: leg)
    case .body(let chunk): if received(chunk, leg: leg) { receiver.receive(event) }
    case .finished(let timings): if finished(timings, leg: leg) { receiver.receive(event) }
    case .failed:
      guard let ending = state.withLock({ $0.end(leg) }) else { return }
      ending.writing?.discard()
      if !ending.outdated.isEmpty { markStale(ending) }
      receiver.receive(event)
    case .trailers: if state.withLock({ $0.chunk(leg).passes }) { receiver.receive(event) }
    case .redirect(let head):
      redirected(head, leg: leg)
      if state.withLock({ $0.isCurrent(leg) }) { receiver.receive(event) }
    case .sent, .interim: if state.withLock({ $0.isCurrent(leg) }) { receiver.receive(event) }
    }
  }

  private func received(_ head: ResponseHead, leg: Int) {
    guard let sent = state.withLock({ $0.request(leg) }) else { return }
    let forward = sent.forward?.value ?? recording.forward
    if sent.isRedirected { return receivedAfterRedirect(head, to: forward) }
    let outcome = outcome(of: head, to: forward, sent.time)
    if case .network(let status) = outcome.delivery {
      let refusal = apply(outcome, sent.lastRemoval)
      var head = head
      head.cacheStatus = status
      context.cache.note(status)
      if !outcome.outdated.isEmpty { state.withLock { $0.begin(outdating: outcome.outdated) } }
      open(outcome, head, refusal)
      receiver.receive(.head(head))
    } else {
      // Opened before the entry may be removed.
      let delivery = delivery(of: outcome, forward)
      let refusal = apply(outcome, sent.lastRemoval)
      receiver.notice(.head(head))
      if let refusal { refuse(refusal) }
      state.withLock { $0.begin(delivery) }
      if recording.takesCookies, !state.withLock({ $0.isCancelled }) {
        parts.configuration.cookies?.store(head, from: request.url)
      }
    }
  }

  private func outcome(of head: ResponseHead, to forward: CacheForward, _ requestTime: Date) -> CacheOutcome {
    CacheUpdate.outcome(
      of: head, to: forward, among: context.entries, requestTime: requestTime, responseTime: parts.clock.date,
      options: context.cache.options, url: context.key.url)
  }

  // MARK: - Redirects that the transport follows

  /// Applies the head, which is the response to the request; what follows is the response of another URL.
  private func redirected(_ head: ResponseHead, leg: Int) {
    guard let sent = state.withLock({ $0.redirect(leg) }) else { return }
    let outcome = outcome(of: head, to: sent.forward?.value ?? recording.forward, sent.time)
    _ = apply(outcome, sent.lastRemoval)
    // A redirect is not stored if the transport follows it.
    removeOutdated(outcome.outdated)
  }

  /// Passes on the response of another URL, which is not stored and confirms nothing.
  private func receivedAfterRedirect(_ head: ResponseHead, to forward: CacheForward) {
    if head.status == 304, !forward.validated.isEmpty {
      receiver.notice(.head(head))
      return state.withLock { $0.begin(.resends(unconditional(forward))) }
    }
    var head = head
    head.cacheStatus = forward.status
    context.cache.note(forward.status)
    if context.request.request.method == .get { refuse(.bypass) }
    receiver.receive(.head(head))
  }

  /// Returns the request without the conditions of the cache.
  private func unconditional(_ forward: CacheForward) -> CacheForward {
    CacheForward(client: forward.client, request: forward.client.withFieldsOfMode, reason: forward.reason)
  }

  private func delivery(of outcome: CacheOutcome, _ forward: CacheForward) -> RecordedTaskState.Delivery {
    switch outcome.delivery {
    case .network: return .passes
    case .resend(let next): return .resends(next)
    case .stored(let serving):
      let response = try? context.response(serving, run: parts.cache.runner)
      if let response { return .replays(response, serving.status) }
      // Without its body, the stored response is requested as if it had never been stored.
      return .resends(unconditional(forward))
    }
  }

  /// Updates and removes stored entries; returns the reason if the store fails.
  private func apply(_ outcome: CacheOutcome, _ lastRemoval: Int) -> CacheReason? {
    guard outcome.changesStored else { return nil }
    var failure: (any Error)?
    for url in outcome.invalidations {
      do { try context.cache.removeAll(url, by: recording) } catch { failure = error }
    }
    if !outcome.removals.isEmpty {
      do { try context.cache.remove(outcome.removals.map { context.entries[$0] }) } catch { failure = error }
    }
    // After an invalidation, the response may be older than what it would confirm.
    if !outcome.updates.isEmpty, !wasRemoved(since: lastRemoval) {
      for (index, response) in outcome.updates {
        do { try update(context.entries[index], response) } catch { failure = error }
      }
    }
    return failure.map { CacheReason($0) }
  }

  /// Replaces the head of an entry.
  ///
  /// One whose head cannot be replaced is removed if it would be used where the new head does not allow it.
  private func update(_ entry: CacheEntry, _ response: StoredResponse) throws {
    do {
      try context.cache.store.update(entry, response: response)
    } catch CacheStoreError.vanished {
      // It has been removed in the meantime, so there is nothing to update.
    } catch {
      if response.restricts(entry.response) { try? context.cache.remove([entry]) }
      throw error
    }
  }

  /// Whether the app has removed the URL from the cache since the request started, or another request since this one
  /// was sent.
  private func wasRemoved(since count: Int) -> Bool {
    changes.wasRemoved(context.mark, since: count, except: recording)
  }

  private func open(_ outcome: CacheOutcome, _ head: ResponseHead, _ refusal: CacheReason?) {
    switch outcome.storage {
    case .none: if let refusal { refuse(refusal) }
    case .refuse(let reason): refuse(reason)
    case .store(let response, let replacing):
      if isTooLarge(head, length: response.facts.length) { return refuse(.size) }
      do {
        let keepsChunks = parts.cache.hasExactChunks && !response.headers.contains("Content-Encoding")
        let writing = try EntryWriting(
          response, replacing: replacing, joining: outcome.join, of: recording, keepsChunks: keepsChunks)
        state.withLock { $0.write(writing) }
      } catch {
        refuse(CacheReason(error))
      }
    }
  }

  /// Returns whether the head announces a body that the store cannot keep.
  ///
  /// - `length`: The number in `Content-Length`.
  private func isTooLarge(_ head: ResponseHead, length: Int64?) -> Bool {
    let limit = context.cache.store.entryLimit
    // This is the usual case, so no field is looked up again.
    if let length, length <= limit { return false }
    guard context.request.request.method != .head else { return false }
    return head.headers.announcedDecodedLength.map { $0 > limit } ?? false
  }

  /// Returns whether the chunk is passed on.
  private func received(_ chunk: Data, leg: Int) -> Bool {
    let (passes, writing) = state.withLock { $0.chunk(leg) }
    if let writing {
      do { try writing.append(chunk) } catch {
        writing.discard()
        state.withLock { $0.write(nil) }
        refuse(CacheReason(error))
      }
    }
    return passes
  }

  /// Returns whether the end is passed on.
  private func finished(_ timings: TransportTimings, leg: Int) -> Bool {
    guard let ending = state.withLock({ $0.end(leg) }) else { return false }
    switch ending.delivery {
    case .passes:
      let isSettled = ending.writing.map { commit($0, ending.lastRemoval) } ?? false
      if !isSettled { removeOutdated(ending.outdated) }
      return true
    case .replays(let response, let status):
      receiver.notice(.finished(timings))
      replay(response, status)
    case .resends(let next):
      receiver.notice(.finished(timings))
      let request = next.request.withCookies(of: request)
      receiver.notice(.resent(request))
      send(request, forward: next)
    }
    return false
  }

  /// Delivers the stored response that the server has confirmed.
  private func replay(_ response: PlayedResponse, _ status: CacheStatus) {
    context.cache.note(status)
    if let event = status.event { receiver.notice(.cache(event)) }
    var head = response.head
    head.url = request.url
    begin(PlayedTask(head: head, body: response.body, receiver: receiver, run: parts.cache.runner))
  }

  /// Stores the response; returns false if the store fails, so that the entries that it replaces are still there.
  private func commit(_ writing: EntryWriting, _ lastRemoval: Int) -> Bool {
    guard !wasRemoved(since: lastRemoval) else {
      writing.discard()
      refuse(.removed)
      return true
    }
    do {
      let entry = try writing.commit()
      if changes.noteStoring(context.mark), !isNewest(entry) {
        refuse(.stale)
        return true
      }
      context.cache.noteStored()
      guard isMonitored else { return true }
      let staleness = entry.response.facts.staleness(at: parts.clock.date)
      receiver.notice(.cache(.stored(lifetime: max(.zero, Duration(microsecondsIn: -staleness)))))
      return true
    } catch {
      writing.discard()
      refuse(CacheReason(error))
      return false
    }
  }

  /// Removes what a complete response has made outdated that could not be stored itself.
  private func removeOutdated(_ indices: [Int]) {
    guard !indices.isEmpty else { return }
    try? context.cache.remove(indices.map { context.entries[$0] })
  }

  /// Notes that a response that was cut short has shown that there is a newer one.
  ///
  /// The stored response remains for requests that accept a stale one.
  private func markStale(_ ending: RecordedTaskState.Ending) {
    guard !wasRemoved(since: ending.lastRemoval) else { return }
    for entry in ending.outdated.map({ context.entries[$0] }) {
      var response = entry.response
      response.isInvalid = true
      try? update(entry, response)
    }
  }

  /// Compares an entry with those that other requests have stored meanwhile.
  ///
  /// Removes the older ones, and returns whether this entry is kept.
  private func isNewest(_ entry: CacheEntry) -> Bool {
    let others = context.cache.entries(for: context.key).filter { other in
      other.id != entry.id && !context.entries.contains { $0.id == other.id }
    }
    let removed = CacheUpdate.superseded(entry, among: others)
    if !removed.isEmpty { try? context.cache.remove(removed) }
    return !removed.contains { $0.id == entry.id }
  }

  private func refuse(_ reason: CacheReason) {
    if reason == .storage {
      context.cache.noteFailure()
    } else {
      context.cache.noteRefused()
    }
    if isMonitored { receiver.notice(.cache(.refused(reason))) }
  }
}

extension CacheReason {
  /// The reason for a response that the store does not keep.
  init(_ error: any Error) {
    switch error as? CacheStoreError {
    case .tooLarge?: self = .size
    case .removed?: self = .removed
    default: self = .storage
    }
  }
}
