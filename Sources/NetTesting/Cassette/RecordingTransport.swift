public import Foundation
public import Net

/// A transport that records the exchanges of another one, and later replays them without a network.
///
/// ```swift
/// let transport = RecordingTransport(cassette: .cassette("github-user"), mode: .replay, afterEach: self)
/// let network = NetworkSession(transport: transport)
/// ```
///
/// Run the test once in mode ``RecordingMode/recordAll`` to create the cassette, and commit it; after that,
/// ``RecordingMode/replay`` needs no network. Requests are sent by `PlatformTransport.standard()`, the default
/// transport of a session, unless you pass another. The file is HAR 1.2, so you can also replay a file that a browser
/// or a proxy saved.
///
/// **Matching.** A request gets the response of the first entry with the same method, URL and body that has not been
/// replayed yet. A repeated request therefore gets its responses in sequence; different requests may come in any order.
/// Headers are not compared. A request that matches no entry fails the test, at the line that created the transport,
/// with a report on the nearest entries, and fails with an ``UnmatchedRequest``. If the file cannot be read, every
/// request fails with a ``CassetteError``.
///
/// **Writing.** A transport created with `afterEach:` writes the file at the end of the test; otherwise call
/// ``save()``. The file is written atomically, and only if something was recorded. A network
/// failure is recorded and replayed as a failure. A request that was cancelled after its head, by your code or by the
/// session, is recorded as far as it arrived, and one that had not ended is not recorded. Secrets are redacted.
/// Give each test its own cassette: if two transports record the same file, the last one to write wins.
///
/// **Limits.** A response body larger than `maximumBodySize` is delivered whole but recorded without its content;
/// replaying it fails the test and says why. For a larger request body, only the beginning is recorded and compared,
/// whatever limit it is replayed with. A request body that can be read only once is read into memory before it is sent.
/// A body that `upstream` delivers still compressed is replayed so; if it has secrets, it is recorded without its
/// content. Interim responses and trailers are delivered but not recorded.
///
/// **WebSockets** are recorded with their messages, as Chromium writes them, and replayed as a script:
/// ``webSocketTask(for:subprotocols:options:receiver:)``.
///
/// May be used from any thread, and outside tests.
public final class RecordingTransport: Transport {
  let upstream: any Transport
  /// Whether the transport whose exchanges are recorded decodes bodies.
  public var decodesBodies: Bool { upstream.decodesBodies }
  /// Measures the steps of recorded requests, which the network takes.
  let timer: any NetworkTimer
  private let clock: FollowedClock
  /// Measures replayed delays.
  var replayTimer: any NetworkTimer { clock.timer }
  private let file: URL
  let redaction: CassetteRedaction
  let maximumBodySize: Int
  /// Whether entries are replayed with their delays.
  let replaysDelays: Bool
  let reporter: TestReporter
  let place: SourcePlace
  /// Held while the file is written, so that the save that reads the tape last is the last one written.
  private let saving = Lock(())
  private let tape: SharedLock<CassetteTape>
  /// How many bytes of a request's body are compared with the cassette, and the smaller limits of entries.
  private let comparison: (size: Int, limits: [Int])
  /// The stubs of the replayed WebSockets that the scope does not watch.
  private let replays = SharedLock<[StubLedger]>([])
  private let scope: TestScope?
  /// The error of the file, if any.
  let problem: CassetteError?
  /// Whether it replays, records, or both.
  public let mode: RecordingMode

  /// The default limit of a recorded body: 16 MiB.
  public static let maximumBodySize = 16 << 20

