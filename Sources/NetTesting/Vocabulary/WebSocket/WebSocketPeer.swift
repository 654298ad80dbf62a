public import Net

/// The connection of a peer to its client.
protocol WebSocketPeerHost: AnyObject, Sendable {
  /// Sends bytes to the client.
  func send(_ bytes: [UInt8])
  /// Stops or continues to read what the client sends.
  func read(_ reads: Bool)
  /// Ends the connection.
  func end(reset: Bool)
}

/// The mock's side of one WebSocket: it follows the steps of a script, and records what the client sends.
///
/// ```swift
/// network.stub(
///   .webSocket("/chat"),
///   with: .script { peer in
///     peer.expect(.text("hi"))
///     peer.send(.text("hello"))
///     peer.onMessage { message in [message] }  // echoes everything else
///   })
/// ```
///
/// Each call adds a step. Steps run one after another, each as soon as it can; adding one never waits. A test can add
/// further steps at any time, to a peer from the mock's `webSockets`:
///
/// ```swift
/// network.webSockets.first?.send(.text("news"))
/// ```
///
/// Pings and close frames of the client are answered at any time, unless a ``WebSocketFault`` says otherwise. A message
/// that is not the expected one fails the test and closes the connection with code 1008; an expectation that is not met
/// when the connection ends fails the test, and so does one that is added after that, unless the client has sent it.
/// May be used from any thread.
public final class WebSocketPeer: Sendable {
  /// The handshake.
  public let request: RecordedRequest
  /// The subprotocol that was chosen, or nil.
  public let subprotocol: String?

  private struct Contents: Sendable {
    var state: WebSocketPeerState
    var host: (any WebSocketPeerHost)?
    var wait: (any Cancellation)?
    var isPerforming = false
  }

  private let contents: Lock<Contents>
  private let timer: any NetworkTimer
  /// Where the closures of the test run; nil for the calling thread.
  private let lane: BlockingLane?
  private let changes: Changes
  private let fail: @Sendable (String, SourcePlace?) -> Void

  /// Creates the peer of an open WebSocket.
  init(
    _ request: RecordedRequest, agreement: WebSocketHandshake.Agreement, timer: any NetworkTimer,
    lane: BlockingLane? = nil, changes: Changes, host: any WebSocketPeerHost,
    fail: @escaping @Sendable (String, SourcePlace?) -> Void
  ) {
    self.request = request
    subprotocol = agreement.subprotocol
    self.timer = timer
    self.lane = lane
    self.changes = changes
    self.fail = fail
    contents = Lock(
      Contents(state: WebSocketPeerState(request, compression: agreement.compression), host: host))
  }

  /// All messages that the client has sent, in order.
  public var received: [WebSocketMessage] { read { $0.received } }

  /// The client's close frame; nil before it.
  public var closure: WebSocketClosure? { read { $0.closure } }

  /// How many pongs the client has sent.
  public var pongCount: Int { read { $0.pongCount } }

  /// Whether the connection has not ended.
  public var isOpen: Bool { read { !$0.isOver } }

  /// What the script waits for, as text; nil if it does not wait.
  var awaited: String? { contents.withLock { $0.state.awaited } }

  // MARK: - Steps

  func add(_ step: WebSocketStep) { change { $0.add(step) } }

  /// Fails the test.
  func report(_ words: String, at place: SourcePlace) { fail(words, place) }

  // MARK: - The connection

  /// Calls the script.
  func start(_ script: WebSocketScript) {
    guard let lane else { return script.run(self) }
    lane.add { script.run(self) }
  }

  /// Called when the client has sent these bytes.
  func receive(_ bytes: [UInt8]) { change { $0.receive(bytes) } }

  /// Called when the client has ended the connection.
  func disconnected() { change { $0.disconnect() } }

  /// Fails the test for an expectation that is not met, if the client has disconnected.
  ///
  /// For the end of a test. It waits until the lane of the connection has looked at what has arrived, but only for a
  /// time, because a script may block the lane.
  func reportUnmet() {
    guard !TestScope.isCutShort, contents.withLock({ $0.state.isEnding }) else { return }
    waitForLane()
    let unmet = contents.withLock { $0.state.isEnding ? $0.state.takeUnmet() : nil }
    if let unmet { fail(unmet.words, unmet.place) }
  }

  private func waitForLane() {
    // A script that stops its server runs on the lane, which cannot wait for itself.
    guard let lane, !lane.isCurrent else { return }
    let isDone = SteadySemaphore()
    lane.add { isDone.signal() }
    _ = isDone.wait(within: LeakWitness.grace)
  }

  private func change(_ change: (inout WebSocketPeerState) -> Void) {
    contents.withLock { change(&$0.state) }
    guard let lane else { return perform() }
    lane.add { self.perform() }
  }

  private func read<Value: Sendable>(_ body: (WebSocketPeerState) -> Value) -> Value {
    changes.noteRead()
    return contents.withLock { body($0.state) }
  }

  // MARK: - Actions

  /// Performs the actions, on one thread at a time.
  private func perform() {
    let isFirst = contents.withLock { contents in
      defer { contents.isPerforming = true }
      return !contents.isPerforming
    }
    guard isFirst else { return }
    // Each wait counts from the end of the one before it.
    var due = timer.now
    while let (action, host) = next() {
      if case .wait(let delay, let number) = action {
        due = due.addingSaturated(delay)
        wait(until: due, number)
      } else {
        perform(action, host)
      }
    }
    changes.notify()
  }

  private func next() -> (WebSocketPeerState.Action, (any WebSocketPeerHost)?)? {
    contents.withLock { contents in
      guard let action = contents.state.next() else {
        contents.isPerforming = false
        return nil
      }
      return (action, contents.host)
    }
  }

  private func perform(_ action: WebSocketPeerState.Action, _ host: (any WebSocketPeerHost)?) {
    switch action {
    case .send(let bytes): host?.send(bytes)
    case .read(let reads): host?.read(reads)
    case .check(let expectation, let message):
      if !expectation.matches(message) { contents.withLock { $0.state.refuse(message, expectation) } }
    case .respond(let responder, let message):
      let answers = responder(message)
      contents.withLock { contents in
        for answer in answers { contents.state.add(.send(answer)) }
      }
    case .fail(let words, let place): if !TestScope.isCutShort { fail(words, place) }
    case .discard, .wait: break
    case .end(let reset):
      release()
      host?.end(reset: reset)
    }
  }

  private func wait(until due: Duration, _ number: Int) {
    let waited: @Sendable () -> Void = { self.change { $0.waited(number) } }
    guard let scheduled = timer.schedule(at: due, waited) else { return waited() }
    let former = contents.withLock { contents in
      guard !contents.state.isOver else { return scheduled as (any Cancellation)? }
      defer { contents.wait = scheduled }
      return contents.wait
    }
    former?.cancel()
  }

  private func release() {
    let (wait, host) = contents.withLock { contents in
      defer { (contents.wait, contents.host) = (nil, nil) }
      return (contents.wait, contents.host)
    }
    wait?.cancel()
    // Released here, without a lock held.
    withExtendedLifetime(host) {}
  }
}
