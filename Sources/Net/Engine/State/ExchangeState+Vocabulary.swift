import Foundation

/// The configuration of an exchange, merged with that of its session.
///
/// An object, because everything about a request refers to it.
final class ExchangePlan: Sendable {
  /// The description from the caller.
  let description: RequestDescription
  /// The `Accept` header of the first serializer.
  let accept: String?
  /// The interceptors, in the order they are called.
  let interceptors: [any RequestInterceptor]
  /// The rules for the response.
  let validation: ValidationRules
  /// The timeouts.
  let timeouts: RequestTimeouts
  /// The redirects to follow.
  let redirects: RedirectPolicy
  /// Whether each task waits for a slot in the queue, or for cookies from the jar.
  let isAdmitted: Bool
  /// Whether the session's cookies are sent, and those of responses stored.
  let hasCookies: Bool
  /// Whether there are monitors.
  let isReported: Bool
  /// The news that the client or the monitors receive.
  let news: ExchangeNews
  /// The destination of the body; nil for memory.
  let sink: (any BodySink)?
  /// The maximum number of body bytes in memory; nil for no limit.
  let maximumBodySize: Int?
  /// The decoder for bodies, including those of failed responses.
  let decoder: (any DataDecoder)?
  /// Whether the session accepts no more requests.
  let isRefused: Bool
  /// How the request uses the cache, and whether it shares its exchange; nil if it does neither.
  let cache: CachePlan?
  /// Whether it opens a WebSocket, so that every response but a 101 is rejected.
  let isHandshake: Bool
  /// The complete request, if the cache itself sends it; nil if it is built from the description.
  let prepared: TransportRequest?

  init(
    description: RequestDescription, accept: String? = nil, interceptors: [any RequestInterceptor] = [],
    validation: ValidationRules = .standard, timeouts: RequestTimeouts = RequestTimeouts(),
    redirects: RedirectPolicy = .follow, isAdmitted: Bool = false, hasCookies: Bool = false,
    isReported: Bool = true, news: ExchangeNews = .all, sink: (any BodySink)? = nil,
    maximumBodySize: Int? = nil,
    decoder: (any DataDecoder)? = nil, isRefused: Bool = false, cache: CachePlan? = nil,
    isHandshake: Bool = false, prepared: TransportRequest? = nil
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
    self.news = isReported ? news.union([.progress, .uploadProgress]) : news
    self.sink = sink
    self.maximumBodySize = maximumBodySize.map { max(0, $0) }
    self.decoder = decoder
    self.isRefused = isRefused
    self.cache = cache
    self.isHandshake = isHandshake
    self.prepared = prepared
  }
}

extension ExchangeState {
  /// The timers of an exchange.
  enum Timer: Int, Sendable, CaseIterable {
    /// The idle timeout: no event from the transport.
    case idle
    /// The total timeout.
    case total
    /// The delay before a retry.
    case backOff
    /// The connect timeout: no first event from the transport.
    case connect
    /// The queue timeout: no slot.
    case queue
    /// The limit of the time in which the body of a rejected response is kept.
    case refusal

    /// The timeout that it measures; nil for the delay before a retry and for the rest of a rejected response.
    var timeout: TimeoutKind? {
      switch self {
      case .idle: .idle
      case .total: .total
      case .backOff, .refusal: nil
      case .connect: .connect
      case .queue: .queue
      }
    }
  }

  /// An input of an exchange.
  ///
  /// Each thing that an exchange waits for has a step number. An input with an earlier step number is too late and is
  /// ignored. Large associated values are boxed.
  enum Input: Sendable {
    case start(ExchangePlan)
    indirect case built(Result<TransportRequest, NetworkError>)
    indirect case adapted(Result<TransportRequest, any Error>, step: Int)
    /// The result of a lookup; nil if there is nothing to fall back to.
    indirect case found(CacheFinding?, step: Int)
    /// What the source of the task did in addition to its events.
    indirect case noticed(SourceEvent, step: Int)
    /// No slot is free; the request waits.
    case queued(step: Int)
    /// The request has a slot. This is the `Cookie` header, if any.
    case admitted(cookies: String?, step: Int)
    case transport(TransportEvent, step: Int)
    indirect case judged(Result<RedirectPolicy.Verdict, NetworkError>, step: Int)
    indirect case validated(Result<ReceivedResponse, NetworkError>, step: Int)
    case decided(RetryDecision, step: Int)
    /// The request is sent with a body of this many bytes, if known.
    case sending(total: Int64?, step: Int)
    /// The sink has consumed the item with this number: the head or a part of the body.
    indirect case consumed(Result<Void, NetworkError>, number: Int, step: Int)
    /// A part of the body could not be stored.
    indirect case bodyFailed(NetworkError, step: Int)
    /// An earlier request left this part of the download.
    indirect case resumable(DownloadPart)
    case fired(Timer, step: Int)
    /// What ``ExchangeState/beginCommit(_:)`` has allowed has failed.
    case uncommitted(step: Int)
    case cancel

    /// Whether it is an event of the transport.
    var isTransport: Bool { if case .transport = self { true } else { false } }
  }

