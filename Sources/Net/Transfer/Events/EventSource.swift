public import Dispatch
import Foundation

/// Follows a stream of server-sent events, and connects again when the connection is lost (HTML standard,
/// section 9.2).
///
/// ```swift
/// let source = EventSource(RequestDescription("https://api.example.com/ticks"), network: network)
/// source.open { update in
///   switch update {
///   case .opened: show("connected")
///   case .event(let event): show(event.data)
///   case .reconnecting(let delay, _): show("connecting again in \(delay)")
///   case .ended(let result): show("\(result)")
///   }
/// }
/// source.close()
/// ```
///
/// Each connection is a request of its own, with `Accept: text/event-stream`, `Cache-Control: no-store`, and the ID that
/// was seen last as `Last-Event-ID`. The policies of the request and its session act on each. When there is another one
/// is said at ``EventReconnection``; the wait is done by the ``Networking/timer`` of the network.
///
/// A connection that is silent for as long as the idle timeout (60 s unless the request or its session says otherwise) is
/// taken for lost. Servers that are silent for longer send a comment now and then; for those that do not, set
/// ``RequestTimeouts/idle``.
///
/// It goes on until it is closed or has ended, also if nobody holds it. It may be used from any thread.
public final class EventSource: Sendable {
  /// What happens to an event stream: `(opened event* reconnecting | reconnecting)* opened? event* ended`.
  public enum Update: Sendable {
    /// The server has accepted a connection.
    case opened(ResponseHead)
    /// An event has arrived.
    case event(ServerSentEvent)
    /// The connection was lost, or the server has ended it; there is another one after this wait.
    case reconnecting(after: Duration, NetworkError?)
    /// There are no more events: the server has said so, with 204, or something failed for good. Told once, as the
    /// last, and not after ``EventSource/close()``.
    case ended(Result<Void, NetworkError>)
  }

  private struct Shell {
    var state: EventSourceState
    var delivery = ResponseDelivery.callbackQueue
    var handler: (@Sendable (Update) -> Void)?
    var request: (any NetworkRequesting)?
    var wait: (any Cancellation)?
    var isClosed = false
  }

  private let shell: Lock<Shell>
  private let timer: any NetworkTimer
  /// Makes the request of a connection, from the ID that was seen last.
  private let makeRequest: @Sendable (String?) -> any NetworkRequesting

  /// Makes a source. Nothing is sent before it is opened.
  ///
  /// - Parameters:
  ///   - request: What each connection asks for.
  ///   - network: What sends it.
  ///   - lastEventID: The ID to go on after, of an earlier time; nil begins wherever the server begins.
  ///   - reconnection: When there is another connection.
  ///   - maximumEventSize: How many bytes the data of an event may have; the first that is larger ends the stream with
  ///     ``EventTooLong``.
  public convenience init(
    _ request: RequestDescription, network: any Networking, lastEventID: String? = nil,
    reconnection: EventReconnection = EventReconnection(),
    maximumEventSize: Int = EventStreamParser.defaultMaximumSize
  ) {
    self.init(
      lastEventID: lastEventID, reconnection: reconnection, maximumEventSize: maximumEventSize,
      timer: network.timer
    ) { id in
      var description = request
      description.askForEvents(after: id)
      return network.request(description)
    }
  }

  package init(
    lastEventID: String?, reconnection: EventReconnection, maximumEventSize: Int, timer: any NetworkTimer,
    makeRequest: @escaping @Sendable (String?) -> any NetworkRequesting
  ) {
    shell = Lock(
      Shell(
        state: EventSourceState(
          lastEventID: lastEventID, reconnection: reconnection, maximumEventSize: maximumEventSize)))
    self.timer = timer
    self.makeRequest = makeRequest
  }

  /// The ID that was seen last, to go on after at another time.
  public var lastEventID: String? { shell.withLock { $0.state.lastEventID } }

  /// Connects, and tells the handler what happens, one at a time. A source is opened once; further calls do nothing.
  ///
  /// - Parameters:
  ///   - queue: Where the handler is called; nil is the session's callback queue.
  ///   - handler: Called for each update.
  public func open(queue: DispatchQueue? = nil, handler: @escaping @Sendable (Update) -> Void) {
    open(delivery: queue.map { .queue($0) } ?? .callbackQueue, handler: handler)
  }

