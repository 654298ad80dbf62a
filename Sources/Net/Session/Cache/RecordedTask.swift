import Foundation

/// A task of the transport whose response goes to the store, too, or is replaced by a stored one after a 304.
///
/// It takes part as a receiver of the transport's events, and passes on what its own receiver must see. With a store
/// that may wait for a disk, the events are handled on a worker thread, one at a time and in order.
final class RecordedTask: TransportTask {
  let recording: ResponseRecording
  private let request: TransportRequest
  private let receiver: any TransportReceiver
  private let report: @Sendable (RequestEvent.CacheEvent) -> Void
  private let state = Lock(RecordedTaskState())
  /// What happens to the events.
  ///
  /// It is used by one thread at a time, the one that handles an event.
  private let record: Lock<ResponseRecord>

  init(
    _ recording: ResponseRecording, _ request: TransportRequest, receiver: any TransportReceiver,
    report: @escaping @Sendable (RequestEvent.CacheEvent) -> Void
  ) {
    self.recording = recording
    self.request = request
    self.receiver = receiver
    self.report = report
    record = Lock(ResponseRecord())
  }

  private var parts: SessionParts { recording.parts }

  // MARK: - The task

  func resume() {
    guard state.withLock({ $0.resume() }) else { return }
    let forward = recording.forward
    // The jar may have changed since the look-up. `Vary: Cookie` is about the cookies that are sent.
    send(request, forward: recording.takesCookies ? forward.withCookies(of: request) : forward)
  }

  func pause() { state.withLock { $0.pause() }?.pause() }

  func proceed() { state.withLock { $0.proceed() }?.proceed() }

  func cancel() {
    switch state.withLock({ $0.cancel() }) {
    case .nothing: break
    case .task(let task): task.cancel()
    case .neverSent: receiver.receive(.failed(CancellationError(), phase: .connect))
    }
  }

  private func send(_ request: TransportRequest, forward: CacheForward) {
    let next = ResponseRecord(
      ResponseRecord.Sent(forward, removalCount: recording.flight.removalCount, time: parts.timer.date))
    record.withLock { $0 = next }
    let leg = Leg(task: self, number: state.withLock { $0.nextLeg() })
    begin(parts.transport.task(for: request, receiver: leg))
  }

  /// Continues with this task, which is paused or cancelled if this one is.
  private func begin(_ task: any TransportTask) {
    let (isPaused, isCancelled) = state.withLock { $0.follow(task) }
    if isCancelled { return task.cancel() }
    if isPaused { task.pause() }
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
    guard parts.cache.isDetached else {
      if state.withLock({ $0.isCurrent(leg) }) { handle(event) }
      return
    }
    let (begins, pausing) = state.withLock { $0.add(event, leg: leg) }
    pausing?.pause()
    if begins { parts.cache.run { self.handleAll() } }
  }

  private func handleAll() {
    while true {
      let (event, proceeding) = state.withLock { $0.next() }
      proceeding?.proceed()
      guard let event else { return }
      handle(event)
    }
  }

  private func handle(_ event: TransportEvent) {
    switch event {
    case .head(let head): received(head)
    case .body(let chunk): received(chunk)
    case .finished(let timings): finished(timings)
    case .failed:
      endRecord().discard()
      release()
      receiver.receive(event)
    case .trailers:
      if case .passes = record.withLock({ $0.delivery }) { receiver.receive(event) }
    case .sent, .interim, .redirect: receiver.receive(event)
    }
  }

  private func received(_ head: ResponseHead) {
    let context = recording.context
    guard let sent = record.withLock({ $0.sent }) else { return receiver.receive(.head(head)) }
    let outcome = CacheUpdate.outcome(
      of: head, to: sent.forward, among: context.entries, requestTime: sent.time,
      responseTime: parts.timer.date, options: context.cache.options)
    // Opened before the entry may be removed.
    let delivery = delivery(of: outcome, sent.forward)
    record.withLock { $0.delivery = delivery }
    let refusal = apply(outcome, sent.removalCount)
    if case .network(let status) = outcome.delivery {
      var head = head
      head.cacheStatus = status
      context.cache.note(status)
      open(outcome, head, refusal)
      receiver.receive(.head(head))
    } else if recording.takesCookies {
      parts.configuration.cookies?.store(head, from: request.url)
    }
  }

  private func delivery(of outcome: CacheOutcome, _ forward: CacheForward) -> ResponseRecord.Delivery {
    switch outcome.delivery {
    case .network: return .passes
    case .resend(let next): return .resends(next)
    case .stored(let serving):
      let response = try? recording.context.response(serving, run: parts.cache.runner)
      if let response { return .replays(response, serving.status) }
      // Without its body, the stored response is requested as if it had never been stored.
      return .resends(
        CacheForward(
          client: forward.client, request: forward.client.withFieldsOfMode, reason: forward.reason))
    }
  }

