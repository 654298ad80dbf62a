import Foundation

/// What an exchange was told when it started, its session's word included.
///
/// One object, since everything about a request holds on to it.
final class ExchangePlan: Sendable {
  /// What the caller said.
  let description: RequestDescription
  /// The `Accept` header of the first serializer.
  let accept: String?
  /// The policies, in the order they are asked.
  let interceptors: [any RequestInterceptor]
  /// What the response must be.
  let validation: ValidationRules
  /// How long it may take.
  let timeouts: RequestTimeouts
  /// Which redirects are followed.
  let redirects: RedirectPolicy
  /// Whether each task has to be admitted: by a queue, or by a jar that gives it its cookies.
  let isAdmitted: Bool
  /// Whether the session's cookies are sent, and those of responses kept.
  let hasCookies: Bool
  /// Whether there is anyone to report to.
  let isReported: Bool
  /// Where the body goes; nil for memory.
  let sink: (any BodySink)?
  /// How many bytes of a body are taken into memory; nil for any number.
  let maximumBodySize: Int?
  /// Decodes the body, of a failed response too.
  let decoder: (any DataDecoder)?

  init(
    description: RequestDescription, accept: String? = nil, interceptors: [any RequestInterceptor] = [],
    validation: ValidationRules = .standard, timeouts: RequestTimeouts = RequestTimeouts(),
    redirects: RedirectPolicy = .follow, isAdmitted: Bool = false, hasCookies: Bool = false,
    isReported: Bool = true, sink: (any BodySink)? = nil, maximumBodySize: Int? = nil,
    decoder: (any DataDecoder)? = nil
  ) {
    self.description = description
    self.accept = accept
    self.interceptors = interceptors
    self.validation = validation
    self.timeouts = timeouts
    self.redirects = redirects
    self.isAdmitted = isAdmitted
    self.hasCookies = hasCookies
    self.isReported = isReported
    self.sink = sink
    self.maximumBodySize = maximumBodySize.map { max(0, $0) }
    self.decoder = decoder
  }
}

extension ExchangeState {
  /// What an exchange waits for with a timer.
  enum Timer: Int, Sendable, CaseIterable {
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
  /// A step numbers what an exchange waits for; an answer that carries an older one comes too late. Those that carry much
  /// carry it in a box.
  enum Input: Sendable {
    case start(ExchangePlan)
    indirect case built(Result<TransportRequest, NetworkError>)
    indirect case adapted(Result<TransportRequest, any Error>, step: Int)
    /// There is no place yet; it waits.
    case queued(step: Int)
    /// There is a place, and this is the `Cookie` header, if there is to be one.
    case admitted(cookies: String?, step: Int)
    case transport(TransportEvent, step: Int)
    indirect case judged(Result<RedirectPolicy.Verdict, NetworkError>, step: Int)
    indirect case validated(Result<ReceivedResponse, NetworkError>, step: Int)
    case decided(RetryDecision, step: Int)
    /// The request that goes out has a body of so many bytes, if that is known.
    case sending(total: Int64?, step: Int)
    /// What was handed over under this number, the head or a part of the body, has been taken.
    indirect case consumed(Result<Void, NetworkError>, number: Int, step: Int)
    /// A part of the body could not be kept.
    indirect case bodyFailed(NetworkError, step: Int)
    /// An earlier request left this of the body.
    indirect case resumable(DownloadPart)
    case fired(Timer, step: Int)
    case cancel
  }

  /// What is released at once, by the thread that brought the input, before any action is performed.
  struct Release: Sendable {
    /// Cancel the task of the transport.
    var cancelsTask = false
    /// Give the place back, or the wait for one.
    var leaves = false
    /// Have the task of the transport pause, or go on; nil leaves it as it is.
    var pausesTask: Bool?
    /// Stop these timers.
    var timers = TimerSet()
  }

  /// What the shell does about it, in order, after unlocking.
  ///
  /// Those that carry much carry it in a box: they are handed on, and dealt with one at a time.
  enum Action: Sendable {
    /// It has been done.
    case nothing
    /// Build the request of the description.
    case build(ExchangePlan)
    /// Have the interceptor adapt the request.
    indirect case adapt(TransportRequest, interceptor: any RequestInterceptor, step: Int)
    /// Ask for a place for the request, and for its cookies.
    indirect case enter(TransportRequest, hasCookies: Bool, step: Int)
    /// Keep the cookies of a response from this URL.
    indirect case storeCookies(ResponseHead, from: URL)
    /// Let the policy's closure say what becomes of the redirect to this request.
    indirect case judge(ResponseHead, to: TransportRequest, RedirectPolicy.Modification, step: Int)
    /// Hand the request to the transport.
    indirect case send(TransportRequest, step: Int)
    /// Start a timer, in the place of one of its kind.
    case schedule(Timer, after: Duration, step: Int)
    /// Hold the response against the rules.
    indirect case validate(TransportRequest, ResponseHead, Data, ExchangePlan, step: Int)
    /// Hand the head over to whoever takes the body, as number 1.
    indirect case beginBody(
      any BodySink, TransportRequest, ResponseHead, ExchangePlan, DownloadPart, step: Int)
    /// Hand a part of the body over, under a number.
    case giveBody(any BodySink, BodyFlow.Load, number: Int, step: Int)
    /// Keep a part of the body for later.
    case spillBody(any BodySink, Data, step: Int)
    /// The body has been taken whole; finish it.
    indirect case finishBody(any BodySink, TransportRequest, ResponseHead, ExchangePlan, step: Int)
    /// Remove what is there of a download: it is of no use.
    case discardPart(any BodySink)
    /// Release what was kept of the body.
    case closeBody(any BodySink)
    /// Ask the interceptor whether to send the request again.
    indirect case ask(
      any RequestInterceptor, about: NetworkError, attempts: Int, elapsed: Duration, step: Int)
    /// Tell the client of a head.
    indirect case deliverHead(ResponseHead)
    /// Notify the client, and the monitors, of progress.
    case deliverProgress(TransferProgress)
    /// Notify the client, and the monitors, of the progress of the request body.
    case deliverUploadProgress(TransferProgress)
    /// Tell the monitors.
    indirect case report(RequestEvent)
    /// Tell the client of the end, and release everything: what was kept comes along, so that none of it is
    /// release under a lock.
    indirect case finish(any ExchangeOutcome, kept: Phase)

    /// Whether it runs a closure, or works on a file, while a task may be with the transport.
    var mayBlock: Bool {
      switch self {
      case .storeCookies, .judge, .deliverHead, .deliverProgress, .deliverUploadProgress, .report, .beginBody,
        .giveBody,
        .spillBody:
        true
      default: false
      }
    }

    /// Whether it tells the client something that it can do without once the exchange has been cancelled.
    var isNews: Bool {
      switch self {
      case .deliverHead, .deliverProgress, .deliverUploadProgress, .beginBody, .giveBody, .spillBody: true
      default: false
      }
    }
  }

  /// Timers of several kinds.
  struct TimerSet: OptionSet, Sendable {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ timer: Timer) { rawValue = 1 << timer.rawValue }

    func has(_ timer: Timer) -> Bool { contains(TimerSet(timer)) }

    static let all = TimerSet(rawValue: (1 << Timer.allCases.count) - 1)
  }
}
