public import Dispatch
import Foundation

/// Receives a stream of server-sent events and reconnects when the connection is lost (HTML standard, section 9.2).
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
/// Each connection is a separate request with `Accept: text/event-stream`, `Cache-Control: no-store`, and the last
/// received ID as `Last-Event-ID`. The policies of the request and its session apply to each. ``EventReconnection``
/// defines when the source reconnects; for a `POST` it does only if you pass one. Delays are measured by the
/// ``Networking/timer`` of the network.
///
/// A response that is not an event stream ends the source, whatever its request accepts. The error keeps up to 64 KiB
/// of its body that arrive within 5 s; then the connection is closed.
///
/// A connection without data for the idle timeout (60 s unless the request or session sets another) counts as lost.
/// Servers with longer pauses should send comments in between. For servers that do not, set ``RequestTimeouts/idle``.
///
/// A connection occupies a slot of the session's ``SessionConfiguration/maximumConcurrentRequests`` only until the
/// server accepts it. To connect again, the source waits for a slot like any request.
///
/// The source runs until it is closed or has ended, even if nothing references it. ``NetworkSession/cancelAll()`` of
/// the session that sends its requests ends it with ``NetworkError/Reason/cancelled``, even while it waits to
/// reconnect. Such a wait also ends when the session has finished. The source is thread-safe.
public final class EventSource: Sendable {
  /// An update of an event stream.
  ///
  /// The order is `(opened event* reconnecting | reconnecting)* opened? event* ended`.
  public enum Update: Sendable {
    /// The server accepted a connection.
    case opened(ResponseHead)
    /// An event was received.
    case event(ServerSentEvent)
    /// The connection was lost or ended by the server. The source reconnects after the delay.
    case reconnecting(after: Duration, NetworkError?)
    /// The stream ended: the server responded with 204, there was a permanent failure, such as a proxy that requires
    /// credentials, or the connection has ended and the source does not reconnect. It is the last update and comes
    /// once. It does not come after ``EventSource/close()``.
    case ended(Result<Void, NetworkError>)
  }

  private struct Shell {
    var state: EventSourceState
    /// The ID of the last event that the handler was called with; the state has read to the end of the chunk.
    var lastEventID: String?
    var delivery = ResponseDelivery.callbackQueue
    var handler: (@Sendable (Update) -> Void)?
    var request: (any NetworkRequesting)?
    var body: EventBody?
    /// The number of attempts of the last connection.
    var attempts = 0
    var wait: (any Cancellation)?
    /// The registration of the wait with the session, which lasts until the next request has started.
    var registration: (any Cancellation)?
    /// Whether the next request is cancelled before it starts.
    var cancelsNext = false
    var isClosed = false
  }

  private let shell: Lock<Shell>
  private let timer: any NetworkTimer
  /// Creates the request of a connection from the last received ID.
  private let makeRequest: @Sendable (String?) -> any NetworkRequesting

  /// Creates a source.
  ///
  /// Nothing is sent before it is opened.
  ///
  /// - Parameters:
  ///   - request: The request of each connection.
  ///   - network: The network that sends it.
  ///   - lastEventID: The ID of an earlier stream to continue after. With nil the server decides where to begin.
  ///   - reconnection: When to reconnect. With nil, never if the request may not be sent again, such as a `POST`
  ///     without an `Idempotency-Key`.
  ///   - maximumEventSize: The maximum size of an event's data in bytes. A larger event ends the stream with
  ///     ``EventTooLong``.
  public convenience init(
    _ request: RequestDescription, network: any Networking, lastEventID: String? = nil,
    reconnection: EventReconnection? = nil,
    maximumEventSize: Int = EventStreamParser.defaultMaximumSize
  ) {
    self.init(
      request, lastEventID: lastEventID, reconnection: reconnection, maximumEventSize: maximumEventSize,
      timer: network.timer
    ) { id in
      var description = request
      description.askForEvents(after: id)
      return network.request(description)
    }
  }

  package init(
    _ request: RequestDescription, lastEventID: String?, reconnection: EventReconnection?,
    maximumEventSize: Int, timer: any NetworkTimer,
    makeRequest: @escaping @Sendable (String?) -> any NetworkRequesting
  ) {
    let reconnection = reconnection ?? .standard(for: request)
    shell = Lock(
      Shell(
        state: EventSourceState(
          lastEventID: lastEventID, reconnection: reconnection, maximumEventSize: maximumEventSize),
        lastEventID: lastEventID.flatMap { $0.isEmpty ? nil : $0 }))
    self.timer = timer
    self.makeRequest = makeRequest
  }

  /// The last received ID, for continuing the stream later.
  ///
  /// It is that of the last event that the handler was called with, so no event is lost if the source is closed in
  /// between.
  public var lastEventID: String? { shell.withLock { $0.lastEventID } }

