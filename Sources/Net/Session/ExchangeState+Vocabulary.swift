import Foundation

/// What an exchange was told when it started, its session's word included.
struct ExchangePlan: Sendable {
  /// What the caller said.
  var description: RequestDescription
  /// The `Accept` header of the first serializer.
  var accept: String?
  /// The policies, in the order they are asked.
  var interceptors: [any RequestInterceptor] = []
  /// What the response must be.
  var validation = ValidationRules.standard
  /// How long it may take.
  var timeouts = RequestTimeouts()
  /// Which redirects are followed.
  var redirects = RedirectPolicy.follow
  /// Whether each task has to be admitted: by a queue, or by a jar that gives it its cookies.
  var isAdmitted = false
  /// Whether the cookies of responses are kept.
  var keepsCookies = false
}

extension ExchangeState {
  /// What an exchange waits for with a timer.
  enum Timer: Sendable, Hashable, CaseIterable {
    /// Nothing is heard from the transport.
    case idle
    /// The exchange as a whole takes too long.
    case total
    /// The pause before a retry is over.
    case backOff
    /// The transport gives no sign of life.
    case connect
    /// The turn does not come.
    case queue
  }

  /// What happens to an exchange.
  ///
  /// A step numbers what an exchange waits for; an answer that carries an older one comes too late.
  enum Input: Sendable {
    case start(ExchangePlan)
    case built(Result<TransportRequest, NetworkError>)
    case adapted(Result<TransportRequest, any Error>, step: Int)
    /// There is no place yet; it waits.
    case queued(step: Int)
    /// There is a place, and this is the `Cookie` header, if there is to be one.
    case admitted(cookies: String?, step: Int)
    case transport(TransportEvent, step: Int)
    case judged(Result<RedirectPolicy.Verdict, NetworkError>, step: Int)
    case validated(Result<ReceivedResponse, NetworkError>, step: Int)
    case decided(RetryDecision, step: Int)
    case fired(Timer, step: Int)
    case cancel
  }

  /// What the shell does about it, after unlocking.
  enum Action: Sendable {
    /// Build the request of the description.
    case build(ExchangePlan)
    /// Have the interceptor adapt the request.
    case adapt(TransportRequest, interceptor: any RequestInterceptor, step: Int)
    /// Ask for a place for the request, and for its cookies.
    case enter(TransportRequest, step: Int)
    /// Give the place back, or the wait for one.
    case leave
    /// Keep the cookies of a response from this URL.
    case storeCookies(ResponseHead, from: URL)
    /// Let the policy's closure say what becomes of the redirect to this request.
    case judge(ResponseHead, to: TransportRequest, RedirectPolicy.Modification, step: Int)
    /// Hand the request to the transport.
    case send(TransportRequest, step: Int)
    /// Cancel the task of the transport.
    case cancelTask
    /// Start a timer, in the place of one of its kind.
    case schedule(Timer, after: Duration, step: Int)
    /// Stop a timer.
    case unschedule(Timer)
    /// Take back what the client has not been told yet of heads and progress.
    case withdraw
    /// Hold the response against the rules.
    case validate(TransportRequest, ResponseHead, Data, ExchangePlan, step: Int)
    /// Ask the interceptor whether to send the request again.
    case ask(any RequestInterceptor, RetryContext, step: Int)
    /// Tell the client of a head.
    case deliverHead(ResponseHead)
    /// Tell the client of progress.
    case deliverProgress(TransferProgress)
    /// Tell the monitors.
    case report(RequestEvent)
    /// Tell the client of the end, and let go of everything: what was kept comes along, so that none of it is
    /// let go of under a lock.
    case finish(any ExchangeOutcome, kept: [any Sendable])

    /// Whether it tells the client something that it can do without once the exchange has been called off.
    var isNews: Bool {
      switch self {
      case .deliverHead, .deliverProgress: true
      default: false
      }
    }
  }
}