  /// Connects, and tells the handler what happens, where the delivery says.
  public func open(delivery: ResponseDelivery, handler: @escaping @Sendable (Update) -> Void) {
    let actions = shell.withLock { shell in
      let actions = shell.state.handle(.open)
      if !actions.isEmpty {
        shell.delivery = delivery
        shell.handler = handler
      }
      return actions
    }
    perform(actions)
  }

  /// Ends it: the connection, or the wait for one, is given up at once, and nothing more is told. Idempotent.
  public func close() {
    let (actions, handler) = shell.withLock { shell in
      defer { shell.handler = nil }
      shell.isClosed = true
      return (shell.state.handle(.close), shell.handler)
    }
    perform(actions)
    // What the handler has captured goes here, outside the lock.
    withExtendedLifetime(handler) {}
  }

  // MARK: - The shell

  private func take(_ input: EventSourceState.Input) { perform(shell.withLock { $0.state.handle(input) }) }

  private func perform(_ actions: [EventSourceState.Action]) {
    // Of the connection that they are about, which some of them let go of.
    let request = shell.withLock { $0.request }
    for action in actions { perform(action, of: request) }
  }

  private func perform(_ action: EventSourceState.Action, of request: (any NetworkRequesting)?) {
    switch action {
    case .connect(let id, let connection): connect(after: id, connection)
    case .opened(let head): tell(.opened(head))
    case .deliver(let event): tell(.event(event))
    case .wait(let delay, let failure, let connection):
      letGo()
      tell(.reconnecting(after: delay, failure))
      wait(delay, connection)
    case .disconnect:
      let (request, wait) = letGo()
      request?.cancel()
      wait?.cancel()
    case .end(let result): end(result, of: request)
    }
  }

  private func connect(after id: String?, _ connection: Int) {
    let request = makeRequest(id)
    let delivery = shell.withLock { shell -> ResponseDelivery? in
      guard shell.state.expects(connection) else { return nil }
      shell.request = request
      return shell.delivery
    }
    guard let delivery else { return }
    request.responseStream(delivery: delivery) { [self] event in
      switch event {
      case .head(let head): take(.head(head, connection: connection))
      case .piece(let piece): take(.piece(piece, connection: connection))
      case .complete(let response): take(.ended(response.result, connection: connection))
      }
    }
  }

  private func wait(_ delay: Duration, _ connection: Int) {
    guard shell.withLock({ $0.state.expects(connection) }) else { return }
    let scheduled = timer.schedule(after: delay) { [self] in take(.fired(connection: connection)) }
    let isWanted = shell.withLock { shell in
      guard shell.state.expects(connection) else { return false }
      shell.wait = scheduled
      return true
    }
    if !isWanted { scheduled.cancel() }
  }

  private func end(_ result: Result<Void, NetworkError>, of request: (any NetworkRequesting)?) {
    letGo()
    tell(
      .ended(
        result.mapError { error in
          var error = error
          error.request = error.request ?? request?.request
          return error
        }))
    let handler = shell.withLock { shell in
      defer { shell.handler = nil }
      return shell.handler
    }
    withExtendedLifetime(handler) {}
  }

  private func tell(_ update: Update) { shell.withLock { $0.isClosed ? nil : $0.handler }?(update) }

  /// The request and the wait, which are no longer held here.
  @discardableResult
  private func letGo() -> (request: (any NetworkRequesting)?, wait: (any Cancellation)?) {
    shell.withLock { shell in
      defer { (shell.request, shell.wait) = (nil, nil) }
      return (shell.request, shell.wait)
    }
  }
}

extension RequestDescription {
  /// Asks for an event stream, after the event of this ID. What the request says itself stays.
  package mutating func askForEvents(after id: String?) {
    headers.setDefault(name: "Accept", value: EventSourceState.contentType)
    headers.setDefault(name: "Cache-Control", value: "no-store")
    if let id { headers.update(name: "Last-Event-ID", value: id) }
  }
}
