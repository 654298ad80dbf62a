import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A thread-safe wrapper of ``URLWebSocketState``.
///
/// Calls and callbacks of Foundation arrive on any thread, and one thread at a time of the transport's crew delivers the
/// events.
final class URLWebSocketTask: WebSocketTask {
  /// Starts Foundation's task, which is passed to ``started(_:)``, and keeps the transport until the end.
  typealias Start = @Sendable (URLWebSocketTask) -> Void

  private struct Contents: Sendable {
    var state: URLWebSocketState
    var start: Start?
    var socket: (any FoundationWebSocket)?
    var crew: JobCrew?
  }

  private let contents: Lock<Contents>

  init(
    subprotocols: [String], options: WebSocketOptions, receiver: any WebSocketReceiver, crew: JobCrew,
    start: @escaping Start
  ) {
    let state = URLWebSocketState(receiver: receiver, subprotocols: subprotocols, options: options)
    contents = Lock(Contents(state: state, start: start, crew: crew))
  }

  // MARK: - From anywhere

  func resume() { change { $0.resume() } }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    let actions = contents.withLock { $0.state.add(.send(message, completion)) }
    guard let actions else { return completion(WebSocketError.notOpen) }
    perform(actions)
  }

  func ping() { change { $0.ping() } }

  func close(_ closure: WebSocketClosure) { change { $0.add(.close(closure)) ?? [] } }

  func pause() { contents.withLock { $0.state.pause() } }

  func proceed() { change { $0.proceed() } }

  func cancel() {
    let (actions, dropped) = contents.withLock { $0.state.cancel() }
    perform(actions)
    // Released here, without a lock held.
    withExtendedLifetime(dropped) {}
  }

  // MARK: - From Foundation

  /// Called before Foundation's task is resumed; returns false if it is no longer needed.
  func started(_ socket: any FoundationWebSocket) -> Bool {
    contents.withLock { contents in
      guard contents.state.isActive else { return false }
      contents.socket = socket
      return true
    }
  }

  /// Processes a callback.
  func handle(_ input: (inout URLWebSocketState) -> [URLWebSocketState.Action]) { change(input) }

  /// The close frame of the server, if Foundation has reported one.
  var closure: WebSocketClosure? { contents.withLock({ $0.socket })?.closure }

  // MARK: - Actions

  private func change(_ input: (inout URLWebSocketState) -> [URLWebSocketState.Action]) {
    perform(contents.withLock { input(&$0.state) })
  }

  private func perform(_ actions: [URLWebSocketState.Action]) {
    for action in actions {
      let (socket, crew, start) = contents.withLock { ($0.socket, $0.crew, $0.start) }
      switch action {
      case .start: start?(self)
      case .send(let message): socket?.send(message) { error in self.change { $0.sent(error) } }
      case .ping: socket?.ping { error in self.change { $0.ponged(error) } }
      case .close(let closure):
        if socket?.close(closure) == false { change { $0.cannotClose() } }
      case .cancel: socket?.cancel()
      case .deliver: crew?.add { self.deliver() }
      }
    }
  }

  // MARK: - On the thread that delivers

  private func deliver() {
    guard let receiver = contents.withLock({ $0.state.receiver }) else { return }
    while true {
      switch contents.withLock({ $0.state.next() }) {
      case .nothing: return
      case .completion(let completion, let error): completion(error)
      case .receive: receive()
      case .event(let event):
        if event.endsTask { release() }
        receiver.receive(event)
        if event.endsTask { return }
      }
    }
  }

  private func receive() {
    let socket = contents.withLock { $0.socket }
    socket?.receive { result in
      var closure: WebSocketClosure?
      if case .failure = result { closure = self.closure }
      self.change { [closure] in $0.received(result, closure: closure) }
    }
  }

  private func release() {
    let former = contents.withLock { contents in
      defer { (contents.socket, contents.crew, contents.start) = (nil, nil, nil) }
      return (contents.socket, contents.crew, contents.start)
    }
    // Released here, without a lock held.
    withExtendedLifetime(former) {}
  }
}
