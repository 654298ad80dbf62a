/// What an exchange waits for.
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

  /// A set of timers.
  struct TimerSet: OptionSet, Sendable {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    init(_ timer: Timer) { rawValue = 1 << timer.rawValue }

    func has(_ timer: Timer) -> Bool { contains(TimerSet(timer)) }

    /// Those that end with a task of the transport.
    static let ofTask: TimerSet = [TimerSet(.connect), TimerSet(.idle), TimerSet(.refusal)]

    static let all = TimerSet(rawValue: (1 << Timer.allCases.count) - 1)
  }

  /// An input of an exchange.
  ///
  /// Each thing that an exchange waits for has a step number. An input with an earlier step number is too late and is
  /// ignored. Large associated values are boxed.
  enum Input: Sendable {
    case start(ExchangePlan)
    indirect case built(Result<TransportRequest, NetworkError>)
    /// The request has been built, and looked up at once.
    case lookedUp(TransportRequest, CacheFinding?)
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
    /// The step that ``ExchangeState/beginCommit(_:)`` has allowed has failed.
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
}

extension ExchangeState.Input {
  /// Whether requests that wait for a slot may be about to end in the same way, such as those of the same task group
  /// or with the same deadline.
  var mayBeOneOfMany: Bool {
    switch self {
    case .cancel, .fired(.total, _): true
    default: false
    }
  }
}
