#if os(Linux)
  import CLibcurl
  import Dispatch

  /// A loop of a ``CurlTransport``, and all that libcurl has on it.
  ///
  /// ```text
  /// letters ─▶ libcurl's timer ─▶ transfers that have ended ─▶ deliveries ─▶ wait for descriptors ─▶ what happened to them ─┐
  ///    ▲                                                                                                                    │
  ///    └────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
  /// ```
  ///
  /// libcurl is called by one thread at a time: by the one that leads. While libcurl runs, what happens is only noted. After
  /// that the same thread delivers it, one task at a time. Where a delivery takes long, another thread of the crew leads the
  /// loop on (``ThreadCrew``). It ends with the letter that says that nobody has the engine any more.
  ///
  /// Whoever leads has all of it to itself, but the mailbox; the crew hands it over from thread to thread by an atomic exchange.
  final class CurlLoop: CrewDuty, @unchecked Sendable {
    private let set: Int32
    let waker: Int32
    let mailbox: CurlMailbox
    let multi: CurlMultiHandle
    let handles: CurlHandlePool
    /// Whether taking a transfer back may wait for the resolver: before 7.87, which brought `QUICK_EXIT`.
    let waitsForResolver: Bool
    /// Whether a request was cancelled that may have left others waiting.
    var mayHaveStrandedOthers = false
    private var descriptors = CurlDescriptors()
    /// When libcurl wants its timers looked at, in microseconds of the clock; nil for never.
    var deadline: Int64?
    private var letters: [CurlMailbox.Letter] = []
    var isStopped = false
    private var isShutDown = false
    let crew: ThreadCrew
    /// What is to be delivered, or called.
    var due = FIFO<Due>()
    /// Transfers that wait for descriptors, and what decides how many may go on.
    var waiting: CurlWaiting
    /// Whether libcurl was told to close idle connections before it opens others.
    var closesIdleConnections = false
    /// Transfers that were cancelled, and cannot be taken back yet without waiting for the resolver.
    var abandoned: [CurlTransfer] = []

    /// Something that is not libcurl's to do.
    enum Due: Sendable {
      case task(CurlTask)
      case call(@Sendable () -> Void)
    }

    /// Makes a loop and starts its first thread.
    static func start(
      options: CurlOptions, waitsForResolver: Bool, patience: Duration, threadLimit: Int
    ) throws -> CurlMailbox {
      let loop = try CurlLoop(
        options: options, waitsForResolver: waitsForResolver, patience: patience, threadLimit: threadLimit)
      guard loop.crew.begin(loop) else {
        throw CurlError(code: Int(LIBCURL_E_FAILED_INIT), message: "the system gives no thread")
      }
      return loop.mailbox
    }

    private init(
      options: CurlOptions, waitsForResolver: Bool, patience: Duration, threadLimit: Int
    ) throws {
      crew = ThreadCrew("net-curl", limit: threadLimit)
      self.waitsForResolver = waitsForResolver
      waiting = CurlWaiting(patience: patience.inMicroseconds)
      var (set, waker): (Int32, Int32) = (-1, -1)
      guard unsafe libcurl_loop_open(&set, &waker) else {
        throw CurlError(code: Int(LIBCURL_E_FAILED_INIT), message: "the system gives no descriptor")
      }
      self.set = set
      self.waker = waker
      mailbox = CurlMailbox(waker: waker)
      guard let multi = CurlMultiHandle() else {
        libcurl_loop_close(set)
        throw CurlError(code: Int(LIBCURL_E_OUT_OF_MEMORY), message: "there is no memory")
      }
      self.multi = multi
      handles = CurlHandlePool(options: options)
      try multi.apply(options)
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      unsafe multi.follow(context)
      unsafe handles.follow(context)
    }

    deinit { shutDown() }

    private func shutDown() {
      guard !isShutDown else { return }
      isShutDown = true
      for transfer in abandoned { takeBack(transfer) }
      abandoned = []
      // libcurl closes its connections through the loop: before anything else of it goes.
      handles.removeAll()
      multi.close()
      libcurl_loop_close(set)
    }

    // MARK: - Turns

    func lead() {
      enter()
      while true {
        let now = work()
        guard deliver() else { return }
        if isStopped, due.isEmpty { break }
        wait(from: now)
      }
      shutDown()
      libcurl_gate_leave()
      for letter in mailbox.close() {
        if case .call(let job) = letter { DispatchQueue.global().async(execute: job) }
      }
      crew.finish()
    }

    func add(_ job: @escaping @Sendable () -> Void) {
      if !mailbox.post(.call(job)) { DispatchQueue.global().async(execute: job) }
    }

    /// Does all there is to do; what time it is.
    private func work() -> Int64 {
      letters.removeAll(keepingCapacity: true)
      mailbox.take(&letters)
      for letter in letters { open(letter) }
      letters.removeAll(keepingCapacity: true)
      var now = libcurl_now()
      if let deadline, deadline <= now {
        self.deadline = nil
        multi.act(on: LIBCURL_SOCKET_TIMEOUT, events: 0)
        now = libcurl_now()
      }
      endTransfers()
      if !waiting.isEmpty { retryWaiting(at: now) }
      takeBackAbandoned()
      if mayHaveStrandedOthers {
        readOn()
        now = libcurl_now()
      }
      return now
    }

    /// Delivers what has happened; false when another thread leads by now.
    private func deliver() -> Bool {
      while !due.isEmpty, crew.mayCallOut(self), let next = due.popFirst() {
        let isLeading = callOut {
          switch next {
          case .task(let task): task.deliver { !libcurl_is_exiting() }
          case .call(let job): job()
          }
        }
        guard isLeading else { return false }
      }
      return true
    }

    /// Notes an event of a task, to be delivered when libcurl has returned.
    func tell(_ task: CurlTask, _ event: TransportEvent) {
      if task.add(event) { due.append(.task(task)) }
    }

    /// Has libcurl read on for all that share a connection, whether anything happened to its descriptor or not.
    private func readOn() {
      while mayHaveStrandedOthers {
        mayHaveStrandedOthers = false
        for descriptor in descriptors.wanted { multi.act(on: descriptor, events: LIBCURL_EVENT_IN) }
        endTransfers()
      }
    }

    private func wait(from now: Int64) {
      let sleeps = mailbox.fallAsleep()
      var milliseconds: Int32 = sleeps ? -1 : 0
      // Deliveries that wait for a thread are tried again.
      let retry = due.isEmpty ? nil : now + 10_000
      if sleeps, let deadline = [deadline, waiting.nextRetry, retry].compactMap(\.self).min() {
        milliseconds = Int32(clamping: max(0, (deadline - now + 999) / 1000))
      }
      let capacity = 64
      unsafe withUnsafeTemporaryAllocation(of: libcurl_loop_event.self, capacity: capacity) { events in
        guard let base = events.baseAddress else { return }
        libcurl_gate_leave()
        let count = unsafe libcurl_loop_wait(set, base, Int32(capacity), milliseconds)
        enter()
        for index in 0..<Int(count) { unsafe happened(events[index]) }
      }
      endTransfers()
    }

    private func happened(_ event: libcurl_loop_event) {
      guard event.descriptor != waker else { return libcurl_loop_drain(waker) }
      let (isWanted, change) = descriptors.happened(to: event.descriptor)
      if isWanted { multi.act(on: event.descriptor, events: event.events) }
      tell(change, of: event.descriptor)
    }

    // MARK: - What libcurl asks for

    func libcurlWants(_ interest: Int32, of descriptor: Int32) {
      tell(descriptors.want(interest, of: descriptor), of: descriptor)
    }

    func libcurlOpens(_ address: OpaquePointer, for handle: CurlEasyHandle) -> Int32 {
      var isShort = false
      let descriptor = unsafe libcurl_socket_open(address, waiting.openSockets > 0, &isShort)
      // A host may have several addresses. A later one that gets its socket does not undo the shortage of the first.
      if isShort { handle.lacksDescriptor = true }
      guard descriptor >= 0 else { return descriptor }
      descriptors.opened(descriptor)
      waiting.opened()
      return descriptor
    }

    func libcurlCloses(_ descriptor: Int32) {
      descriptors.closed(descriptor)
      waiting.closed()
      libcurl_socket_close(descriptor)
    }

    /// Its timers are to be looked at after so many milliseconds; -1 for never.
    func libcurlWaits(_ milliseconds: Int) {
      deadline = milliseconds < 0 ? nil : libcurl_now() + Int64(milliseconds) * 1000
    }

    private func tell(_ change: CurlDescriptors.Change, of descriptor: Int32) {
      switch change {
      case .none: break
      case .add(let interest): _ = libcurl_loop_add(set, descriptor, interest)
      case .modify(let interest): _ = libcurl_loop_modify(set, descriptor, interest)
      case .remove: libcurl_loop_remove(set, descriptor)
      }
    }
  }
#endif
