import Foundation

/// One request on the wire that several identical requests share.
///
/// It has its own number and slot. It starts when the first request joins, and is cancelled when the last one leaves.
/// Requests may join until its last event, and receive all events from the start.
final class SharedExchange: ExchangeClient, BodyConsumer {
  private let key: ShareKey
  private let forward: ForwardedRequest
  private let plan: ExchangePlan
  private let parts: SessionParts
  private let state = Lock(SharedExchangeState())
  /// The request on the wire, once it has started.
  private let exchange = Lock<SessionExchange?>(nil)

  /// Creates an exchange without members.
  ///
  /// - `key`: What others are compared with.
  /// - `forward`: The request as the cache forwards it.
  /// - `plan`: The plan of the first member, whose limits apply.
  init(_ key: ShareKey, _ forward: ForwardedRequest, plan: ExchangePlan, parts: SessionParts) {
    self.key = key
    self.forward = forward
    self.plan = plan
    self.parts = parts
  }

  /// Returns a membership, or nil if the exchange has ended.
  func join() -> Membership? { state.withLock { $0.join() }.map { Membership(self, number: $0) } }

  // MARK: - Members

  /// The membership of one request.
  ///
  /// It ends when it is released.
  final class Membership: TaskSource, TransportTask {
    private let share: SharedExchange
    private let number: Int
    private let receiver = Lock<(any TransportReceiver)?>(nil)

    init(_ share: SharedExchange, number: Int) {
      self.share = share
      self.number = number
    }

    deinit { share.leave(number) }

    func task(for request: TransportRequest, receiver: any SourceReceiver) -> any TransportTask {
      self.receiver.withLock { $0 = receiver }
      return self
    }

    func resume() {
      if let receiver = receiver.withLock({ $0.take() }) { share.attach(number, receiver) }
    }

    func pause() { share.state.withLock { $0.pause(number) } }
    func proceed() { if share.state.withLock({ $0.proceed(number) }) { share.deliver(to: number) } }
    func cancel() { share.leave(number) }
  }

  private func attach(_ number: Int, _ receiver: any TransportReceiver) {
    let (starts, delivers) = state.withLock { $0.attach(number, receiver) }
    if delivers { deliver(to: number) }
    if starts { start() }
  }

  private func leave(_ number: Int) {
    let leave = state.withLock { $0.leave(number) }
    if leave.isLast { parts.cache.shares.remove(self, of: key) }
    if leave.cancels { exchange.withLock { $0 }?.cancel() }
  }

  // MARK: - The request

  private func start() {
    let use = CachePlan(forward: forward)
    // Each member has its own total timeout.
    let plan = ExchangePlan(internal: forward.request, of: plan, total: nil, consumer: self, use)
    let exchange = SessionExchange(parts.nextID(), parts: parts)
    self.exchange.withLock { $0 = exchange }
    // The last member may have left meanwhile.
    guard !state.withLock({ $0.isOver }) else { return }
    if !exchange.start(plan, isPart: true, client: self) {
      end(.failed(NetworkError(.sessionFinished), phase: .connect))
    }
  }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    send(.head(head))
    next()
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    send(.body(chunk))
    next()
  }

  func exchangeDidFinish(_ outcome: ExchangeOutcome) {
    exchange.withLock { $0 = nil }
    switch outcome.result {
    case .success: end(.finished(outcome.timings.transport ?? TransportTimings()))
    case .failure(let failure) where failure.isOfStoredBody:
      end(.failed(UnreadableBody(error: failure.underlyingError ?? failure), phase: .body))
    case .failure(let failure):
      let error = NetworkError(failure.reason, underlyingError: failure.underlyingError)
      end(.failed(error, phase: failure.response == nil ? .head : .body))
    }
  }

  private func end(_ event: TransportEvent) {
    parts.cache.shares.remove(self, of: key)
    send(event)
  }

  /// Passes an event on to the members.
  ///
  /// On a thread of a transport each member is called separately, so one that blocks does not delay the others.
  private func send(_ event: TransportEvent) {
    let numbers = state.withLock { $0.add(event) }
    let thread = numbers.count > 1 ? CrewThread.current : nil
    for number in numbers {
      if let thread { thread.add { self.deliver(to: number) } } else { deliver(to: number) }
    }
  }

  private func deliver(to number: Int) {
    while let (event, receiver) = state.withLock({ $0.next(number) }) {
      if case .head(let head) = event, head.cacheStatus == .coalesced { parts.cache.cache?.note(.coalesced) }
      receiver.receive(event)
    }
  }
}
