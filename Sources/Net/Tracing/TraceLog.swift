import Foundation

/// The recorded events of all requests and streams, as a pure value: bounded by count and by bytes.
///
/// The oldest requests that have ended are dropped first, and a running one only if all are running.
struct TraceLog: Sendable {
  /// Identifies a request: the number of its session, and its number in that session.
  struct RequestKey: Sendable, Hashable {
    var session: Int
    var number: Int
  }

  /// A request with its events.
  struct Entry: Sendable {
    /// The number in the trace, counted from 1.
    var id: Int
    var key: RequestKey
    var method: HTTPMethod
    var url: any URLConvertible
    var origin: Trace.Origin?
    var location: RequestLocation?
    /// Whether the request has interceptors; nil if it has those of its session, if that has any.
    var adapts: Bool?
    var start: Duration
    /// The wall time at which the clock was zero when the request started.
    var epoch: Double
    var marks: [Timed] = []
    var size = 0
    /// The number of marks that are events of a WebSocket.
    var socketCount = 0
    /// The number of older events of a WebSocket that were dropped.
    var droppedCount = 0
    /// The number of the last change of the log that concerned it.
    var change = 0
    var hasEnded = false
    /// Whether a WebSocket is open, which outlasts the request that opened it.
    var isOpen = false
  }

  /// A step with its time.
  struct Timed: Sendable {
    var time: Duration
    var mark: TraceMark
  }

  /// By how many bytes an entry has grown, and the steps that it dropped.
  typealias Growth = (size: Int, dropped: [Timed])

  /// What was dropped.
  ///
  /// It is released without a lock held, because it refers to objects of the user.
  struct Discarded: Sendable {
    fileprivate var entries: [Entry] = []
    fileprivate var steps: [Timed] = []
    fileprivate var clocks: [Clock] = []

    fileprivate var isEmpty: Bool { entries.isEmpty && steps.isEmpty && clocks.isEmpty }
  }

  /// A session: its redaction, and how its clock related to the wall time when its last request started.
  struct Clock: Sendable {
    var redaction: Redaction
    /// Whether requests of the session have interceptors.
    var hasInterceptors: Bool
    var epoch: Double?

    init(redaction: Redaction, hasInterceptors: Bool = false) {
      self.redaction = redaction
      self.hasInterceptors = hasInterceptors
    }
  }

  /// A time of a clock, and the wall time at which this clock was zero, in seconds since 2001.
  ///
  /// The two drift apart if the wall clock is set, and while a system sleeps.
  struct Moment: Sendable {
    var time: Duration
    var epoch: Double

    init(time: Duration, epoch: Double) {
      self.time = time
      self.epoch = epoch
    }

    init(_ time: Duration, date: Date) {
      self.time = time
      epoch = date.timeIntervalSinceReferenceDate - time / .seconds(1)
    }

    /// Reads a clock.
    init(_ clock: TimerClock) { self.init(clock.now, date: clock.date) }

    /// Returns the moment with another reading of the epoch, if the two differ only because a clock and its
    /// wall time cannot be read at the same instant; otherwise nil.
    func read(again epoch: Double?) -> Moment? {
      guard let epoch, abs(self.epoch - epoch) < 0.001 else { return nil }
      return Moment(time: time, epoch: epoch)
    }
  }

  /// The size of an entry without steps.
  private static let entrySize = 512

  /// The maximum number of requests, and of bytes.
  let limits: TraceRecorder.Limits
  private(set) var clocks = SessionClocks()
  private(set) var streams: [StreamEntry] = []
  /// The number of streams that were removed, so that a running one is never mistaken for one that began
  /// later.
  private var removedStreams = 0
  /// The number of subscriptions to the streams with each name.
  private var subscriptions: [String: Int] = [:]
  private(set) var dropped = 0
  /// The number of changes so far.
  private(set) var change = 0
  /// When the first event happened.
  private(set) var first: Moment?
  /// The last reading of an epoch.
  private(set) var epoch: Double?
  /// The number of the change that removed everything.
  private(set) var cleared = 0
  /// Entries before `head` were dropped.
  private var entries: [Entry?] = []
  private var head = 0
  /// Running requests that are older than the entries.
  private var running = RunningEntries()
  /// The number of entries that are no longer in the array.
  private var removed = 0
  private var index: TraceIndex
  private var size = 0
  /// What was dropped and is not released yet.
  private var discarded = Discarded()
  /// The stream requests that started a request, with the number of their subscriptions.
  private var origins: [ObjectIdentifier: (origin: RequestOrigin, trace: Trace.Origin)] = [:]
  private var originCount = 0

  init(limits: TraceRecorder.Limits) {
    self.limits = limits
    index = TraceIndex(capacity: limits.requests)
  }

  /// Adds the clock of a session; returns the session's number, counted from 1.
  mutating func add(_ clock: Clock) -> Int { clocks.add(clock) }

