import Foundation

/// A monitor that records the requests of one or more sessions, so that you can look at them as a ``Trace``.
///
/// Use it in a program to find out where time goes, and in a test to see what happened.
///
/// ```swift
/// let recorder = TraceRecorder()
/// configuration.monitors.append(recorder)
/// let network = NetworkSession(configuration: configuration)
/// _ = await network.get("https://api.example.com/user").response(.data)
/// print(recorder.trace.waterfall())
/// ```
///
/// It keeps the latest requests and streams within its limits, and before them the requests that are running. Bodies
/// are not recorded unless `bodyLimit` is above 0. The recorder holds the requests' own values until the trace is read;
/// the trace and everything made from it is redacted by the redaction of the session. May be used from any thread and
/// in several sessions.
public final class TraceRecorder: EventMonitor {
  /// The limits of what a recorder keeps.
  public struct Limits: Sendable, Hashable {
    /// The maximum number of requests, of streams, of events of one stream, and of events and messages of one
    /// WebSocket; at least 1.
    public var requests: Int { didSet { requests = max(1, requests) } }
    /// The maximum number of bytes, as an estimate; at least 1.
    ///
    /// The latest steps of running requests, about 4 KB of each, are not counted until the trace is read.
    public var bytes: Int { didSet { bytes = max(1, bytes) } }

    /// Creates limits.
    public init(requests: Int = 1_000, bytes: Int = 16 << 20) {
      self.requests = max(1, requests)
      self.bytes = max(1, bytes)
    }
  }

  /// The limits of what is kept; the oldest requests, streams, and events of a stream or a WebSocket are dropped first.
  ///
  /// A request that runs, and an open WebSocket, are kept until no other request has ended.
  /// A request or stream that is dropped while it runs does not reappear.
  public let limits: Limits
  /// The maximum number of bytes that are recorded of a body; 0 records no bodies.
  public let bodyLimit: Int
  private let log: Lock<TraceLog>
  /// The steps that are not in the log yet, by the number of their request.
  private let batches = (0..<8).map { _ in SharedLock(TraceBatches()) }
  /// The clock of the first session.
  private let firstClock = Lock<TimerClock?>(nil)
  private let direct = Lock<SessionTrace?>(nil)

  /// Creates a recorder without requests.
  public init(limits: Limits = Limits(), bodyLimit: Int = 0) {
    self.limits = limits
    self.bodyLimit = max(0, bodyLimit)
    log = Lock(TraceLog(limits: limits))
  }

  /// Records the step of a request that does not come from a session, with the system's clock.
  public func request(_ id: RequestID, did event: RequestEvent) {
    if let session = direct.withLock({ $0 }) { return session.request(id, did: event) }
    let session = add(MonitoredSession(redaction: .standard, timer: DispatchTimer()))
    let first = direct.withLock { direct in
      direct = direct ?? session
      return direct
    }
    first?.request(id, did: event)
  }

  /// The requests and streams that have been recorded, redacted.
  ///
  /// Reading it takes time in proportion to its size, and delays no request meanwhile.
  public var trace: Trace { changes(beginsWithKept: true).trace }

  /// Removes everything that has been recorded.
  ///
  /// Requests and streams that are running do not reappear.
  public func clear() {
    handOver()
    change { $0.clear() }
  }

  /// What changed in a trace.
  package struct Changes: Sendable {
    /// The requests and streams that changed.
    package var trace: Trace
    /// The number of the last change.
    package var last: Int
    /// Whether everything was removed since.
    package var isReset: Bool
  }

  /// Returns the requests and streams that changed after the change with this number.
  ///
  /// Their times are relative to the first event, even if it was dropped, so that they stay the same.
  package func changes(since change: Int = 0) -> Changes { changes(since: change, beginsWithKept: false) }

  /// - `beginsWithKept`: Whether times are relative to the first event that is kept.
  private func changes(since change: Int = 0, beginsWithKept: Bool) -> Changes {
    handOver()
    let (entries, streams, log) = log.withLock { log in
      (
        log.entries(changedSince: change), log.streams.filter { $0.change > change },
        (
          clocks: log.clocks, first: log.first, epoch: log.epoch, last: log.change, dropped: log.dropped,
          cleared: log.cleared
        )
      )
    }
    let kept = beginsWithKept ? TraceLog.Moment.earliest(of: entries, streams) : nil
    let builder = TraceBuilder(
      clocks: log.clocks, first: kept ?? log.first, epoch: log.epoch, now: TraceLog.Moment(clock))
    return Changes(
      trace: builder.trace(entries, streams, dropped: log.dropped), last: log.last,
      isReset: change > 0 && change < log.cleared)
  }
}

extension TraceRecorder: SessionMonitor {
  package func monitor(in session: MonitoredSession) -> any EventMonitor { add(session) }