  /// Creates a transport.
  ///
  /// A cassette that cannot be read fails the test immediately.
  ///
  /// - Parameters:
  ///   - upstream: The transport that sends the requests to record. In mode `replay` it is never used.
  ///   - cassette: The file; `URL.cassette(_:file:)` names one next to the test.
  ///   - mode: Whether it replays, records, or both.
  ///   - redaction: The secrets that are replaced by a placeholder in the file. They are ignored when a request is
  ///     matched, too.
  ///   - maximumBodySize: The maximum number of bytes of a body that are recorded.
  ///   - replaysDelays: Whether an entry is replayed with the delays that were recorded, by the timer: those of the
  ///     head, of the body, and of the messages of a WebSocket. Otherwise it is replayed at once.
  ///   - timer: The timer that measures the steps of a request; a test scheduler makes replayed delays virtual. Nil
  ///     means that replayed delays use the timer of the session, and recorded ones the system's clock.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    _ upstream: any Transport = PlatformTransport.standard(), cassette: URL, mode: RecordingMode = .replay,
    redaction: Redaction = .standard, maximumBodySize: Int = RecordingTransport.maximumBodySize,
    replaysDelays: Bool = false, timer: (any NetworkTimer)? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.init(
      upstream, cassette: cassette, mode: mode, redaction: redaction, maximumBodySize: maximumBodySize,
      replaysDelays: replaysDelays, timer: timer, place: SourcePlace(file: file, line: line))
  }

  /// Creates a transport that writes its recording at the end of the test, and ends the WebSockets that it replays.
  ///
  /// If the file cannot be written, the test fails, and so does a test that does not send all messages of a recorded
  /// WebSocket.
  public convenience init(
    _ upstream: any Transport = PlatformTransport.standard(), cassette: URL, mode: RecordingMode = .replay,
    redaction: Redaction = .standard, maximumBodySize: Int = RecordingTransport.maximumBodySize,
    replaysDelays: Bool = false, timer: (any NetworkTimer)? = nil, afterEach test: some TestLifetime,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(
      upstream, cassette: cassette, mode: mode, redaction: redaction, maximumBodySize: maximumBodySize,
      replaysDelays: replaysDelays, timer: timer, place: SourcePlace(file: file, line: line),
      scope: test.scope)
    test.atEnd(file: file, line: line) { [self] in
      for ledger in replays.withLock({ $0 }) { ledger.cancelOpen() }
      // The test has failed already for a file that could not be read, and nothing was recorded.
      guard problem == nil else { return }
      do throws(CassetteError) { try save() } catch { reporter.fail("\(error)", at: place) }
    }
  }

  /// Creates a transport that reports failures at this location.
  init(
    _ upstream: any Transport, cassette: URL, mode: RecordingMode, redaction: Redaction,
    maximumBodySize: Int = RecordingTransport.maximumBodySize, replaysDelays: Bool = false,
    timer: (any NetworkTimer)?, place: SourcePlace, scope: TestScope? = .current
  ) {
    self.upstream = upstream
    self.scope = scope
    self.replaysDelays = replaysDelays
    self.maximumBodySize = max(0, maximumBodySize)
    self.mode = mode
    self.timer = timer ?? DispatchTimer()
    clock = FollowedClock(timer)
    file = cassette
    let redaction = CassetteRedaction(messages: redaction)
    self.redaction = redaction
    self.place = place
    reporter = .current
    let (loaded, problem) = Self.load(cassette, mode: mode)
    self.problem = problem
    tape = SharedLock(CassetteTape(loaded, redaction: redaction))
    let sizes = loaded.entries.map { $0.bodyLimit ?? $0.request.body.count }
    comparison = (
      max(self.maximumBodySize, sizes.max() ?? 0), Set(loaded.entries.compactMap(\.bodyLimit)).sorted()
    )
    if let problem {
      let advice = problem.reason == .missing ? ". Record it first, in mode .recordNew or .recordAll." : ""
      reporter.fail("\(problem)\(advice)", at: place)
    }
  }

  private static func load(_ file: URL, mode: RecordingMode) -> (Cassette, CassetteError?) {
    guard mode != .recordAll else { return (Cassette(), nil) }
    do throws(CassetteError) {
      return (try Cassette(contentsOf: file), nil)
    } catch {
      return (Cassette(), mode == .recordNew && error.reason == .missing ? nil : error)
    }
  }

  /// Creates a task.
  ///
  /// When it is resumed, the task decides whether it replays or records.
  public func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    RecordingTask(request, receiver: receiver, transport: self)
  }

  /// When the first request of the cassette that is replayed was sent; nil without one.
  ///
  /// ```swift
  /// let transport = RecordingTransport(cassette: .cassette("github-user"), mode: .replay)
  /// let scheduler = TestScheduler(startDate: transport.recordedAt ?? TestScheduler.usualStartDate)
  /// let network = NetworkSession(transport: transport, timer: scheduler)
  /// ```
  ///
  /// Replayed headers have their recorded dates. With this date as the present, a cache and a cookie jar treat them as
  /// they did when they were recorded.
  public var recordedAt: Date? { Cassette.start(of: tape.withLock { $0 }.loaded) }

  /// The entries recorded so far, in the order in which the requests were sent, with their secrets.
  public var recording: [Cassette.Entry] { tape.withLock { $0.recording } }

  /// Writes the file if something was recorded since the transport was created.
  ///
  /// Call it if no test end does: in a program, or in a script that records cassettes.
  public func save() throws(CassetteError) {
    // A file that could not be read is not overwritten.
    if let problem { throw problem }
    let result = saving.withLock { _ -> Result<Void, CassetteError> in
      guard let entries = tape.withLock({ $0.content(mode: mode) }) else { return .success(()) }
      return Result { () throws(CassetteError) in try Cassette(entries: entries).write(to: file) }
    }
    try result.get()
  }
}

