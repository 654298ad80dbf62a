import Foundation

/// What an exchange does.
extension ExchangeState {
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
    /// Look for a stored response.
    case lookUp(CacheQuestion, step: Int)
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
    indirect case validate(Transfer, ResponseHead, Data, step: Int)
    /// Pass the head to the sink, as item number 1.
    indirect case beginBody(any BodySink, Transfer, ResponseHead, DownloadPart, step: Int)
    /// Pass a part of the body to the sink, as the item with this number.
    case giveBody(any BodySink, BodyFlow.Load, number: Int, step: Int)
    /// Store a part of the body for later.
    case spillBody(any BodySink, Data, step: Int)
    /// Complete the body.
    indirect case finishBody(any BodySink, Transfer, ResponseHead, step: Int)
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
    indirect case finish(ExchangeOutcome, kept: Phase)
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

  /// What the thread that delivered the input releases immediately, before any action is performed.
  struct Release: Sendable {
    /// Cancel the task of the transport.
    var cancelsTask = false
    /// Deliver only the outcome from now on.
    var endsAtOnce = false
    /// Return the slot, or stop waiting for one, unless that has been done.
    var leaves = false
    /// Pause or resume the task of the transport; nil changes nothing.
    var pausesTask: Bool?
    /// Stop these timers.
    var timers = TimerSet()
    /// Release these, which may call code of the transport or the user, without the lock held.
    var former: [any Sendable] = []
  }
}

/// The pending actions of an exchange, in order.
struct ActionQueue: Sendable {
  private var actions: [ExchangeState.Action] = []
  /// The number of actions that have been taken from the front.
  private var taken = 0

  var isEmpty: Bool { taken == actions.count }

  @inline(never)
  mutating func append(_ action: consuming ExchangeState.Action) {
    // A client that is slower than the body receives only the latest progress.
    switch action {
    case .deliverProgress:
      if !isEmpty, case .deliverProgress? = actions.last { actions.removeLast() }
    case .deliverUploadProgress:
      if !isEmpty, case .deliverUploadProgress? = actions.last { actions.removeLast() }
    default: break
    }
    // Enough for the start of most requests, even of one that is monitored.
    if actions.capacity == 0 { actions.reserveCapacity(6) }
    actions.append(action)
  }

  /// Removes and returns the next action, or nil if there is none.
  mutating func popFirst() -> ExchangeState.Action? {
    guard !isEmpty else {
      actions.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    // Moved out, so that its contents are not released here, with the lock of the exchange held.
    var action = ExchangeState.Action.nothing
    swap(&action, &actions[taken])
    taken += 1
    return action
  }

  /// Removes what must not be done after a cancellation, and returns it, to be released without the lock held.
  mutating func withdraw() -> [ExchangeState.Action] {
    let pending = actions[taken...]
    (actions, taken) = (pending.filter(\.outlastsCancellation), 0)
    return pending.filter { !$0.outlastsCancellation }
  }
}
