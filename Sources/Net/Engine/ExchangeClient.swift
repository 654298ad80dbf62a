/// The back half of a request, from its start to its outcome.
///
/// ``SessionExchange`` is its implementation, for mocks, too: a mock is a session. Tests of the front half,
/// ``ExchangeRequest``, have another one, which responds at once.
package protocol Exchange: AnyObject, Sendable {
  /// The request as it was last passed to the transport.
  var request: TransportRequest? { get }
  /// The head of the last response.
  var response: ResponseHead? { get }

  /// Starts the exchange. Called at most once.
  ///
  /// The client is retained until `exchangeDidFinish`, which is called exactly once, possibly during this call.
  ///
  /// - Parameters:
  ///   - description: The request.
  ///   - accept: The `Accept` header to send unless the request or its session has one.
  ///   - client: The front half of the request.
  func start(_ description: RequestDescription, accept: String?, client: any ExchangeClient)

  /// Cancels a started exchange, which fails with ``NetworkError/Reason/cancelled``. Does nothing if it has ended.
  func cancel()

  /// Whether it was ended at once, by a cancellation or the total timeout.
  ///
  /// Then only the outcome is delivered, and nothing that waits for its queue or its turn.
  var hasEndedAtOnce: Bool { get }

  /// Called if the request is configured after its start, with the name of the method.
  func configuredTooLate(_ call: String)

  /// Called after a serializer has decoded the outcome to a value of this type, or failed.
  func didDecode(_ type: Any.Type, since start: Duration, error: NetworkError?)

  /// The session's monotonic time, or nil if decoding is not measured.
  var decodingClock: Duration? { get }

  /// Registers a wait for another exchange after this one, which is cancelled with all exchanges of the session.
  ///
  /// If they were cancelled since this one started, it is cancelled at once, during this call.
  ///
  /// - Parameter cancel: Called at most once. It calls no client; what it returns does.
  /// - Returns: Ends the registration; nil if it was cancelled, and without a session.
  func registerWait(_ cancel: @escaping @Sendable () -> @Sendable () -> Void) -> (any Cancellation)?

  /// Returns the `curl` command for the request that was sent, or otherwise for the description.
  func cURLDescription(of description: RequestDescription) -> String
}

/// The front half of a request, as its exchange sees it.
///
/// Called serially, without locks held.
package protocol ExchangeClient: AnyObject, Sendable {
  /// The news that the client receives. It does not change after the start.
  var news: ExchangeNews { get }
  /// The head of a response has arrived. Called once, unless an attempt with a head is retried.
  func exchangeDidReceive(_ head: ResponseHead)
  /// This many bytes of the request body have been sent.
  func exchangeDidSend(_ progress: TransferProgress)
  /// This many bytes of the response body have arrived.
  func exchangeDidProgress(_ progress: TransferProgress)
  /// The session is about to cancel the running exchange.
  func exchangeWillCancel()
  /// The exchange has ended. Called exactly once, and last.
  func exchangeDidFinish(_ outcome: any ExchangeOutcome)
}

/// What a client can receive before the outcome.
package struct ExchangeNews: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  static let head = ExchangeNews(rawValue: 1)
  static let progress = ExchangeNews(rawValue: 2)
  static let uploadProgress = ExchangeNews(rawValue: 4)
  static let all: ExchangeNews = [.head, .progress, .uploadProgress]
}

extension ExchangeClient {
  package func exchangeDidSend(_ progress: TransferProgress) {}
}