extension RecordingTransport {
  /// How much of the body of a request must be read before it starts.
  func sizeToRead(of request: TransportRequest) -> Int {
    request.body.isRepeatable ? comparedSize : .max
  }

  /// The number of bytes of a body that are compared, plus one that shows whether there are more.
  private var comparedSize: Int { comparison.size < .max ? comparison.size + 1 : .max }

  /// The task that replays or sends a request that is resumed now.
  ///
  /// - `body`: As much of the body as must be read, if the caller has read it.
  func start(
    _ request: TransportRequest, body: Result<Data, any Error>? = nil, receiver: any TransportReceiver
  ) -> any TransportTask {
    if let problem { return ReplayTask(failingWith: problem, receiver: receiver) }
    var request = request
    let read: RecordedRequest
    do {
      read = try request.recorded(upTo: comparedSize, body: try body?.get())
    } catch {
      return ReplayTask(failingWith: error, phase: .send, receiver: receiver)
    }
    if mode != .recordAll, let (entry, number) = take(read) {
      return replay(entry, number: number, to: read, size: request.body.count, receiver)
    }
    let recorded = read.withBody(upTo: maximumBodySize)
    guard mode == .replay else {
      return record(request, recorded, isWhole: recorded.body.count == read.body.count, receiver)
    }
    return ReplayTask(
      failingWith: UnmatchedRequest(report: reportUnmatched(recorded)), receiver: receiver)
  }

  private func key(of request: RecordedRequest, limit: Int? = nil) -> CassetteKey {
    CassetteKey(redaction.redacted(request.withBody(upTo: limit ?? maximumBodySize)), bodyLimit: limit)
  }

  /// Takes the next entry for a request.
  func take(_ request: RecordedRequest) -> (entry: Cassette.Entry, number: Int)? {
    let size = request.body.count
    var keys = [key(of: request)]
    // The entries that were recorded with another limit: a larger one, and smaller ones.
    if size > maximumBodySize { keys.append(CassetteKey(redaction.redacted(request))) }
    keys += comparison.limits.filter { $0 < size }.map { key(of: request, limit: $0) }
    return tape.withLock { $0.take(keys) }
  }

