import Dispatch

/// The front half of every request: keeps its configuration until the start, and passes the outcome of its exchange to
/// all handlers.
final class ExchangeRequest: NetworkRequesting {
  private let lifecycle: Lock<RequestLifecycle>
  private let exchange: SessionExchange
  private let callbackQueue: DispatchQueue?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - description: The request.
  ///   - exchange: The back half of the request.
  ///   - callbackQueue: The queue for handlers that name none. With nil they are called inline.
  init(_ description: RequestDescription, exchange: SessionExchange, callbackQueue: DispatchQueue?) {
    var description = exchange.marked(description)
    // The description may be that of another request, which has its own claim.
    if description.bodyClaim != nil { description.bodyClaim = nil }
    lifecycle = Lock(RequestLifecycle(description))
    self.exchange = exchange
    self.callbackQueue = callbackQueue
  }

  var requestDescription: RequestDescription { lifecycle.withLock { $0.description } }
  var request: TransportRequest? { exchange.request }
  var response: ResponseHead? { exchange.response }
  var state: RequestState { lifecycle.withLock { $0.state } }
  var cURLDescription: String { exchange.cURLDescription(of: requestDescription) }
  /// What the session hides.
  var redaction: Redaction { exchange.parts.configuration.redaction }

  func configure(
    as call: String, _ change: @Sendable (inout RequestDescription) -> Void
  ) -> Self {
    // The change is the caller's code, so it is made without the lock held, and repeated after a concurrent change.
    while let current = lifecycle.withLock({ $0.descriptionToChange() }) {
      var description = current.description
      change(&description)
      let changed = exchange.marked(description)
      if lifecycle.withLock({ $0.setDescription(changed, change: current.change) }) { return self }
    }
    return configured(call, false)
  }