  private func add(_ session: MonitoredSession) -> SessionTrace {
    firstClock.withLock { $0 = $0 ?? TimerClock(session.timer) }
    let clock = TraceLog.Clock(redaction: session.redaction, hasInterceptors: session.hasInterceptors)
    return SessionTrace(
      recorder: self, session: log.withLock { $0.add(clock) }, timer: session.timer,
      bodyLimit: Trace.Body.Limit(count: bodyLimit, redaction: session.redaction))
  }

  /// Drops the data that only this session needed, which has ended.
  fileprivate func end(session: Int) { change { $0.end(session: session) } }

  /// Changes the log, and then releases what was dropped, without a lock held.
  fileprivate func change<Result: Sendable>(_ change: (inout TraceLog) -> Result) -> Result {
    let (result, discarded) = log.withLock { (change(&$0), $0.takeDiscarded()) }
    withExtendedLifetime(discarded) {}
    return result
  }

  fileprivate func begin(
    _ key: TraceLog.RequestKey, _ description: RequestDescription, at now: TraceLog.Moment
  ) {
    let discarded = batches(of: key).withLock { batches in
      let former = batches.begin(key)
      return log.withLock { log in
        if let former { log.add(former, to: key) }
        log.begin(key, description, at: now)
        return log.takeDiscarded()
      }
    }
    withExtendedLifetime(discarded) {}
  }

  fileprivate func add(_ mark: TraceMark, to key: TraceLog.RequestKey, at now: Duration) {
    let size = mark.size
    let step = TraceLog.Timed(time: now, mark: mark)
    let discarded = batches(of: key).withLock { batches -> Boxed<TraceLog.Discarded>? in
      // The log changes with the lock of the batches held, so that the steps of a request stay in order.
      let entrance = batches.add(step, size: size, to: key)
      if case .none = entrance { return nil }
      return log.withLock { log in
        switch entrance {
        case .none: break
        case .step: log.add(step, size: size, to: key)
        case .batch(let batch): log.add(batch, to: key)
        }
        return log.takeDiscarded()
      }
    }
    withExtendedLifetime(discarded) {}
  }

  /// Moves all steps to the log.
  private func handOver() {
    for batches in batches {
      let discarded = batches.withLock { batches -> Boxed<TraceLog.Discarded>? in
        let collected = batches.takeAll()
        guard !collected.isEmpty else { return nil }
        return log.withLock { log in
          for (key, batch) in collected { log.add(batch, to: key) }
          return log.takeDiscarded()
        }
      }
      withExtendedLifetime(discarded) {}
    }
  }

  private func batches(of key: TraceLog.RequestKey) -> SharedLock<TraceBatches> {
    batches[key.number & (batches.count - 1)]
  }
}

extension TraceRecorder {
  /// A traced subscription of a stream.
  package struct StreamTrace: Sendable {
    fileprivate let recorder: TraceRecorder
    fileprivate let number: Int

    /// Records an event of the stream.
    package func add(_ kind: Trace.Marble.Kind, _ value: @autoclosure () -> String = "") {
      let (now, redaction) = recorder.streamClock
      let text = redaction.redacted(text: value().cut(to: 1_024, for: redaction))
      let marble = Trace.Marble(time: now, kind: kind, text: text)
      recorder.change { $0.add(marble, toStream: number) }
    }
  }

  /// Begins to record a subscription of a stream.
  ///
  /// Its times come from the clock of the first session that has this recorder.
  package func beginStream(_ name: String) -> StreamTrace {
    let now = TraceLog.Moment(clock)
    let redaction = streamClock.redaction
    let name = redaction.redacted(text: name.cut(to: 256, for: redaction))
    return StreamTrace(recorder: self, number: change { $0.beginStream(name, at: now) })
  }

  /// The clock of the first session; before it, that of the system.
  private var clock: TimerClock { firstClock.withLock { $0 } ?? TimerClock(nil) }

  private var streamClock: (now: Duration, redaction: Redaction) {
    let redaction = log.withLock { $0.clocks.first?.redaction }
    return (clock.now, redaction ?? .standard)
  }
}

/// The recorder of one session, with the session's clock.
///
/// An object, because every request copies the list of monitors' references.
final class SessionTrace: EventMonitor, SessionMonitor {
  let recorder: TraceRecorder
  let session: Int
  private let clock: TimerClock
  private let bodyLimit: Trace.Body.Limit

  init(recorder: TraceRecorder, session: Int, timer: any NetworkTimer, bodyLimit: Trace.Body.Limit) {
    self.recorder = recorder
    self.session = session
    self.bodyLimit = bodyLimit
    clock = TimerClock(timer)
  }

  deinit { recorder.end(session: session) }

  func monitor(in session: MonitoredSession) -> any EventMonitor { recorder.monitor(in: session) }

  func request(_ id: RequestID, did event: RequestEvent) {
    let now = clock.now
    let key = TraceLog.RequestKey(session: session, number: id.number)
    if case .started(let description) = event {
      return recorder.begin(key, description, at: TraceLog.Moment(now, date: clock.date))
    }
    guard let mark = TraceMark(event, bodyLimit, at: now) else { return }
    recorder.add(mark, to: key, at: now)
  }
}
