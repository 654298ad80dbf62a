import Foundation
import Net

/// How a typed mock answers a request whose body does not go into memory: by the engine of a session, over a transport
/// that plays the answer. So pieces come when their time has come, buffers overflow, files are moved into their place, all
/// as in production.
extension MockExchange {
  /// The description for that engine; nil where the body goes into memory. What is a session's is left out.
  static func streamed(_ description: RequestDescription) -> RequestDescription? {
    if case .memory = description.destination { return nil }
    var description = description
    description.interceptors = []
    description.inheritsInterceptors = false
    description.timeouts = RequestTimeouts()
    description.redirects = .refuse
    return description
  }

  /// The response to be played; nil where the answer is given as a whole.
  func streamedResponse(of answer: MockAnswer) -> StubResponse? {
    guard state.withLock({ $0.plan?.streamed }) != nil else { return nil }
    switch answer {
    case .bytes(let response): return response
    case .value(let value, let parts):
      if let bytes = value.bytes {
        return .response(status: parts.status, headers: parts.headers, body: bytes)
      }
      guard let pieces = value.value(as: [Data].self) else { return nil }
      return .stream(pieces.map { StubPiece($0) }, headers: parts.headers).status(parts.status)
    case .failure: return nil
    }
  }

  /// Plays the response, unless the request has its answer or has ended.
  func stream(_ response: StubResponse, checksType: Bool) {
    guard let plan = state.withLock({ $0.plan }), var description = plan.streamed else { return }
    if !checksType { description.validation.contentType = .any }
    var configuration = network.configuration
    configuration.interceptors = []
    configuration.monitors = []
    configuration.timeouts = RequestTimeouts()
    configuration.cookies = nil
    let transport = PlayedTransport(
      response, to: RecordedRequest(plan.request), delivery: network.delivery, timer: network.timer)
    let exchange = NetworkSession(configuration: configuration, transport: transport, timer: network.timer)
      .makeExchange()
    guard let client = state.withLock({ $0.beginStreaming(exchange) }) else { return }
    network.willDeliver(self)
    let accept = plan.request.headers["Accept"]
    exchange.start(description, accept: accept, client: StreamingClient(exchange: self, client: client))
  }

  /// Hands on what the engine tells, and keeps the mock's books.
  private final class StreamingClient: ExchangeClient {
    private let exchange: MockExchange
    private let client: any ExchangeClient

    init(exchange: MockExchange, client: any ExchangeClient) {
      self.exchange = exchange
      self.client = client
    }

    func exchangeDidReceive(_ head: ResponseHead) {
      exchange.state.withLock { $0.head = head }
      client.exchangeDidReceive(head)
    }

    func exchangeDidSend(_ progress: TransferProgress) { client.exchangeDidSend(progress) }

    func exchangeDidProgress(_ progress: TransferProgress) { client.exchangeDidProgress(progress) }

    func exchangeDidFinish(_ outcome: any ExchangeOutcome) {
      let isCancelled = exchange.state.withLock { $0.endDelivery() }
      exchange.network.didEnd(exchange)
      client.exchangeDidFinish(isCancelled ? exchange.cancelledOutcome : outcome)
    }
  }
}
