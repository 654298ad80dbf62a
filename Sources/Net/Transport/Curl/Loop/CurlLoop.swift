#if os(Linux)
  import CLibcurl
  import Dispatch

  /// A loop of a ``CurlTransport`` and its libcurl handles.
  ///
  /// ```text
  /// letters ─▶ libcurl's timer ─▶ transfers that have ended ─▶ deliveries ─▶ wait for descriptors ─▶ ready descriptors ─┐
  ///    ▲                                                                                                               │
  ///    └───────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
  /// ```
  ///
  /// One thread at a time calls libcurl: the one that leads. While libcurl runs, events are only recorded. The same
  /// thread then delivers them, one task at a time. If a delivery takes long, another thread of the crew leads the loop
  /// (``ThreadCrew``). The loop ends with the letter `stop`, which is posted when its engine is released.
  ///
  /// Only the leading thread accesses the mutable state. The crew passes the lead between threads with an atomic
  /// exchange. The mailbox is thread-safe.
  final class CurlLoop: CrewDuty, @unchecked Sendable {
    private let set: Int32
    let waker: Int32
    let mailbox: CurlMailbox
    // The checks of exclusive access would cost more than the accesses. These are values whose code calls nothing of a
    // loop, so accesses do not overlap.
    /// The multi handles of the sections, at least one.
    @safe @exclusivity(unchecked) private(set) var sections: [CurlMultiHandle] = []
    /// Decides which section a transfer belongs to.
    @safe @exclusivity(unchecked) var placement = CurlSections()
    let handles: CurlHandlePool
    /// Whether removing a transfer may block until the resolver has finished: before 7.87, which introduced
    /// `QUICK_EXIT`.
    let waitsForResolver: Bool
    /// How long nothing has arrived for a cancelled request whose connection is closed.
    let silence: Duration
    /// The number of requests that were sent on a connection opened for another request.
    var reusedConnections = 0
    /// Whether a connection has been opened that may have TLS, with the server or a proxy.
    private(set) var mayHaveTLS = false
    /// Whether a cancelled request may have left others of its connection stuck.
    var mayHaveStrandedOthers = false
    @safe @exclusivity(unchecked) private var descriptors = CurlDescriptors()
    /// Descriptors that the system refuses to watch, and the events that are awaited on them.
    private var unwatched: [Int32: Int32] = [:]
    private var letters: [CurlMailbox.Letter] = []
    var isStopped = false
    private var isShutDown = false
    let crew: ThreadCrew
    /// The events to deliver and the closures to call.
    @safe @exclusivity(unchecked) var due = FIFO<Due>()
    /// Transfers that wait for descriptors, and how many of them may start.
    @safe @exclusivity(unchecked) var waiting: CurlWaiting
    /// WebSockets that wait for descriptors.
    var waitingSockets: CurlSocketWaiting
    /// Decides whether failed attempts lacked descriptors.
    var shortage = CurlShortage()
    /// Whether libcurl was configured to close idle connections before it opens new ones.
    var closesIdleConnections = false
    /// The WebSockets, from the first one on.
    var sockets: CurlSocketHub?
    /// The connections of transfers whose receiver is paused, or their body after the response has begun.
    @safe @exclusivity(unchecked) var held = CurlHeldConnections()
    /// Cancelled transfers that cannot be removed yet without waiting for the resolver.
    var abandoned: [CurlTransfer] = []

    /// Requests whose redirect or error response has no announced length.
    @safe @exclusivity(unchecked) var refusals: [CurlTask] = []

    /// Work that is done outside libcurl.
    enum Due: Sendable {
      case task(CurlTask)
      case socket(CurlSocketTask)
      case call(@Sendable () -> Void)
    }

    /// Creates a loop and starts its first thread.
    static func start(
      options: CurlOptions, waitsForResolver: Bool, patience: Duration, silence: Duration, threadLimit: Int
    ) throws -> CurlMailbox {
      let loop = try CurlLoop(
        options: options, waitsForResolver: waitsForResolver, patience: patience, silence: silence,
        threadLimit: threadLimit)
      guard loop.crew.begin(loop) else {
        throw CurlError(LIBCURL_E_FAILED_INIT, "the system could not create a thread")
      }
      return loop.mailbox
    }

    private init(
      options: CurlOptions, waitsForResolver: Bool, patience: Duration, silence: Duration, threadLimit: Int
    ) throws {
      self.silence = silence
      crew = ThreadCrew("net-curl", limit: threadLimit)
      self.waitsForResolver = waitsForResolver
      waiting = CurlWaiting(patience: patience.inMicroseconds)
      waitingSockets = CurlSocketWaiting(patience: patience.inMicroseconds)
      var (set, waker): (Int32, Int32) = (-1, -1)
      guard unsafe libcurl_loop_open(&set, &waker) else {
        throw CurlError(LIBCURL_E_FAILED_INIT, "the system could not create a descriptor")
      }
      self.set = set
      self.waker = waker
      mailbox = CurlMailbox(waker: waker)
      handles = CurlHandlePool(options: options)
      sections = [try makeSection(0)]
      unsafe handles.follow(Unmanaged.passUnretained(self).toOpaque())
    }

    /// Adds a section, perhaps for a user of a proxy; returns nil without memory.
    func addSection(for credentials: String?) -> Int? {
      let number = sections.count
      guard let section = try? makeSection(number) else { return nil }
      sections.append(section)
      placement.added(for: credentials)
      return number
    }

    /// Replaces a section without transfers by one for another user of a proxy, and closes its connections; returns nil
    /// without memory.
    func replaceSection(_ number: Int, for credentials: String?) -> Int? {
      guard let section = try? makeSection(number) else { return nil }
      sections[number].close()
      sections[number] = section
      placement.added(number, for: credentials)
      return number
    }

    /// Creates the multi handle of a section.
    ///
    /// - Throws: ``CurlError`` without memory, and the error of an option that libcurl rejects.
    private func makeSection(_ number: Int) throws -> CurlMultiHandle {
      let section = try CurlMultiHandle()
      try section.apply(handles.options)
      section.follow { [unowned self] interest, descriptor in
        libcurlWants(interest, of: descriptor, in: number)
      }
      return section
    }

    deinit { shutDown() }

    private func shutDown() {
      guard !isShutDown else { return }
      isShutDown = true
      for transfer in abandoned { takeBack(transfer) }
      abandoned = []
      // libcurl closes its connections through the loop, so it is closed before the loop's descriptors.
      sockets?.close()
      handles.removeAll()
      for section in sections { section.close() }
      libcurl_close(set)
    }

    // MARK: - Turns

    func lead() {
      enterGate()
      while true {
        var now = work()
        guard deliver() else { return }
        var sleeps = mailbox.fallAsleep()
        if !sleeps {
          // Deliveries often post letters: a response, the next request. They are read without asking for descriptors.
          now = work()
          guard deliver() else { return }
          sleeps = mailbox.fallAsleep()
        }
        if isStopped, due.isEmpty { break }
        wait(from: now, sleeps: sleeps && sockets?.hasMore != true)
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

    /// Does all work that is due; returns the time.
    private func work() -> Int64 {
      letters.removeAll(keepingCapacity: true)
      mailbox.take(&letters)
      for letter in letters { open(letter) }
      letters.removeAll(keepingCapacity: true)
      var now = libcurl_now()
      if let deadline = nextTimer, deadline <= now {
        for section in sections where section.deadline.map({ $0 <= now }) ?? false {
          section.deadline = nil
          act(in: section, on: LIBCURL_SOCKET_TIMEOUT, events: 0)
        }
        now = libcurl_now()
      }
      endTransfers()
      sockets?.work(at: now)
      if !waiting.isEmpty { retryWaiting(at: now) }
      if !waitingSockets.isEmpty { retryWaitingSockets(at: now) }
      if !abandoned.isEmpty { takeBackAbandoned() }
      if mayHaveStrandedOthers {
        readOn()
        now = libcurl_now()
      }
      return now
    }

    /// Delivers the recorded events; returns false if another thread leads by now.
    private func deliver() -> Bool {
      while !due.isEmpty, crew.mayCallOut(self), let next = due.popFirst() {
        // Outside the gate, so that an exit does not wait for it. While the process exits, the loop does not continue.
        libcurl_gate_leave()
        let isLeading = crew.callOut(self) {
          switch next {
          case .task(let task): task.deliver { !libcurl_is_exiting() }
          case .socket(let task): task.deliver { !libcurl_is_exiting() }
          case .call(let job): job()
          }
        }
        guard isLeading else { return false }
        enterGate()
      }
      return true
    }

    /// Records an event of a task, to be delivered after libcurl has returned.
    func record(_ event: TransportEvent, of task: CurlTask) {
      if task.withState({ $0.add(event) }) { due.append(.task(task)) }
    }

    /// Lets libcurl handle the events of a descriptor, or its timers, unless the process exits.
    private func act(in section: CurlMultiHandle, on descriptor: Int32, events: Int32) {
      // A turn may have many of these calls, each with a step of a TLS handshake, and an exit would wait for all of
      // them.
      enterGate()
      section.act(on: descriptor, events: events)
    }

    private func act(on descriptor: Int32, events: Int32) {
      act(in: sections[descriptors.section(of: descriptor) ?? 0], on: descriptor, events: events)
    }

    /// When the timers of a section are due; nil for never.
    private var nextTimer: Int64? {
      var next: Int64?
      for section in sections {
        if let deadline = section.deadline { next = min(deadline, next ?? .max) }
      }
      return next
    }

    /// Lets libcurl look at its timers in this turn.
    func expireTimers() { for section in sections { section.deadline = 0 } }

    /// Makes libcurl continue reading on all connections, whether or not their descriptors are ready.
    private func readOn() {
      while mayHaveStrandedOthers {
        mayHaveStrandedOthers = false
        for descriptor in descriptors.wanted { act(on: descriptor, events: LIBCURL_EVENT_IN) }
        endTransfers()
      }
    }

    /// Waits for descriptors, if the loop may sleep.
    private func wait(from now: Int64, sleeps: Bool) {
      var milliseconds: Int32 = sleeps ? -1 : 0
      // Deliveries that wait for a free thread are tried again, and descriptors that are not watched.
      let retry = due.isEmpty && unwatched.isEmpty ? nil : now + 10_000
      let deadline = min(
        nextTimer ?? .max, waiting.nextRetry ?? .max, waitingSockets.nextRetry ?? .max, retry ?? .max,
        sockets?.nextDeadline ?? .max)
      if sleeps, deadline < .max {
        milliseconds = Int32(clamping: max(0, (deadline - now + 999) / 1000))
      }
      let capacity = 64
      unsafe withUnsafeTemporaryAllocation(of: libcurl_loop_event.self, capacity: capacity) { events in
        guard let base = events.baseAddress else { return }
        libcurl_gate_leave()
        let count = unsafe libcurl_loop_wait(set, base, Int32(capacity), milliseconds)
        enterGate()
        for index in 0..<Int(count) { unsafe happened(events[index]) }
      }
      if !unwatched.isEmpty { tryUnwatched() }
      endTransfers()
    }

    private func happened(_ event: libcurl_loop_event) {
      guard event.descriptor != waker else { return libcurl_loop_drain(waker) }
      if let sockets, sockets.happened(to: event.descriptor, event.events) { return }
      let (isWanted, change, isSpoiled) = descriptors.happened(to: event.descriptor) {
        libcurl_socket_has_arrivals(event.descriptor)
      }
      if isWanted {
        act(on: event.descriptor, events: event.events)
        if !refusals.isEmpty, event.events & LIBCURL_EVENT_IN != 0 { endRefusals() }
      } else if isSpoiled, !held.mayInclude(Int(libcurl_socket_port(event.descriptor))) {
        libcurl_socket_abandon(event.descriptor)
      }
      apply(change, to: event.descriptor)
    }

    /// Called when the first request on a connection that may be used again has ended.
    func noteExclusiveConnection(of transfer: CurlTransfer) {
      if let descriptor = transfer.handle.activeSocket { descriptors.becameExclusive(descriptor) }
    }

    // MARK: - Callbacks of libcurl

    /// Returns the loop for the context of a callback.
    static func at(_ context: UnsafeMutableRawPointer?) -> CurlLoop? {
      unsafe context.map { unsafe Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Called when libcurl is interested in these events of a descriptor, for this section, or for a WebSocket.
    func libcurlWants(_ interest: Int32, of descriptor: Int32, in section: Int? = nil) {
      apply(descriptors.want(interest, of: descriptor, in: section), to: descriptor)
    }

    func libcurlOpens(_ address: OpaquePointer, for handle: CurlEasyHandle) -> Int32 {
      handle.setDescribesErrors(true)
      if handle.transfer?.connections.hasSent == true { handle.forgetWords() }
      var isShort = false
      let descriptor = unsafe libcurl_socket_open(address, waiting.openSockets > 0, &isShort)
      // A host may have several addresses. A later one that gets its socket does not undo the shortage of the first.
      if isShort { handle.lacksDescriptor = true }
      guard descriptor >= 0 else { return descriptor }
      unsafe handle.tries(address)
      if handle.isSecure || handles.options.mayTunnel { mayHaveTLS = true }
      if handle.isSecure, case .none = CurlWaiting.Supply.left(for: 1) {
        // The server would get a connection without a handshake, again at each attempt.
        handle.lacksDescriptor = true
        libcurl_close(descriptor)
        return -1
      }
      // What arrives on a WebSocket may wait for its consumer.
      let isExclusive = handle.socket == nil && handles.options.excludesSharing(isSecure: handle.isSecure)
      descriptors.opened(descriptor, isExclusive: isExclusive, in: handle.section)
      if let section = handle.section { placement.opened(in: section) }
      waiting.opened()
      return descriptor
    }

    func libcurlCloses(_ descriptor: Int32) {
      if let section = descriptors.section(of: descriptor) { placement.closed(in: section) }
      apply(descriptors.closed(descriptor), to: descriptor)
      sockets?.closed(descriptor)
      waiting.closed()
      libcurl_close(descriptor)
    }

    /// Applies a change to what epoll watches.
    private func apply(_ change: CurlDescriptors.Change, to descriptor: Int32) {
      switch change {
      case .none: break
      case .add(let interest):
        if !libcurl_loop_add(set, descriptor, interest) { unwatched[descriptor] = interest }
      case .modify(let interest):
        if !libcurl_loop_modify(set, descriptor, interest) { unwatched[descriptor] = interest }
      case .remove:
        libcurl_loop_remove(set, descriptor)
        if !unwatched.isEmpty { unwatched[descriptor] = nil }
      }
    }

    /// Acts on the descriptors that the system still refuses to watch as if they were ready.
    private func tryUnwatched() {
      for (descriptor, interest) in unwatched {
        // An earlier one may have closed this one.
        guard unwatched[descriptor] != nil else { continue }
        if libcurl_loop_add(set, descriptor, interest) {
          unwatched[descriptor] = nil
        } else {
          let events =
            (interest & LIBCURL_POLL_IN != 0 ? LIBCURL_EVENT_IN : 0)
            | (interest & LIBCURL_POLL_OUT != 0 ? LIBCURL_EVENT_OUT : 0)
          happened(libcurl_loop_event(descriptor: descriptor, events: events))
        }
      }
    }
  }
#endif