  func progress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    let deliver = delivering(handler, on: delivery.queue(callbackQueue))
    return configured("progress", lifecycle.withLock { $0.listen { $0.progress.append(deliver) } })
  }

  func uploadProgress(
    delivery: ResponseDelivery, _ handler: @escaping @Sendable (TransferProgress) -> Void
  ) -> Self {
    let deliver = delivering(handler, on: delivery.queue(callbackQueue))
    return configured("uploadProgress", lifecycle.withLock { $0.listen { $0.upload.append(deliver) } })
  }

  func onHTTPResponse(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Self {
    let deliver = delivering(handler, on: nil)
    return configured("onHTTPResponse", lifecycle.withLock { $0.listen { $0.head.append(deliver) } })
  }

  func response<Serializer: ResponseSerializer>(
    delivery: ResponseDelivery, responseSerializer: Serializer,
    completionHandler: @escaping @Sendable (DataResponse<Serializer.Value>) -> Void
  ) -> Self {
    let queue = delivery.queue(callbackQueue)
    let handler: RequestLifecycle.Handler = { [exchange] outcome in
      let result: Result<Serializer.Value, NetworkError>
      do throws(NetworkError) {
        result = .success(try exchange.value(of: outcome, by: responseSerializer))
      } catch {
        result = .failure(error)
      }
      let response = DataResponse(
        request: outcome.request, response: outcome.response, data: outcome.data, result: result,
        timings: outcome.timings)
      if let queue {
        queue.async { completionHandler(response) }
      } else {
        completionHandler(response)
      }
    }
    // The code of a serializer is called without the lock held.
    let accept = responseSerializer.accept
    perform(
      lifecycle.withLock {
        $0.start(handler, accept: accept, isRefused: responseSerializer is any RefusedSerializer)
      })
    return self
  }

  func resume() -> Self {
    perform(lifecycle.withLock { $0.start(nil) })
    return self
  }

  func cancel() {
    perform(lifecycle.withLock { $0.cancel() })
  }

  /// Returns a closure that calls the handler on the queue, unless a monitor, another handler or another
  /// thread has ended the request at once before that.
  private func delivering<News: Sendable>(
    _ handler: @escaping @Sendable (News) -> Void, on queue: DispatchQueue?
  ) -> @Sendable (News) -> Void {
    let deliver: @Sendable (News) -> Void = { [exchange] news in
      if !exchange.hasEndedAtOnce { handler(news) }
    }
    guard let queue else { return deliver }
    return { news in queue.async { deliver(news) } }
  }

  private func configured(_ call: String, _ inTime: Bool) -> Self {
    // One that was cancelled before its start is not a mistake of the caller: another thread may just have
    // done so.
    if !inTime, lifecycle.withLock({ $0.hasStarted }) { exchange.report(.configuredTooLate(call)) }
    return self
  }

  /// Returns a destination whose consumer is called on its queue, or nil if that changes nothing.
  private func delivered(_ destination: BodyDestination) -> BodyDestination? {
    guard case .consumer(let consumer, let buffer, let delivery) = destination else { return nil }
    let queue = delivery.queue(callbackQueue)
    (consumer as? any DecodingConsumer)?.start(unless: endedAtOnce) { waitRegistration(on: queue) }
    guard let queue else { return nil }
    return .consumer(
      QueueConsumer(consumer, on: queue, unless: endedAtOnce), buffer: buffer, delivery: .inline)
  }

  /// Returns whether the exchange was ended at once, by a cancellation or the total timeout.
  ///
  /// Weak, because the exchange references the destination, and that this closure.
  private var endedAtOnce: @Sendable () -> Bool { { [weak exchange] in exchange?.hasEndedAtOnce == true } }

  /// Returns what registers a wait with the session, for a consumer that is called on this queue.
  ///
  /// Weak for the same reason. Whoever waits has the request, which has the exchange.
  private func waitRegistration(on queue: DispatchQueue?) -> DecodingConsumer.WaitRegistration {
    { [weak exchange] end in
      exchange?.registerWait { reason in
        let rest = end(reason)
        guard let queue else { return rest }
        return { queue.async(execute: rest) }
      }
    }
  }

  private func perform(_ action: RequestLifecycle.Action) {
    switch action {
    case .nothing: break
    case .start(var description, let accept):
      if let destination = delivered(description.destination) { description.destination = destination }
      exchange.start(description, accept: accept, client: self)
    case .deliver(let outcome, let handlers): for handler in handlers.completion { handler(outcome) }
    case .refuse(let handler): handler(exchange.refusal(of: requestDescription))
    case .endUnstarted(let description, let error, let handlers):
      exchange.report(.started(description))
      exchange.report(.failed(error, ResponseTimings()))
      perform(.deliver(ExchangeOutcome(.failure(error)), handlers))
    case .cancelExchange: exchange.cancel()
    }
  }
}

extension ExchangeRequest: SessionRequest {}

extension ExchangeRequest: ExchangeClient {
  var news: ExchangeNews { lifecycle.withLock { $0.handlers.news } }

  func exchangeDidReceive(_ head: ResponseHead) {
    for handler in lifecycle.withLock({ $0.handlers.head }) { handler(head) }
  }

  func exchangeDidSend(_ progress: TransferProgress) {
    for handler in lifecycle.withLock({ $0.handlers.upload }) { handler(progress) }
  }

  func exchangeDidProgress(_ progress: TransferProgress) {
    for handler in lifecycle.withLock({ $0.handlers.progress }) { handler(progress) }
  }

  func exchangeWillCancel() {
    // Only the state changes: the exchange is running, and its session cancels it.
    lifecycle.withLock { _ = $0.cancel() }
  }

  func exchangeDidFinish(_ outcome: ExchangeOutcome) {
    perform(lifecycle.withLock { $0.finish(outcome) })
  }
}

extension ExchangeRequest: CustomReflectable {
  /// The method, URL, header, parameters and content, redacted as its session says.
  var customMirror: Mirror { requestDescription.mirror(of: self, redaction) }
}