  /// Connects and calls the handler with updates, one at a time.
  ///
  /// A source can be opened once; further calls have no effect.
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the session's callback queue.
  ///   - handler: Called with each update.
  public func open(queue: DispatchQueue? = nil, handler: @escaping @Sendable (Update) -> Void) {
    open(delivery: queue.map { .queue($0) } ?? .callbackQueue, handler: handler)
  }

  /// Connects and calls the handler with updates at this delivery.
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

  /// Closes the stream.
  ///
  /// The connection, or the delay before the next one, is cancelled immediately, and the handler is not
  /// called again. Further calls have no effect.
  public func close() {
    let (actions, handler) = shell.withLock { shell in
      shell.isClosed = true
      return (shell.state.handle(.close), shell.handler.take())
    }
    perform(actions)
    // Releases what the handler has captured outside the lock.
    withExtendedLifetime(handler) {}
  }

  // MARK: - The shell

  private func take(_ input: EventSourceState.Input) { perform(shell.withLock { $0.state.handle(input) }) }

  private func prepare(for response: ReceivedResponse, _ connection: Int) {
    // Released without the lock held.
    let former = shell.withLock { shell -> ReceivedDecoding? in
      guard shell.state.expects(connection) else { return nil }
      defer { shell.state.decoding = response.decoding }
      return shell.state.decoding
    }
    withExtendedLifetime(former) {}
  }

  private func take(_ chunk: Data, _ connection: Int, unless endedAtOnce: () -> Bool) {
    let (actions, id) = shell.withLock { shell in
      (shell.state.handle(.chunk(chunk, connection: connection)), shell.state.lastEventID)
    }
    let request = shell.withLock { $0.request }
    // The handler may cancel the request between two events of a chunk, and its total timeout may pass.
    for action in actions where !endedAtOnce() { perform(action, of: request) }
    let isCutOff = endedAtOnce()
    shell.withLock { shell in
      guard !shell.isClosed, shell.state.expects(connection) else { return }
      // It may end with an ID without an event.
      if isCutOff { shell.state.rewind(to: shell.lastEventID) } else { shell.lastEventID = id }
    }
  }

  private func perform(_ actions: [EventSourceState.Action]) {
    // Some of the actions clear it, but all refer to this one.
    let request = shell.withLock { $0.request }
    for action in actions { perform(action, of: request) }
  }

  private func perform(_ action: EventSourceState.Action, of request: (any NetworkRequesting)?) {
    switch action {
    case .connect(let id, let connection): connect(after: id, connection)
    case .opened(let head): notify(.opened(head))
    case .deliver(let event): notify(.event(event)) { $0.lastEventID = event.id }
    case .wait(let delay, let failure, let connection):
      let body = clearConnection()
      notify(.reconnecting(after: delay, failure))
      wait(delay, connection, after: request, body)
    case .fail(let error): shell.withLock { $0.body }?.fail(error)
    case .disconnect: disconnect()
    case .cancelRequest:
      shell.withLock { shell in
        shell.cancelsNext = true
        return shell.request
      }?.cancel()
    case .end(let result): end(result, of: request)
    }
  }

  private func connect(after id: String?, _ connection: Int) {
    let request = makeRequest(id)
    let body = EventBody(
      of: request, prepare: { [self] in prepare(for: $0, connection) },
      head: { [self] in take(.head($0, connection: connection)) },
      chunk: { [self] in take($0, connection, unless: $1) })
    let (delivery, registration, isCancelled) = shell.withLock { shell in
      // The session has the request to cancel once it has started.
      defer { shell.registration = nil }
      guard shell.state.expects(connection) else {
        return (ResponseDelivery?.none, shell.registration, false)
      }
      (shell.request, shell.body) = (request, body)
      return (shell.delivery, shell.registration, shell.cancelsNext)
    }
    defer { registration?.cancel() }
    guard let delivery else { return }
    if isCancelled { request.cancel() }
    request.stream(to: body, buffer: .backPressure(), delivery: delivery, call: "responseStream") {
      [self] response in
      shell.withLock { if $0.state.expects(connection) { $0.attempts = response.timings.attempts } }
      // Asked before the lock is taken, because the error may run code of the user.
      let result = response.result.mapError(\.asked)
      // The field of a response that began a stream says nothing about another one.
      let refusal = response.error.flatMap { $0.origin.underlyingError is ProxyRefusal ? $0 : nil }
      let delay = refusal?.requestedDelay(at: timer.date)
      take(.ended(result, connection: connection, asked: delay))
    }
  }

