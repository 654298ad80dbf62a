import Foundation

/// The phases of an exchange, with their data.
///
/// Each phase has exactly what its transitions need.
extension ExchangeState {
  enum Phase: Sendable {
    /// Not started. Another thread may have cancelled it during `start`.
    case ready(isCancelled: Bool)
    /// The request of the description is being built.
    case building(ExchangePlan)
    /// This interceptor adapts the request, at the start of an attempt or after a redirect.
    case adapting(Attempt, TransportRequest, interceptor: Int)
    /// The cache looks for a stored response, before the adapters if `isEarly`.
    case lookingUp(Attempt, TransportRequest, isEarly: Bool)
    /// The request waits for a slot in the queue, and for its cookies.
    case queueing(Attempt, TransportRequest)
    /// The transport has the request. With `isConnecting`, its first event must arrive before the connect timeout.
    case sending(Transfer, isConnecting: Bool)
    /// The body arrives in memory.
    case receiving(Transfer, ResponseHead, Data)
    /// The body is passed to its sink as it arrives.
    case streaming(Delivery)
    /// A closure decides about a redirect, or the cache about a server error. Events of the transport are held until
    /// then.
    case judging(Transfer, ResponseHead, held: [TransportEvent])
    /// The rest of a redirect's body is discarded, up to a limit, so that its connection can be reused.
    case redirecting(Transfer, ResponseHead, to: TransportRequest, discarded: Int)
    /// The redirect fails with this error. Its body, up to a limit, becomes part of the error.
    case refusing(Transfer, ResponseHead, Data, NetworkError)
    /// The transport has finished. The sink still consumes what has arrived; the ending follows.
    case draining(Delivery, Ending)
    /// The response is being validated, or the file of a download moved to its destination.
    case validating(Transfer, ResponseHead, Data, mayRetry: Bool)
    /// This interceptor decides about the failure.
    case deciding(Run, NetworkError, interceptor: Int)
    /// No interceptor retries. The cache looks for a stale response that may be used instead of this outcome.
    ///
    /// Boxed, because it is large and rare.
    indirect case fallingBack(Attempt, CacheVisit, Verdict)
    /// The next attempt waits for its delay.
    case pausing(Run)
    /// The client has been sent the outcome.
    case ended(End)
  }

  /// What is known from building the request until the end.
  struct Run: Sendable {
    let plan: ExchangePlan
    /// The request that each attempt starts from.
    let original: TransportRequest
    /// The request last passed to the transport; nil before the first.
    var last: Sent?
    /// The latest lookup in the cache; nil if there was none.
    var visit: CacheVisit?
    /// The responses for which earlier attempts have failed.
    var rejected: Set<Rejected> = []
    /// Whether the attempt requests the rest of a download.
    var isResuming = false
    /// Whether a redirect of the attempt led to another origin, so that the session's credentials were removed.
    var hasLeftOrigin = false
    /// Whether a stored body could not be read to its end, and the request has begun again.
    var hasBegunAgain = false
    /// Whether the request was performed, and answered with a redirect to a response of another method.
    var wasAnswered = false

    /// Whether a stored response may be used instead of a failure.
    ///
    /// Not for a request that the cache itself sends.
    var fallsBack: Bool { visit?.forward?.fallsBack == true && plan.cache?.forward == nil }

    /// Whether the last response is the cache's own 504, because nothing is stored and the network must not be used.
    var isUnavailable: Bool {
      if case .played? = visit { last?.head?.isFromNetwork == true } else { false }
    }

    /// The attempt of the last request.
    ///
    /// A stored response that is used instead of the failure may be a redirect, which this attempt follows.
    var lastAttempt: Attempt {
      Attempt(run: self, redirects: last?.redirects ?? 0, adaptations: last?.adaptations ?? [])
    }
  }

  /// What is known of a response that has failed an attempt.
  struct Rejected: Sendable, Hashable {
    let url: URL
    let status: Int
  }

  /// A request that was passed to the transport, and its response.
  ///
  /// An object, because it is copied with every phase.
  final class Sent: Sendable {
    let request: TransportRequest
    let head: ResponseHead?
    let data: Data
    /// How many redirects its attempt had followed.
    let redirects: Int
    /// The changes that its attempt must undo for a redirect.
    let adaptations: [Adaptation]

    init(_ request: TransportRequest, _ head: ResponseHead?, _ data: Data, in attempt: Attempt) {
      self.request = request
      self.head = head
      self.data = data
      redirects = attempt.redirects
      adaptations = attempt.adaptations
    }
  }

  /// One attempt, with the redirects that it follows.
  struct Attempt: Sendable {
    var run: Run
    var redirects = 0
    /// The changes made so far by the adapters that run for each redirect, and by those that add credentials.
    var adaptations: [Adaptation] = []
    /// The failure of the first adapter that lacked the network.
    ///
    /// The others run nevertheless, because a stored response may be used instead.
    var adaptingError: Boxed<NetworkError>?

    var plan: ExchangePlan { run.plan }
    /// Whether it requests the rest of a download.
    var isResuming: Bool { run.isResuming }
    /// Whether the attempt itself is being prepared, and not a redirect within it.
    var isBeginning: Bool { redirects == 0 }
  }

  /// A request that was passed to the transport.
  ///
  /// An object, because it is passed on with every event.
  final class Transfer: Sendable {
    let attempt: Attempt
    let request: TransportRequest
    /// The request before the cookie jar added the cookies for its URL.
    let bare: TransportRequest
    /// Whether the transport has followed a redirect, so that the next response is not that of the request's URL.
    let isRedirected: Bool
    /// Whether the response is that of a shared exchange, which stores its cookies.
    let isShared: Bool

