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
  /// Where the body goes; nil for memory.
  var sink: (any BodySink)?
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
    /// The request that goes out has a body of so many bytes, if that is known.
    case sending(total: Int64?, step: Int)
    /// What was handed over under this number, the head or a part of the body, has been taken.
    case consumed(Result<Void, NetworkError>, number: Int, step: Int)
    /// A part of the body could not be kept.
    case bodyFailed(NetworkError, step: Int)
    /// An earlier request left this of the body.
    case resumable(DownloadPart)
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
    /// Have the task pause.
    case pauseTask
    /// Have the task go on.
    case proceedTask
    /// Hand the head over to whoever takes the body.
    case beginBody(any BodySink, TransportRequest, ResponseHead, ExchangePlan, DownloadPart, step: Int)
    /// Hand a part of the body over, under a number.
    case giveBody(any BodySink, BodyFlow.Load, number: Int, step: Int)
    /// Keep a part of the body for later.
    case spillBody(any BodySink, Data, step: Int)
    /// The body has been taken whole; finish it.
    case finishBody(any BodySink, TransportRequest, ResponseHead, ExchangePlan, step: Int)
    /// Let go of what was kept of the body.
    case closeBody(any BodySink)
    /// Ask the interceptor whether to send the request again.
    case ask(any RequestInterceptor, RetryContext, step: Int)
    /// Tell the client of a head.
    case deliverHead(ResponseHead)
    /// Tell the client of progress.
    case deliverProgress(TransferProgress)
    /// Tell the client of the progress of its body.
    case deliverUploadProgress(TransferProgress)
    /// Tell the monitors.
    case report(RequestEvent)
    /// Tell the client of the end, and let go of everything: what was kept comes along, so that none of it is
    /// let go of under a lock.
    case finish(any ExchangeOutcome, kept: [any Sendable])

    /// Whether it tells the client something that it can do without once the exchange has been called off.
    var isNews: Bool {
      switch self {
      case .deliverHead, .deliverProgress, .deliverUploadProgress, .beginBody, .giveBody, .spillBody: true
      default: false
      }
    }
  }
}
