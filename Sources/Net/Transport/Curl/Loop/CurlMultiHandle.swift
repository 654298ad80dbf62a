#if os(Linux)
  import CLibcurl

  /// libcurl's multi handle: transfers of a loop and the connections they share.
  ///
  /// Only the thread that leads the loop uses it.
  @safe final class CurlMultiHandle {
    // Valid from the initializer to `close()`, and never passed on beyond a call.
    private let pointer: UnsafeMutableRawPointer
    private var isOpen = true
    /// Called with the events of a descriptor in which libcurl is interested.
    // Set once, before libcurl calls back.
    @safe @exclusivity(unchecked) private var onInterest: ((_ interest: Int32, _ descriptor: Int32) -> Void)?
    /// When libcurl's timers are due, in microseconds of the clock; nil for never.
    // A number.
    @safe @exclusivity(unchecked) var deadline: Int64?

    /// Creates a handle.
    ///
    /// libcurl must have been loaded.
    ///
    /// - Throws: ``CurlError`` without memory.
    init() throws(CurlError) {
      guard let pointer = unsafe libcurl_multi_init() else {
        throw CurlError.outOfMemory
      }
      unsafe self.pointer = pointer
    }

    /// Closes all connections.
    ///
    /// All transfers must have been removed.
    func close() {
      guard isOpen else { return }
      isOpen = false
      unsafe libcurl_multi_cleanup(pointer)
    }

    deinit { close() }

    /// Sets the limits on connections, and whether they are shared.
    func apply(_ options: CurlOptions) throws(CurlOptions.Refusal) {
      try unsafe options.configure(multi: pointer)
    }

    /// Passes on in which events of descriptors libcurl is interested, and notes its timers.
    func follow(_ onInterest: @escaping (_ interest: Int32, _ descriptor: Int32) -> Void) {
      self.onInterest = onInterest
      // This handle, the context, outlives that of libcurl.
      let context = unsafe Unmanaged.passUnretained(self).toOpaque()
      unsafe libcurl_multi_set_socket_function(
        pointer,
        { _, descriptor, interest, context, _ in
          unsafe CurlMultiHandle.at(context)?.onInterest?(interest, descriptor)
          return 0
        }, context)
      unsafe libcurl_multi_set_timer_function(
        pointer,
        { _, milliseconds, context in
          unsafe CurlMultiHandle.at(context)?.wait(milliseconds)
          return 0
        }, context)
    }

    /// Returns the handle for the context of a callback.
    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlMultiHandle? {
      unsafe context.map { unsafe Unmanaged<CurlMultiHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// libcurl's timers are due after this many milliseconds; -1 for never.
    private func wait(_ milliseconds: Int) {
      deadline = milliseconds < 0 ? nil : libcurl_now() + Int64(milliseconds) * 1000
    }

    /// Limits the idle connections.
    func limitIdleConnections(to count: Int) {
      unsafe libcurl_multi_set_long(pointer, LIBCURL_MULTI_MAXCONNECTS, count)
    }

    /// Limits the connections, including idle ones.
    ///
    /// At the limit, libcurl closes the connection that has been idle longest before it opens a new one.
    func limitConnections(to count: Int) {
      unsafe libcurl_multi_set_long(pointer, LIBCURL_MULTI_MAX_TOTAL_CONNECTIONS, count)
    }

    /// Starts a transfer.
    func add(_ handle: CurlEasyHandle) throws(CurlError) {
      let code = unsafe libcurl_multi_add(pointer, handle.pointer)
      guard code != 0 else { return }
      let words = unsafe libcurl_multi_strerror(code).map { unsafe String(cString: $0) }
      throw CurlError(LIBCURL_E_FAILED_INIT, words ?? "multi error \(code)")
    }

    /// Removes a transfer.
    ///
    /// Unless it has ended, its connection is closed.
    func remove(_ handle: CurlEasyHandle) { unsafe libcurl_multi_remove(pointer, handle.pointer) }

    /// Lets libcurl handle the events of a descriptor, or its timers.
    func act(on descriptor: Int32, events: Int32) { unsafe libcurl_multi_act(pointer, descriptor, events) }

    /// Returns a transfer that has ended and libcurl's result code, or nil if there is none.
    func nextEnded() -> (handle: CurlEasyHandle, code: Int32)? {
      guard isOpen else { return nil }
      var code: Int32 = 0
      while let easy = unsafe libcurl_multi_ended(pointer, &code) {
        if let handle = unsafe CurlEasyHandle.of(easy) { return (handle, code) }
      }
      return nil
    }
  }
#endif