  /// Updates and removes stored entries; returns the reason if the store fails.
  private func apply(_ outcome: CacheOutcome, _ removalCount: Int) -> CacheReason? {
    let context = recording.context
    let store = context.cache.store
    do {
      for url in outcome.invalidations {
        context.cache.flights.void(url: url, except: recording.flight)
        try store.removeAll(url: url)
      }
      if !outcome.removals.isEmpty { try store.remove(outcome.removals.map { context.entries[$0] }) }
      // After an invalidation, the response may be older than what it would confirm.
      guard recording.flight.removalCount == removalCount else { return nil }
      for (index, response) in outcome.updates {
        try store.update(context.entries[index], response: response)
      }
      return nil
    } catch {
      return CacheReason(error)
    }
  }

  private func open(_ outcome: CacheOutcome, _ head: ResponseHead, _ refusal: CacheReason?) {
    switch outcome.storage {
    case .none: if let refusal { refuse(refusal) }
    case .refuse(let reason): refuse(reason)
    case .store(let response, let replacing):
      let context = recording.context
      if let length = head.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits),
        !head.headers.contains("Content-Encoding"), context.sent.method != .head,
        length > context.cache.store.entryLimit
      {
        return refuse(.size)
      }
      do {
        let writing = try EntryWriting(
          response, replacing: replacing, joining: outcome.join, in: context)
        record.withLock { $0.writing = writing }
      } catch {
        refuse(CacheReason(error))
      }
    }
  }

  private func received(_ chunk: Data) {
    let (delivery, writing) = record.withLock { ($0.delivery, $0.writing) }
    if let writing {
      do { try writing.append(chunk) } catch {
        writing.discard()
        record.withLock { $0.writing = nil }
        refuse(CacheReason(error))
      }
    }
    if case .passes = delivery { receiver.receive(.body(chunk)) }
  }

  private func finished(_ timings: TransportTimings) {
    switch record.withLock({ $0.delivery }) {
    case .passes:
      commit()
      release()
      receiver.receive(.finished(timings))
    case .replays(let response, let status):
      _ = endRecord()
      replay(response, status, timings)
    case .resends(let next):
      _ = endRecord()
      send(next.request.withCookies(of: request), forward: next)
    }
  }

  /// Delivers the stored response that the server has confirmed.
  private func replay(_ response: PlayedResponse, _ status: CacheStatus, _ timings: TransportTimings) {
    recording.context.cache.note(status)
    if let event = status.event { report(event) }
    var head = response.head
    head.url = request.url
    begin(
      PlayedTask(
        head: head, body: response.body, receiver: receiver, timings: timings, run: parts.cache.runner))
  }

  private func commit() {
    let ended = endRecord()
    guard let writing = ended.writing else { return }
    guard recording.flight.removalCount == ended.sent?.removalCount else {
      writing.discard()
      return refuse(.noStore)
    }
    do {
      let entry = try writing.commit()
      recording.context.cache.flights.stored(by: recording.flight)
      guard !recording.flight.hasSeenStoring || isNewest(entry) else { return refuse(.stale) }
      recording.context.cache.noteStored()
      report(.stored(lifetime: .seconds(writing.response.facts.lifetime)))
    } catch {
      writing.discard()
      refuse(CacheReason(error))
    }
  }

  /// Compares an entry with those that other requests have stored meanwhile.
  ///
  /// Removes the older ones, and returns whether this entry is kept.
  private func isNewest(_ entry: CacheEntry) -> Bool {
    let context = recording.context
    let stored = (try? context.cache.store.entries(for: context.key)) ?? []
    let others = stored.filter { other in
      other.id != entry.id && !context.entries.contains { $0.id == other.id }
    }
    let removed = CacheUpdate.superseded(entry, among: others)
    if !removed.isEmpty { try? context.cache.store.remove(removed) }
    return !removed.contains { $0.id == entry.id }
  }

  /// Releases the task of the transport, which may retain its receiver.
  private func release() {
    let task = state.withLock { $0.release() }
    withExtendedLifetime(task) {}
  }

  private func refuse(_ reason: CacheReason) {
    if reason == .storage {
      recording.context.cache.noteFailure()
    } else {
      recording.context.cache.noteRefused()
    }
    report(.refused(reason))
  }

  /// Ends the recording of the present response, and returns it.
  private func endRecord() -> ResponseRecord {
    record.withLock { record in
      defer { record = ResponseRecord(delivery: record.delivery) }
      return record
    }
  }
}

extension CacheReason {
  /// The reason for a response that the store does not keep.
  init(_ error: any Error) {
    switch error as? CacheStoreError {
    case .tooLarge?: self = .size
    default: self = .storage
    }
  }
}