  /// The last step of a download, which cannot be undone.
  enum Commit: Sendable {
    case none
    case underWay
    /// Without it, the exchange would have ended with this error meanwhile.
    indirect case delays(NetworkError)
  }

  /// What the thread that delivered the input releases immediately, before any action is performed.
  struct Release: Sendable {
    /// Cancel the task of the transport.
    var cancelsTask = false
    /// Deliver only the outcome from now on.
    var endsAtOnce = false
    /// Return the slot, or stop waiting for one.
    var leaves = false
    /// Pause or resume the task of the transport; nil changes nothing.
    var pausesTask: Bool?
    /// Stop these timers.
    var timers = TimerSet()
    /// Release these, which may call code of the transport or the user, without the lock held.
    var former: [any Sendable] = []
  }

  /// An action that the exchange performs, in order, without the lock held.
  ///
  /// Large associated values are boxed, because actions are passed on one at a time.
  enum Action: Sendable {
    /// Nothing remains to be done.
    case nothing
    /// Build the request from the description.
    case build(ExchangePlan)
    /// Let the interceptor adapt the request.
    indirect case adapt(TransportRequest, interceptor: any RequestInterceptor, step: Int)
    /// Look for a stored response; before the adapters, if `isEarly`.
    ///
    /// With `hasLeftOrigin`, a redirect to another origin has removed the session's credentials. The responses
    /// `rejected` have failed earlier attempts.
    case lookUp(
      TransportRequest, ExchangePlan, isEarly: Bool, hasLeftOrigin: Bool, rejected: Set<Rejected>, step: Int)
    /// Look for a stale response that may be used instead of a failure, and of a response with the status `replaced`.
    indirect case fallBack(
      TransportRequest, ExchangePlan, hasLeftOrigin: Bool, replaced: CacheStatus?, step: Int)
    /// Request a slot for the request, and its cookies.
    indirect case enter(TransportRequest, hasCookies: Bool, step: Int)
    /// Store the cookies of a response from this URL.
    indirect case storeCookies(ResponseHead, from: URL)
    /// Let the policy's closure decide about the redirect to this request.
    indirect case judge(ResponseHead, to: TransportRequest, RedirectPolicy.Modification, step: Int)
    /// Pass the request to the transport, or to this source.
    indirect case send(TransportRequest, source: (any TaskSource)?, step: Int)
    /// Start a timer, which replaces one of the same kind.
    case schedule(Timer, after: Duration, step: Int)
    /// Validate the response.
    indirect case validate(TransportRequest, ResponseHead, Data, ExchangePlan, step: Int)
    /// Pass the head to the sink, as item number 1.
    indirect case beginBody(
      any BodySink, TransportRequest, ResponseHead, ExchangePlan, DownloadPart, step: Int)
    /// Pass a part of the body to the sink, as the item with this number.
    case giveBody(any BodySink, BodyFlow.Load, number: Int, step: Int)
    /// Store a part of the body for later.
    case spillBody(any BodySink, Data, step: Int)
    /// Complete the body.
    indirect case finishBody(any BodySink, TransportRequest, ResponseHead, ExchangePlan, step: Int)
    /// Remove the bytes of the download on disk.
    case discardPart(any BodySink)
    /// Release what the sink has stored.
    case closeBody(any BodySink)
    /// Ask the interceptor whether to retry.
    indirect case ask(
      any RequestInterceptor, about: NetworkError, attempts: Int, elapsed: Duration, step: Int)
    /// Pass a head to the client.
    indirect case deliverHead(ResponseHead)
    /// Notify the client, and the monitors, of progress.
    case deliverProgress(ExchangeProgress.Report)
    /// Notify the client, and the monitors, of the progress of the request body.
    case deliverUploadProgress(ExchangeProgress.Report)
    /// Notify the monitors.
    case report(RequestEvent)
    /// Pass the outcome to the client, and release everything. The last phase is included, so that nothing is released
    /// with the lock held.
    indirect case finish(any ExchangeOutcome, kept: Phase)
    /// Only release these, which a cancellation has withdrawn.
    case drop([Action])

    /// Whether it runs a closure, or accesses a file, while the transport may have a task.
    var mayBlock: Bool {
      switch self {
      case .storeCookies, .judge, .deliverHead, .deliverProgress, .deliverUploadProgress, .report, .beginBody,
        .giveBody,
        .spillBody:
        true
      default: false
      }
    }

    /// Whether it is done even if the exchange is cancelled before its turn comes.
    ///
    /// Anything else would surprise the caller that cancelled it, such as a closure that is called, a cookie
    /// that is stored, or a download that appears.
    var outlastsCancellation: Bool {
      switch self {
      case .report, .discardPart, .closeBody, .finish, .drop: true
      default: false
      }
    }
  }

  /// A set of timers.
  struct TimerSet: OptionSet, Sendable {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ timer: Timer) { rawValue = 1 << timer.rawValue }

    func has(_ timer: Timer) -> Bool { contains(TimerSet(timer)) }

    static let all = TimerSet(rawValue: (1 << Timer.allCases.count) - 1)
  }
}