  private func wait(
    _ delay: Duration, _ connection: Int, after request: (any NetworkRequesting)?, _ body: EventBody?
  ) {
    guard shell.withLock({ $0.state.expects(connection) }) else { return }
    let last = request?.request
    let registration = body?.registerWait { [self] reason in
      let actions = shell.withLock { shell in
        // The next request may be about to start, before the rest is done. A session that has finished refuses it.
        if reason == .cancelled { shell.cancelsNext = true }
        return shell.state.handle(.halted(reason, last))
      }
      return { self.perform(actions) }
    }
    let scheduled = timer.schedule(after: delay) { [self] in take(.fired(connection: connection)) }
    let isWanted = shell.withLock { shell in
      guard shell.state.expects(connection) else { return false }
      (shell.wait, shell.registration) = (scheduled, registration)
      return true
    }
    guard !isWanted else { return }
    scheduled.cancel()
    registration?.cancel()
  }

  private func end(_ result: Result<Void, NetworkError>, of request: (any NetworkRequesting)?) {
    clearConnection()
    notify(
      .ended(
        result.mapError { error in
          var error = error
          error.request = error.request ?? request?.request
          if error.attempts == 0, error.response != nil { error.attempts = shell.withLock { $0.attempts } }
          return error
        }))
    withExtendedLifetime(shell.withLock { $0.handler.take() }) {}
  }

  /// Calls the handler unless the source is closed.
  ///
  /// Only then the change is made, at the moment that decides it.
  private func notify(_ update: Update, _ change: (inout Shell) -> Void = { _ in }) {
    let handler: (@Sendable (Update) -> Void)? = shell.withLock { shell in
      guard !shell.isClosed else { return nil }
      change(&shell)
      return shell.handler
    }
    handler?(update)
  }

  /// Cancels the connection, or the delay before the next one.
  private func disconnect() {
    let (request, body, waits) = shell.withLock { shell in
      defer { (shell.request, shell.body, shell.wait, shell.registration) = (nil, nil, nil, nil) }
      return (shell.request, shell.body, [shell.wait, shell.registration])
    }
    request?.cancel()
    for wait in waits { wait?.cancel() }
    withExtendedLifetime(body) {}
  }

  /// Returns the body of the connection.
  @discardableResult
  private func clearConnection() -> EventBody? {
    // Released here, without the lock held.
    let former = shell.withLock { shell in
      defer { (shell.request, shell.body, shell.wait) = (nil, nil, nil) }
      return (shell.request, shell.body, shell.wait)
    }
    return withExtendedLifetime(former) { former.1 }
  }
}

/// Passes the body of one connection to its source.
private final class EventBody: DecodingConsumer {
  private let response: @Sendable (ReceivedResponse) -> Void
  private let head: @Sendable (ResponseHead) -> Void
  private let chunk: @Sendable (Data, _ endedAtOnce: () -> Bool) -> Void
  private let error = Lock<NetworkError?>(nil)
  private let endedAtOnce: Lock<@Sendable () -> Bool>
  private let waits = Lock<WaitRegistration?>(nil)
  // Weak, because the request references its consumer.
  private weak let request: (any NetworkRequesting)?

  init(
    of request: any NetworkRequesting, prepare response: @escaping @Sendable (ReceivedResponse) -> Void,
    head: @escaping @Sendable (ResponseHead) -> Void,
    chunk: @escaping @Sendable (Data, _ endedAtOnce: () -> Bool) -> Void
  ) {
    self.request = request
    endedAtOnce = Lock(request.dropsTheRest())
    self.response = response
    self.head = head
    self.chunk = chunk
  }

  var failure: NetworkError? { error.withLock { $0 } }

  /// Ends the exchange with this error once the chunk has been taken.
  func fail(_ error: NetworkError) { self.error.withLock { $0 = error } }

  /// Registers the wait after the exchange with its session; returns nil without one.
  func registerWait(_ end: @escaping RequestSeries.End) -> (any Cancellation)? {
    waits.withLock { $0 }?(end)
  }

  func start(unless endedAtOnce: @escaping @Sendable () -> Bool, waits registration: () -> WaitRegistration) {
    let drops = request?.dropsTheRest(endedAtOnce) ?? endedAtOnce
    self.endedAtOnce.withLock { $0 = drops }
    let register = registration()
    waits.withLock { $0 = register }
  }

  func prepare(for response: ReceivedResponse) { self.response(response) }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    // An attempt that is retried may have failed.
    error.withLock { $0 = nil }
    self.head(head)
    next()
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    self.chunk(chunk, endedAtOnce.withLock { $0 })
    next()
  }
}

extension RequestDescription {
  /// Configures a request for an event stream that continues after this ID.
  ///
  /// Fields that the request sets itself are kept.
  package mutating func askForEvents(after id: String?) {
    headers.setDefault(name: "Accept", value: EventSourceState.contentType)
    headers.setDefault(name: "Cache-Control", value: "no-store")
    if let id { headers.update(name: "Last-Event-ID", value: id) }
    // Even if the request accepts more: no other type is an event stream, and its body may never arrive.
    validation.contentType = .only([EventSourceState.contentType])
    isEventStream = true
  }
}
