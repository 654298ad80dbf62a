import Foundation

/// Where an exchange is, and all that it has there.
///
/// Each phase holds exactly what its transitions need, so none of them can find something missing.
extension ExchangeState {
  enum Phase: Sendable {
    /// Not started. Another thread may have cancelled it while the start was under way.
    case ready(isCancelled: Bool)
    /// The request of the description is being built.
    case building(ExchangePlan)
    /// This interceptor adapts the request, at the start of an attempt or after a redirect.
    case adapting(Attempt, TransportRequest, interceptor: Int)
    /// The request waits for a slot in the queue, and for its cookies.
    case queueing(Attempt, TransportRequest)
    /// The request is with the transport, which may have to give a first sign of life in time.
    case sending(Transfer, isConnecting: Bool)
    /// The body arrives in memory.
    case receiving(Transfer, ResponseHead, Data)
    /// The body is handed to its sink as it arrives.
    case streaming(Delivery)
    /// A closure decides about a redirect. The transport's events wait for its decision.
    case judging(Transfer, ResponseHead, held: [TransportEvent])
    /// The rest of a redirect's body is discarded, up to a limit, so that its connection can be reused.
    case redirecting(Transfer, ResponseHead, to: TransportRequest, discarded: Int)
    /// The redirect fails with this error. Its body, up to a limit, becomes part of the error.
    case refusing(Transfer, ResponseHead, Data, NetworkError)
    /// The transport is done. The sink still takes what has arrived; the ending follows.
    case draining(Delivery, Ending)
    /// The response is being validated, or the file of a download moved to its destination.
    case validating(Run, mayRetry: Bool)
    /// This interceptor decides about the failure.
    case deciding(Run, NetworkError, interceptor: Int)
    /// The next attempt waits for its delay.
    case pausing(Run)
    /// The client has been sent the outcome.
    case ended(End)
  }

  /// What is known from the built request to the end.
  struct Run: Sendable {
    let plan: ExchangePlan
    /// The request that each attempt starts from.
    let original: TransportRequest
    /// The last request that went to the transport; nil before the first one.
    var last: Sent?
  }

  /// A request that went to the transport, and what came back.
  struct Sent: Sendable {
    var request: TransportRequest
    var head: ResponseHead?
    var data = Data()
  }

  /// One attempt, with the redirects that it follows.
  struct Attempt: Sendable {
    var run: Run
    /// Whether it requests the rest of a download.
    let isResuming: Bool
    var redirects = 0
    /// What the adapters that run for each redirect have made of the request so far.
    var adaptations: [Adaptation] = []

    var plan: ExchangePlan { run.plan }
    /// Whether the attempt itself is prepared, and not a redirect within it.
    var isBeginning: Bool { redirects == 0 }
  }

  /// A request that is with the transport.
  ///
  /// One object, since it is handed on with every event.
  final class Transfer: Sendable {
    let attempt: Attempt
    let request: TransportRequest
    /// The request before the jar added its cookies, which are for one URL only.
    let bare: TransportRequest

    init(_ attempt: Attempt, _ request: TransportRequest, bare: TransportRequest) {
      var attempt = attempt
      attempt.run.last = nil
      self.attempt = attempt
      self.request = request
      self.bare = bare
    }

    var plan: ExchangePlan { attempt.run.plan }

    /// What the exchange goes on with once the transfer is over.
    func run(_ head: ResponseHead? = nil, _ data: Data = Data()) -> Run {
      var run = attempt.run
      run.last = Sent(request: request, head: head, data: data)
      return run
    }
  }

  /// A body on its way to its sink.
  struct Delivery: Sendable {
    let transfer: Transfer
    let head: ResponseHead
    let sink: any BodySink
    var flow: BodyFlow

    var mayRetry: Bool { !flow.hasGiven || transfer.plan.isDownload }
  }

  /// What follows when the sink has taken all that has arrived.
  enum Ending: Sendable {
    case finished
    case failed(NetworkError)
  }
}

extension ExchangeState.Phase {
  /// Nil before the start and after the end.
  var plan: ExchangePlan? {
    switch self {
    case .ready, .ended: nil
    case .building(let plan): plan
    default: run?.plan
    }
  }

  /// What the exchange goes on with if the phase is over; nil before the request is built, and after the end.
  var run: ExchangeState.Run? {
    switch self {
    case .ready, .building, .ended: nil
    case .adapting(let attempt, _, _), .queueing(let attempt, _): attempt.run
    case .sending(let transfer, _): transfer.run()
    case .receiving(let transfer, let head, let data), .refusing(let transfer, let head, let data, _):
      transfer.run(head, data)
    case .judging(let transfer, let head, _), .redirecting(let transfer, let head, _, _):
      transfer.run(head)
    case .streaming(let delivery), .draining(let delivery, _): delivery.transfer.run(delivery.head)
    case .validating(let run, _), .deciding(let run, _, _), .pausing(let run): run
    }
  }

  /// Whether an interceptor may send the request again: not after the sink was given what cannot be taken back.
  var mayRetry: Bool {
    switch self {
    case .streaming(let delivery), .draining(let delivery, _): delivery.mayRetry
    case .validating(_, let mayRetry): mayRetry
    default: true
    }
  }

  /// The transfer that has not received a redirect and may still receive anything.
  var open: ExchangeState.Transfer? {
    switch self {
    case .sending(let transfer, _), .receiving(let transfer, _, _): transfer
    case .streaming(let delivery): delivery.transfer
    default: nil
    }
  }

  /// The request as it last went to the transport.
  var request: TransportRequest? {
    if case .ended(let end) = self { end.request } else { run?.last?.request }
  }

  /// The head of the last response.
  var head: ResponseHead? {
    if case .ended(let end) = self { end.head } else { run?.last?.head }
  }
}
