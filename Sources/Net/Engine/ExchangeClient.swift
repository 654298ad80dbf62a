/// The front half of a request, as its exchange sees it.
///
/// Called serially, without locks held.
protocol ExchangeClient: AnyObject, Sendable {
  /// The news that the client receives. It does not change after the start.
  var news: ExchangeNews { get }
  /// Called when the head of a response has arrived: once, unless an attempt with a head is retried.
  func exchangeDidReceive(_ head: ResponseHead)
  /// Called when this many bytes of the request body have been sent.
  func exchangeDidSend(_ progress: TransferProgress)
  /// Called when this many bytes of the response body have arrived.
  func exchangeDidProgress(_ progress: TransferProgress)
  /// Called when the session is about to cancel the running exchange.
  func exchangeWillCancel()
  /// Called when the exchange has ended: exactly once, and last.
  func exchangeDidFinish(_ outcome: ExchangeOutcome)
}

/// What a client can receive before the outcome.
struct ExchangeNews: OptionSet, Sendable {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  static let head = ExchangeNews(rawValue: 1)
  static let progress = ExchangeNews(rawValue: 2)
  static let uploadProgress = ExchangeNews(rawValue: 4)
  static let all: ExchangeNews = [.head, .progress, .uploadProgress]
}

/// A client that only needs the outcome, as those of the session itself.
extension ExchangeClient {
  var news: ExchangeNews { [] }
  func exchangeDidReceive(_ head: ResponseHead) {}
  func exchangeDidSend(_ progress: TransferProgress) {}
  func exchangeDidProgress(_ progress: TransferProgress) {}
  func exchangeWillCancel() {}
}