    init(
      _ attempt: consuming Attempt, _ request: TransportRequest, bare: TransportRequest,
      isRedirected: Bool = false, isShared: Bool = false
    ) {
      attempt.run.last = nil
      self.attempt = attempt
      self.request = request
      self.bare = bare
      self.isRedirected = isRedirected
      self.isShared = isShared
    }

    var plan: ExchangePlan { attempt.run.plan }

    /// Returns the run with which the exchange continues after the transfer.
    func run(_ head: ResponseHead? = nil, _ data: Data = Data()) -> Run {
      var run = attempt.run
      run.last = Sent(request, head, data, in: attempt)
      return run
    }
  }

  /// A body that is being passed to its sink.
  struct Delivery: Sendable {
    let transfer: Transfer
    let head: ResponseHead
    let sink: any BodySink
    var flow: BodyFlow

    var mayRetry: Bool { !flow.hasGiven || transfer.plan.isDownload }
  }

  /// The outcome of a request unless the cache has a stale response for it.
  enum Verdict: Sendable {
    case failed(NetworkError)
    case received(ReceivedResponse)

    /// The head that has arrived, if any.
    var response: ResponseHead? {
      switch self {
      case .failed(let error): error.response
      case .received(let received): received.head
      }
    }
  }

  /// What follows after the sink has consumed everything that has arrived.
  enum Ending: Sendable {
    case finished
    case failed(NetworkError)
    /// The body is a stored one that cannot be read to its end: begin again, or fail with this error.
    case unreadable(NetworkError)
  }
}

extension ExchangeState.Phase {
  /// Nil before the start and after the end.
  var plan: ExchangePlan? {
    switch self {
    case .ready, .ended: nil
    case .building(let plan): plan
    case .adapting(let attempt, _, _), .queueing(let attempt, _), .lookingUp(let attempt, _, _),
      .fallingBack(let attempt, _, _):
      attempt.plan
    case .deciding(let run, _, _), .pausing(let run): run.plan
    default: transfer?.plan
    }
  }

  /// The transfer of the current or the last response, until another attempt begins.
  private var transfer: ExchangeState.Transfer? {
    switch self {
    case .sending(let transfer, _), .receiving(let transfer, _, _), .refusing(let transfer, _, _, _),
      .judging(let transfer, _, _), .redirecting(let transfer, _, _, _), .validating(let transfer, _, _, _):
      transfer
    case .streaming(let delivery), .draining(let delivery, _): delivery.transfer
    default: nil
    }
  }

  /// The run with which the exchange continues after the phase; nil before the request is built, and after the end.
  var run: ExchangeState.Run? {
    switch self {
    case .ready, .building, .ended: nil
    case .adapting(let attempt, _, _), .queueing(let attempt, _), .lookingUp(let attempt, _, _),
      .fallingBack(let attempt, _, _):
      attempt.run
    case .sending(let transfer, _): transfer.run()
    case .receiving(let transfer, let head, let data), .refusing(let transfer, let head, let data, _),
      .validating(let transfer, let head, let data, _):
      transfer.run(head, data)
    case .judging(let transfer, let head, _), .redirecting(let transfer, let head, _, _):
      transfer.run(head)
    case .streaming(let delivery), .draining(let delivery, _): delivery.transfer.run(delivery.head)
    case .deciding(let run, _, _), .pausing(let run): run
    }
  }

  /// Whether the body arrives in memory.
  var isReceiving: Bool { if case .receiving = self { true } else { false } }

  /// Whether the response is being validated.
  var isValidating: Bool { if case .validating = self { true } else { false } }

  /// Whether the next phase may drop bytes or an error of an earlier response that nothing else holds.
  var holdsFormerResponse: Bool {
    switch self {
    case .judging, .deciding, .fallingBack, .pausing: true
    case .adapting(let attempt, _, _), .queueing(let attempt, _), .lookingUp(let attempt, _, _):
      attempt.run.last != nil
    default: false
    }
  }

  /// Whether an interceptor may retry the request: not after the sink has received bytes that cannot be taken back.
  var mayRetry: Bool {
    switch self {
    case .streaming(let delivery), .draining(let delivery, _): delivery.mayRetry
    case .validating(_, _, _, let mayRetry): mayRetry
    default: true
    }
  }

  /// The transfer that may still receive events, unless it is being redirected.
  var open: ExchangeState.Transfer? {
    switch self {
    case .sending(let transfer, _), .receiving(let transfer, _, _): transfer
    case .streaming(let delivery): delivery.transfer
    default: nil
    }
  }

  /// The request as it was last passed to the transport.
  var request: TransportRequest? {
    switch self {
    case .ended(let end): end.request
    case .adapting(let attempt, _, _), .queueing(let attempt, _), .lookingUp(let attempt, _, _),
      .fallingBack(let attempt, _, _):
      attempt.run.last?.request
    case .deciding(let run, _, _), .pausing(let run): run.last?.request
    default: transfer?.request
    }
  }

  /// The head of the last response.
  var head: ResponseHead? {
    switch self {
    case .ended(let end): end.head
    case .receiving(_, let head, _), .refusing(_, let head, _, _), .judging(_, let head, _),
      .redirecting(_, let head, _, _), .validating(_, let head, _, _):
      head
    case .streaming(let delivery), .draining(let delivery, _): delivery.head
    case .ready, .building, .sending: nil
    case .adapting(let attempt, _, _), .queueing(let attempt, _), .lookingUp(let attempt, _, _),
      .fallingBack(let attempt, _, _):
      attempt.run.last?.head
    case .deciding(let run, _, _), .pausing(let run): run.last?.head
    }
  }
}
