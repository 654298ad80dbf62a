import Foundation

/// A request that the session sends to validate a stored response in the background.
///
/// It has its own number, waits for a slot like any request, and is cancelled by ``NetworkSession/cancelAll()``. Nobody
/// waits for it, so it always has a total timeout: that of the request that caused it, or else ``totalTimeout``.
final class BackgroundRequest: ExchangeClient, BodyConsumer {
  private let end: @Sendable () -> Void

  /// The total timeout if neither the request nor its session has one.
  ///
  /// While a validation runs, no other one of the same response begins.
  private static let totalTimeout = Duration.seconds(300)

  private init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Starts a request with the limits of this plan, and calls the closure at its end.
  ///
  /// - `cancellations`: How often all requests had been cancelled before the one that causes it. If they were cancelled
  ///   since, nothing is sent.
  static func start(
    _ request: TransportRequest, _ plan: ExchangePlan, _ cache: CachePlan,
    _ interceptors: [any RequestInterceptor], in parts: SessionParts, after cancellations: Int,
    _ end: @escaping @Sendable () -> Void
  ) {
    let client = BackgroundRequest(end)
    let background = ExchangePlan(
      internal: request, of: plan, total: plan.timeouts.total ?? totalTimeout, consumer: client, cache,
      interceptors)
    let exchange = SessionExchange(parts.nextID(), parts: parts)
    if !exchange.start(background, isPart: false, after: cancellations, client: client) { end() }
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) { next() }

  func exchangeDidFinish(_ outcome: ExchangeOutcome) { end() }
}

extension ExchangePlan {
  /// Plans a request that the session sends on behalf of another one, with the limits of that one but the total one.
  ///
  /// It accepts every response, and does not follow redirects.
  convenience init(
    internal request: TransportRequest, of plan: ExchangePlan, total: Duration?, consumer: any BodyConsumer,
    _ cache: CachePlan, _ interceptors: [any RequestInterceptor] = []
  ) {
    var description = RequestDescription(request.url, method: request.method, headers: request.headers)
    // A trace shows which line caused it.
    description.location = plan.description.location
    description.destination = .consumer(consumer)
    description.isInternal = true
    description.tags = request.tags
    var timeouts = plan.timeouts
    timeouts.total = total
    self.init(
      description: description, interceptors: interceptors, validation: .none, timeouts: timeouts,
      redirects: .refuse, isAdmitted: plan.isAdmitted, hasCookies: plan.hasCookies,
      isReported: plan.isReported,
      news: [], sink: description.destination.makeSink(), cache: cache, prepared: request)
  }
}