  /// The stubs of a WebSocket to replay, which ends with the test.
  func beginReplaying() -> StubLedger {
    let ledger = StubLedger(at: place, reporter: reporter) { $1 }
    if !ledger.watchLeaks(in: scope) { replays.withLock { $0.append(ledger) } }
    return ledger
  }

  /// Reserves a slot for the entry of a request that is sent now; returns a closure that fills it.
  func beginRecording() -> @Sendable (Cassette.Entry) -> Void {
    let slot = tape.withLock { $0.beginRecording() }
    return { [tape] entry in tape.withLock { $0.record(entry, at: slot) } }
  }

  /// Fails the test because no entry answers a request, and returns the report.
  func reportUnmatched(_ request: RecordedRequest) -> String {
    let report = tape.withLock { $0 }.report(for: request, cassette: file.lastPathComponent)
    reporter.fail(report, at: place)
    return report
  }

  private func replay(
    _ entry: Cassette.Entry, number: Int, to recorded: RecordedRequest, size: Int64?,
    _ receiver: any TransportReceiver
  ) -> any TransportTask {
    if let misuse = misuse(of: entry, number: number, for: recorded) {
      return ReplayTask(failingWith: misuse, receiver: receiver)
    }
    return ReplayTask(
      entry, recorded, bodySize: size, receiver: receiver, timer: replayTimer, replaysDelays: replaysDelays)
  }

  /// Fails the test if the entry has no body that could be replayed, and returns the failure.
  func misuse(of entry: Cassette.Entry, number: Int, for recorded: RecordedRequest) -> StubMisuse? {
    guard let missing = entry.response?.missingBody else { return nil }
    let misuse = StubMisuse(
      """
      Entry \(number) of the cassette \(file.lastPathComponent) answers \(redaction.redacted(recorded)), \
      but has no body that could be replayed: \(missing). Save the file with its contents, or record it, in mode \
      .recordAll.
      """)
    reporter.fail(misuse.description, at: place)
    return misuse
  }

  private func record(
    _ request: TransportRequest, _ recorded: RecordedRequest, isWhole: Bool, _ receiver: any TransportReceiver
  ) -> any TransportTask {
    let (write, limit) = (beginRecording(), isWhole ? nil : maximumBodySize)
    let recorder = ExchangeRecorder(
      recorded, at: timer.date, bodyLimit: maximumBodySize, timer: timer, receiver: receiver,
      record: { entry in
        var entry = entry
        entry.bodyLimit = limit
        write(entry)
      })
    return UpstreamTask(upstream.task(for: request, receiver: recorder), recorder)
  }
}

extension TransportRequest {
  /// The number of bytes of a body that are read at a time.
  private static let chunkSize = 65_536

  /// The request as it is recorded and compared, with at most this many bytes of its body.
  ///
  /// A body that can be read only once is read into memory, so that it can still be sent.
  ///
  /// - `read`: What has been read of the body.
  fileprivate mutating func recorded(upTo limit: Int, body read: Data?) throws -> RecordedRequest {
    if !body.isRepeatable { body = .data(try read ?? body.contents()) }
    var copy = self
    copy.body = .data(try read?.prefix(limit) ?? beginningOfBody(upTo: limit))
    return RecordedRequest(copy)
  }

  private func beginningOfBody(upTo limit: Int) throws -> Data {
    if let data = body.data { return data.prefix(limit) }
    var reader = try body.reader()
    var beginning = Data()
    while beginning.count < limit,
      let chunk = try reader.read(atMost: min(Self.chunkSize, limit - beginning.count))
    {
      beginning += chunk
    }
    return beginning
  }
}

extension RecordingTransport: LocalTransport {
  /// A cassette is replayed on the thread of the caller.
  package var respondsInline: Bool { mode == .replay || upstream.local?.respondsInline == true }

  package func follow(_ clock: any NetworkTimer) {
    self.clock.follow(clock)
    upstream.local?.follow(clock)
  }
}
