#if os(Linux)
  import CLibcurl

  /// libcurl's multi handle: transfers of a loop and the connections they share.
  ///
  /// Only the thread that leads the loop uses it.
  @safe final class CurlMultiHandle {
    // Valid from the initializer to `close()`, and never passed on beyond a call.
    private let pointer: UnsafeMutableRawPointer
    private var isOpen = true

    /// Creates a handle, or nil without memory.
    ///
    /// libcurl must have been loaded.
    init?() {
      guard let pointer = unsafe libcurl_multi_init() else { return nil }
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

    /// Notifies the section of descriptors and timers.
    ///
    /// - Parameter section: The section, which must outlive this handle.
    func follow(section: UnsafeMutableRawPointer) {
      unsafe libcurl_multi_set_socket_function(
        pointer,
        { _, descriptor, interest, context, _ in
          unsafe CurlSection.at(context)?.libcurlWants(interest, of: descriptor)
          return 0
        }, section)
      unsafe libcurl_multi_set_timer_function(
        pointer,
        { _, milliseconds, context in
          unsafe CurlSection.at(context)?.libcurlWaits(milliseconds)
          return 0
        }, section)
    }

    /// Notifies the hub of descriptors and timers.
    ///
    /// The same as for a section. They cannot share one function: a C function cannot capture the type of its context.
    ///
    /// - Parameter hub: The hub, which must outlive this handle.
    func follow(hub: UnsafeMutableRawPointer) {
      unsafe libcurl_multi_set_socket_function(
        pointer,
        { _, descriptor, interest, context, _ in
          unsafe CurlSocketHub.at(context)?.libcurlWants(interest, of: descriptor)
          return 0
        }, hub)
      unsafe libcurl_multi_set_timer_function(
        pointer,
        { _, milliseconds, context in
          unsafe CurlSocketHub.at(context)?.libcurlWaits(milliseconds)
          return 0
        }, hub)
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
      throw CurlError(code: Int(LIBCURL_E_FAILED_INIT), message: words ?? "multi error \(code)")
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
