#if os(Linux)
  import CLibcurl

  /// A thread of a ``CurlTransport``, and all that libcurl has on it.
  ///
  /// ```text
  /// letters ─▶ libcurl's timer ─▶ transfers that have ended ─▶ wait for descriptors ─▶ what happened to them ─┐
  ///    ▲                                                                                                      │
  ///    └──────────────────────────────────────────────────────────────────────────────────────────────────────┘
  /// ```
  ///
  /// All calls of libcurl for its handles are made here, and all events are told here, serially; so a receiver must not
  /// block. It ends with the letter that says that nobody has the engine any more.
  final class CurlLoop {
    private let set: Int32
    private let waker: Int32
    private let mailbox: CurlMailbox
    let multi: CurlMultiHandle
    let handles: CurlHandlePool
    /// Whether taking a transfer back may wait for the resolver: before 7.87, which brought `QUICK_EXIT`.
    let waitsForResolver: Bool
    /// Whether a request was called off that may have left others waiting.
    var mayHaveStrandedOthers = false
    private var descriptors = CurlDescriptors()
    /// When libcurl wants its timers looked at, in microseconds of the clock; nil for never.
    var deadline: Int64?
    private var letters: [CurlMailbox.Letter] = []
    var isStopped = false
    private var isShutDown = false
    /// Transfers that were called off, and cannot be taken back yet without waiting for the resolver.
    var abandoned: [CurlTransfer] = []

    /// Makes a loop and starts its thread.
    static func start(options: CurlOptions, waitsForResolver: Bool) throws -> CurlMailbox {
      let loop = try CurlLoop(options: options, waitsForResolver: waitsForResolver)
      let mailbox = loop.mailbox
      // Handed over to its thread before that begins; nobody else has it.
      let context = unsafe Unmanaged.passRetained(loop)
      let hasStarted = unsafe libcurl_thread_start(
        { context in
          let loop = unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue()
          loop.run()
        }, context.toOpaque())
      guard hasStarted else {
        unsafe context.release()
        throw CurlError(code: Int(LIBCURL_E_FAILED_INIT), message: "the system gives no thread")
      }
      return mailbox
    }

    private init(options: CurlOptions, waitsForResolver: Bool) throws {
      self.waitsForResolver = waitsForResolver
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

    private func run() {
      while !isStopped {
        let now = work()
        guard !isStopped else { break }
        wait(from: now)
      }
      shutDown()
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
      takeBackAbandoned()
      if mayHaveStrandedOthers {
        readOn()
        now = libcurl_now()
      }
      return now
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
      if sleeps, let deadline {
        milliseconds = Int32(clamping: max(0, (deadline - now + 999) / 1000))
      }
      let capacity = 64
      unsafe withUnsafeTemporaryAllocation(of: libcurl_loop_event.self, capacity: capacity) { events in
        guard let base = events.baseAddress else { return }
        let count = unsafe libcurl_loop_wait(set, base, Int32(capacity), milliseconds)
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

    func libcurlOpens(_ address: OpaquePointer) -> Int32 {
      let descriptor = unsafe libcurl_socket_open(address)
      if descriptor >= 0 { descriptors.opened(descriptor) }
      return descriptor
    }

    func libcurlCloses(_ descriptor: Int32) {
      descriptors.closed(descriptor)
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
