import Net
import Stream

/// A thread-safe wrapper of ``WebSocketSessionState``: one subscription of a session.
final class WebSocketSession: Sendable {
  /// What the session waits for.
  fileprivate struct Held: Sendable {
    var handshake: (any Cancellation)?
    var delay: (any Cancellation)?
    /// The registration of the delay with the session that opened the last connection, until the next handshake has
    /// started.
    var registration: (any Cancellation)?
    /// The subscription to the stream that `onOpen` returned.
    var opening: (any Disposable)?
  }

  fileprivate enum Release: Sendable {
    case stop(Held)
    case leave(StreamWebSocketConnection)
  }

  fileprivate struct Contents: Sendable {
    var state: WebSocketSessionState
    var held = Held()
    /// Where a delay is registered.
    var reconnections: WebSocketReconnections?
    /// The actions to perform, in the order of their inputs.
    var actions: [WebSocketSessionState.Action] = []
    /// Whether a thread performs the actions.
    var isPerforming = false
  }

  private let socket: StreamWebSocket
  /// The handshakes.
  private let series = RequestSeries()
  private let reconnection: WebSocketReconnection
  private let onOpen: @Sendable (StreamWebSocketConnection) -> Single<Void>
  private let observer: AnyObserver<WebSocketEvent>
  private let timer: any NetworkTimer
  private let contents: Lock<Contents>

  init(
    _ socket: StreamWebSocket, _ reconnection: WebSocketReconnection,
    onOpen: @escaping @Sendable (StreamWebSocketConnection) -> Single<Void>,
    observer: AnyObserver<WebSocketEvent>
  ) {
    self.socket = socket.with { [series] in $0.request.series = series }
    self.reconnection = reconnection
    self.onOpen = onOpen
    self.observer = observer
    timer = socket.network.timer
    contents = Lock(Contents(state: WebSocketSessionState(goodDuration: reconnection.backoff.maximumDelay)))
  }

  /// Handles an input and performs the resulting actions.
  ///
  /// Inputs can arrive on several threads at once. What they release is released at once; all else is done by one
  /// thread at a time, in the order of the inputs, so that no message follows the loss of its connection. That thread
  /// may have gone on before the release, so what is released is determined with the input. Messages of a connection
  /// are taken once its opening is done.
  func take(_ input: WebSocketSessionState.Input) {
    let now = timer.now
    let (releases, first) = contents.withLock { contents in
      let releases = contents.add(contents.state.handle(input, at: now))
      return (releases, contents.isPerforming ? nil : contents.nextAction())
    }
    for release in releases { perform(release) }
    var opened: [(StreamWebSocketConnection, number: Int)] = []
    var action = first
    while let current = action {
      perform(current)
      if case .open(let connection, let number) = current { opened.append((connection, number)) }
      action = contents.withLock { $0.nextAction() }
    }
    // Only now: a message that arrives while a thread performs actions waits in `actions`, which no limit applies to,
    // and not in the connection.
    for (connection, number) in opened { receive(from: connection, number) }
  }

  private func perform(_ action: WebSocketSessionState.Action) {
    switch action {
    case .connect(let number): connect(number)
    case .open(let connection, let number): open(connection, number)
    case .emit(let event): emit(event)
    case .decide(let error, let attempts, let number): decide(error, attempts, number)
    case .wait(let delay, let number): wait(delay, number)
    case .stop, .leave: break  // Released with the input.
    case .complete: observer.onCompleted()
    case .fail(let error): observer.onError(error)
    }
  }

  private func connect(_ number: Int) {
    guard contents.withLock({ $0.state.isConnecting(number) }) else { return }
    let handshake = socket.network.openWebSocket(socket.description) { [self] result in
      let connection = result.map { connection in
        // The program may keep the connection for longer than the session.
        StreamWebSocketConnection(connection) { [weak self] in self?.take(.closing(number: number)) }
      }
      take(.connected(connection.mapError { $0 }, number: number))
    }
    let (isWanted, registration) = contents.withLock { contents in
      contents.reconnections = (handshake as? any ReconnectableHandshake)?.reconnections
      defer { contents.held.registration = nil }
      let isWanted = contents.state.isConnecting(number)
      if isWanted { contents.held.handshake = handshake }
      return (isWanted, contents.held.registration)
    }
    registration?.cancel()
    if !isWanted { handshake.cancel() }
  }

  /// Asks the closures of the user, which may dispose of the session.
  private func decide(_ error: any Error, _ attempts: Int, _ number: Int) {
    guard contents.withLock({ $0.state.isDeciding(number) }) else { return }
    let delay = reconnection.delay(after: error, attempts: attempts, at: timer.date)
    take(.decided(delay, error, number: number))
  }

  private func wait(_ delay: Duration, _ number: Int) {
    let registration = contents.withLock { $0.reconnections }?.add { [self] in
      take(.halted($0, number: number))
    }
    let delay = timer.schedule(after: delay) { [self] in take(.fired(number: number)) }
    let isWanted = contents.withLock { contents in
      guard contents.state.isWaiting(number) else { return false }
      (contents.held.delay, contents.held.registration) = (delay, registration)
      return true
    }
    guard !isWanted else { return }
    delay.cancel()
    registration?.cancel()
  }

  private func open(_ connection: StreamWebSocketConnection, _ number: Int) {
    emit(.opened(connection))
    guard contents.withLock({ $0.state.isOpen(number) }) else { return }
    let opening = onOpen(connection).subscribe(
      onSuccess: { _ in },
      onFailure: { [self] error in take(.openingFailed(error, number: number)) })
    let isWanted = contents.withLock { contents in
      guard contents.state.isOpen(number) else { return false }
      contents.held.opening = opening
      return true
    }
    if !isWanted { opening.dispose() }
  }

  /// Receives the messages of a connection, one at a time: the handler returns when the observer has received its
  /// message.
  private func receive(from connection: StreamWebSocketConnection, _ number: Int) {
    guard contents.withLock({ $0.state.isOpen(number) }) else { return }
    connection.receive { [self] update in
      switch update {
      case .message(let message): take(.message(message, number: number))
      case .ended(let result): take(.ended(result, number: number))
      }
    }
  }

  private func emit(_ event: WebSocketEvent) {
    observer.onNext(event)
    // The observer was disposed of in `onNext`, maybe before `subscribe` has returned.
    if observer.isDisposed { take(.dispose) }
  }

  private func perform(_ release: Release) {
    switch release {
    case .stop(let held):
      held.handshake?.cancel()
      held.delay?.cancel()
      held.registration?.cancel()
      held.opening?.dispose()
    case .leave(let connection): connection.leave()
    }
  }
}

extension WebSocketSession.Contents {
  /// Adds actions, and returns those that release something.
  fileprivate mutating func add(_ new: [WebSocketSessionState.Action]) -> [WebSocketSession.Release] {
    var releases: [WebSocketSession.Release] = []
    for action in new {
      switch action {
      case .stop:
        releases.append(.stop(held))
        held = WebSocketSession.Held()
      case .leave(let connection): releases.append(.leave(connection))
      default: actions.append(action)
      }
    }
    return releases
  }

  fileprivate mutating func nextAction() -> WebSocketSessionState.Action? {
    isPerforming = !actions.isEmpty
    return isPerforming ? actions.removeFirst() : nil
  }
}