  /// Drops the clock of a session that has ended, once no request refers to it.
  mutating func end(session: Int) {
    guard clocks.end(session) else { return }
    discarded.clocks += clocks.dropEnded(except: Set(allEntries.map(\.key.session)))
  }

  /// Returns what was dropped since the last call; nil after nearly all steps, which drop nothing.
  mutating func takeDiscarded() -> Boxed<Discarded>? {
    guard !discarded.isEmpty else { return nil }
    defer { discarded = Discarded() }
    return Boxed(discarded)
  }

  /// Adds a request.
  mutating func begin(_ key: RequestKey, _ description: RequestDescription, at read: Moment) {
    change += 1
    let now = dated(read, key.session)
    let number = removed + entries.count
    index.insert(key, at: number)
    entries.append(
      Entry(
        id: number + 1, key: key, method: description.method, url: description.url,
        origin: description.origin.map { origin($0) }, location: description.location,
        adapts: !description.interceptors.isEmpty ? true : description.inheritsInterceptors ? nil : false,
        start: now.time, epoch: now.epoch, size: Self.entrySize, change: change))
    size += Self.entrySize
    evict()
  }

  /// Adds steps of a request; those of requests that were dropped are ignored.
  mutating func add(_ batch: TraceBatches.Batch, to key: RequestKey) {
    guard let number = index[key] else { return discarded.steps += batch.steps }
    change += 1
    // In place, because the marks grow.
    let (limit, change) = (limits.requests, change)
    grow(
      number < removed + head
        ? running.change(number) { $0.add(batch, limit: limit, change: change) }
        : entries[number - removed]?.add(batch, limit: limit, change: change))
  }

  /// Adds a step of a request; that of a request that was dropped is ignored.
  mutating func add(_ step: Timed, size: Int, to key: RequestKey) {
    guard let number = index[key] else { return }
    change += 1
    let (limit, change) = (limits.requests, change)
    grow(
      number < removed + head
        ? running.change(number) { $0.add(step, size: size, limit: limit, change: change) }
        : entries[number - removed]?.add(step, size: size, limit: limit, change: change))
  }

  private mutating func grow(_ growth: Growth?) {
    guard let growth else { return }
    if !growth.dropped.isEmpty { discarded.steps += growth.dropped }
    grow(by: growth.size)
  }

  /// Returns the moment with the epoch that earlier moments of the same clock have, so that they keep their order.
  private mutating func dated(_ read: Moment, _ session: Int) -> Moment {
    let known = clocks.epoch(of: session)
    let now = read.read(again: known) ?? read.read(again: epoch) ?? read
    // Usually it is known. Changing a value of a dictionary allocates.
    if now.epoch != known { clocks.note(epoch: now.epoch, of: session) }
    epoch = now.epoch
    first = first ?? now
    return now
  }

  private mutating func grow(by added: Int) {
    size += added
    if size > limits.bytes { evict() }
  }

  /// Drops the oldest requests and streams beyond the limits; of a WebSocket and a stream first the older events, half
  /// of them at once, because it may run on.
  private mutating func evict() {
    while entries.count - head + running.count > limits.requests { dropRequest() }
    while size > limits.bytes, head < entries.count || !running.isEmpty || !streams.isEmpty {
      if isOldestARequest { shrinkRequest() } else { shrinkStream() }
    }
    // Half of the array, so that each entry is moved once on average.
    guard head > 64, head > entries.count / 2 else { return }
    entries.removeFirst(head)
    removed += head
    head = 0
  }

  private var isOldestARequest: Bool {
    guard let stream = streams.first?.stream else { return true }
    let start = running.startOfShrinkable(over: share) ?? (head < entries.count ? entries[head]?.start : nil)
    return start.map { $0 <= stream.start } ?? false
  }

  /// The number of bytes up to which a running WebSocket keeps its events while other requests are dropped.
  private var share: Int { limits.bytes / 8 }

  private mutating func shrinkRequest() {
    if head < entries.count, entries[head]?.isRunning == true { return keepRunning() }
    let change = change
    let shrink = { (entry: inout Entry) -> Growth in
      let former = entry.size
      let dropped = entry.dropSocketEvents(keeping: entry.socketCount / 2)
      entry.change = change
      return (entry.size - former, dropped)
    }
    var growth: Growth?
    if head == entries.count || running.startOfShrinkable(over: share) != nil {
      growth = running.changeFirstSocket(over: head == entries.count ? 0 : share, shrink)
    } else if var entry = entries[head].take() {
      growth = entry.socketCount > 0 ? shrink(&entry) : nil
      entries[head] = entry
    }
    guard let growth else { return dropRequest() }
    size += growth.size
    discarded.steps += growth.dropped
  }

