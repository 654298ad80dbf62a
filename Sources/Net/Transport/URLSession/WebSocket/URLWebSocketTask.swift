import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A thread-safe wrapper of ``URLWebSocketState``.
///
/// Calls and callbacks of Foundation arrive on any thread, and one thread at a time of the transport's crew delivers
/// the events.
final class URLWebSocketTask: WebSocketTask {
  /// Starts Foundation's task, which is passed to ``started(_:)``, and keeps the transport until the end.
  typealias Start = @Sendable (URLWebSocketTask) -> Void

  /// What performs the actions, until the end.
  private struct Parts: Sendable {
    var start: Start?
    var socket: (any FoundationWebSocket)?
    var crew: JobCrew?
  }

  private struct Contents: Sendable {
    var state: URLWebSocketState
    var parts: Parts
  }

  private let contents: Lock<Contents>

  init(
    subprotocols: [String], options: WebSocketOptions, receiver: any WebSocketReceiver, crew: JobCrew,
    start: @escaping Start
  ) {
    let state = URLWebSocketState(receiver: receiver, subprotocols: subprotocols, options: options)
    contents = Lock(Contents(state: state, parts: Parts(start: start, crew: crew)))
  }

  // MARK: - From anywhere

  func resume() { handle { $0.resume() } }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    let (actions, parts) = contents.withLock { ($0.state.add(.send(message, completion)), $0.parts) }
    guard let actions else { return completion(WebSocketError.notOpen) }
    perform(actions, by: parts)
  }

  func ping() { handle { $0.ping() } }

  func close(_ closure: WebSocketClosure) { handle { $0.add(.close(closure)) ?? [] } }

  func pause() { contents.withLock { $0.state.pause() } }

  func proceed() { handle { $0.proceed() } }

  func cancel() {
    let ((actions, dropped), parts) = contents.withLock { ($0.state.cancel(), $0.parts) }
    perform(actions, by: parts)
    // Released here, without a lock held.
    withExtendedLifetime(dropped) {}
  }

  // MARK: - From Foundation

  /// Called before Foundation's task is resumed; returns false if it is no longer needed.
  func started(_ socket: any FoundationWebSocket) -> Bool {
    contents.withLock { contents in
      guard contents.state.isActive else { return false }
      contents.parts.socket = socket
      return true
    }
  }

  /// The close frame of the server, if Foundation has reported one.
  var closure: WebSocketClosure? { contents.withLock({ $0.parts.socket })?.closure }

  // MARK: - Actions

  /// Processes a call or a callback.
  func handle(_ input: (inout URLWebSocketState) -> [URLWebSocketState.Action]) {
    let (actions, parts) = contents.withLock { (input(&$0.state), $0.parts) }
    perform(actions, by: parts)
  }

  /// Performs actions by the parts of the moment of the input, because another thread may deliver the end and release
  /// them before.
  private func perform(_ actions: [URLWebSocketState.Action], by parts: Parts) {
    for action in actions {
      switch action {
      case .start: parts.start?(self)
      case .send(let message): parts.socket?.send(message) { error in self.handle { $0.sent(error) } }
      case .ping: parts.socket?.ping { error in self.handle { $0.ponged(error) } }
      case .close(let closure):
        if parts.socket?.close(closure) == false { handle { $0.cannotClose() } }
      case .cancel: parts.socket?.cancel()
      case .deliver: parts.crew?.add { self.deliver() }
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
        if event.isLast { release() }
        receiver.receive(event)
        if event.isLast { return }
      }
    }
  }

  private func receive() {
    let socket = contents.withLock { $0.parts.socket }
    socket?.receive { result in
      var closure: WebSocketClosure?
      if case .failure = result { closure = self.closure }
      self.handle { [closure] in $0.received(result, closure: closure) }
    }
  }

  private func release() {
    let former = contents.withLock { contents in
      defer { contents.parts = Parts() }
      return contents.parts
    }
    // Released here, without a lock held.
    withExtendedLifetime(former) {}
  }
}