  private mutating func shrinkStream() {
    guard let count = streams.first?.stream.marbles.count, count > 0 else { return dropStream() }
    let former = streams[0].size
    streams[0].drop(count - count / 2)
    streams[0].change = change
    size -= former - streams[0].size
  }

  /// Drops the oldest request that has ended, or if all are running the oldest.
  private mutating func dropRequest() {
    if let ended = running.removeFirst(ended: true) { return discard(ended.entry, number: ended.number) }
    while head < entries.count {
      let number = removed + head
      head += 1
      // Taken before it is looked at, because it is large.
      guard let entry = entries[head - 1].take() else { continue }
      guard entry.isRunning else { return discard(entry, number: number) }
      running.append(entry, number: number)
    }
    if let oldest = running.removeFirst(ended: false) { discard(oldest.entry, number: oldest.number) }
  }

  /// Moves the oldest entry, which is running, to those that newer requests do not drop.
  private mutating func keepRunning() {
    if let entry = entries[head].take() { running.append(entry, number: removed + head) }
    head += 1
  }

  private mutating func discard(_ entry: consuming Entry, number: Int) {
    index.remove(entry.key, at: number)
    size -= entry.size
    discarded.entries.append(entry)
    dropped += 1
  }

  private mutating func dropStream() {
    size -= streams.removeFirst().size
    removedStreams += 1
  }

  private mutating func origin(_ origin: RequestOrigin) -> Trace.Origin {
    let id = ObjectIdentifier(origin)
    if let known = origins[id]?.trace {
      let next = Trace.Origin(streamRequest: known.streamRequest, subscription: known.subscription + 1)
      origins[id]?.trace = next
      return next
    }
    if origins.count >= limits.requests { origins = [:] }
    originCount += 1
    // Retained, so that no other object gets its identity.
    let new = Trace.Origin(streamRequest: originCount, subscription: 1)
    origins[id] = (origin, new)
    return new
  }

  /// The entries that changed after this change, in the order of their starts.
  func entries(changedSince change: Int = 0) -> [Entry] {
    allEntries.filter { $0.change > change }
  }

  private var allEntries: [Entry] { running.entries + entries[head...].compactMap { $0 } }

  /// Removes everything that has been recorded; running requests and streams do not reappear.
  mutating func clear() {
    var clocks = clocks
    let epoch = epoch
    let count = removed + entries.count
    let change = change
    let removedStreams = removedStreams + streams.count
    discarded.clocks += clocks.dropEnded(except: [])
    discarded.entries += allEntries
    let discarded = discarded
    self = TraceLog(limits: limits)
    self.discarded = discarded
    self.removedStreams = removedStreams
    self.clocks = clocks
    self.epoch = epoch
    self.change = change + 1
    cleared = change + 1
    removed = count
  }

  // MARK: - Streams

  /// Adds a stream, and drops the oldest one beyond the limit; returns its number.
  mutating func beginStream(_ name: String, at read: Moment) -> Int {
    change += 1
    let now = dated(read, 1)
    // Names that are made for each subscription must not fill the memory. Each number stays unique in the trace.
    if subscriptions.count / 2 >= limits.requests {
      let kept = streams.map { ($0.stream.name, $0.stream.subscription) }
      subscriptions = Dictionary(kept, uniquingKeysWith: max)
    }
    subscriptions[name, default: 0] += 1
    if streams.count >= limits.requests { dropStream() }
    let stream = Trace.TracedStream(name: name, subscription: subscriptions[name] ?? 1, start: now.time)
    let entry = StreamEntry(
      stream: stream, epoch: now.epoch, size: 256 + name.utf8.count, change: change)
    streams.append(entry)
    let number = removedStreams + streams.count - 1
    grow(by: entry.size)
    return number
  }

  /// Adds an event of a stream; that of a stream that was dropped is ignored.
  mutating func add(_ marble: Trace.Marble, toStream number: Int) {
    let index = number - removedStreams
    guard streams.indices.contains(index), streams[index].stream.end == nil else { return }
    change += 1
    let former = streams[index].size
    streams[index].add(marble, limit: limits.requests, change: change)
    grow(by: streams[index].size - former)
  }
}

extension TraceLog.Moment {
  /// The earliest start, by the wall time; nil without any.
  static func earliest(of entries: [TraceLog.Entry], _ streams: [StreamEntry]) -> TraceLog.Moment? {
    let starts =
      entries.map { TraceLog.Moment(time: $0.start, epoch: $0.epoch) }
      + streams.map { TraceLog.Moment(time: $0.stream.start, epoch: $0.epoch) }
    guard var earliest = starts.first else { return nil }
    for start in starts where start.isBefore(earliest) { earliest = start }
    return earliest
  }

  private func isBefore(_ other: TraceLog.Moment) -> Bool {
    epoch == other.epoch
      ? time < other.time : epoch + time / .seconds(1) < other.epoch + other.time / .seconds(1)
  }
}
