#if os(Linux)
  import CLibcurl

  /// The easy handles of a loop, kept for the next requests with the options that all requests share.
  ///
  /// If libcurl cannot use a handle again safely (``CurlOptions/keepsHandles``), each request has a new one. All these
  /// handles share what else each would keep: the lists of fields, the fields of the last response, and the TLS
  /// sessions.
  @safe final class CurlHandlePool {
    let options: CurlOptions
    // Accesses do not overlap: a handle is released after it has been removed.
    @safe @exclusivity(unchecked) private var idle: [CurlEasyHandle] = []
    /// The lists of fields of former handles, if handles are not kept.
    private var lists: [CurlFieldList] = []
    /// The fields of the last response, if handles are not kept.
    private var recentFields = HTTPHeaders()
    /// Nil if handles are kept.
    private let sessions: CurlTLSSessions?
    // The loop, for the descriptor callbacks. It outlives its handles.
    private var loop: UnsafeMutableRawPointer?

    /// The maximum number of idle handles, or of lists.
    ///
    /// Each handle keeps the buffers that libcurl allocated for it.
    private static let limit = 128

    init(options: CurlOptions) {
      self.options = options
      sessions = options.keepsHandles ? nil : CurlTLSSessions()
    }

    /// Notifies the loop of descriptors that libcurl opens and closes.
    func follow(_ loop: UnsafeMutableRawPointer) { unsafe self.loop = loop }

    /// Returns a handle that is configured except for its request.
    ///
    /// - Throws: The error of an option libcurl rejects, and ``CurlError`` without memory.
    func take() throws -> CurlEasyHandle {
      if let handle = idle.popLast() { return handle }
      let handle = try make(lists.popLast() ?? CurlFieldList())
      handle.setCallbacks()
      if options.checksLines { handle.set(LIBCURL_OPT_HEADER, true) }
      handle.recentFields = recentFields
      if let sessions { handle.share(sessions) }
      return handle
    }

    /// Returns a new handle without callbacks, configured except for its request.
    func make(_ fields: CurlFieldList = CurlFieldList()) throws -> CurlEasyHandle {
      guard let handle = CurlEasyHandle(fields: fields) else {
        throw CurlError.outOfMemory
      }
      handle.setUp()
      // Otherwise the response of a proxy that refuses a tunnel would be lost.
      handle.set(LIBCURL_OPT_SUPPRESS_CONNECT_HEADERS, !options.mayTunnel)
      if unsafe loop != nil { unsafe handle.follow(loop) }
      try unsafe options.configure(handle.pointer)
      return handle
    }

    func give(_ handle: CurlEasyHandle) {
      guard options.keepsHandles else {
        recentFields = handle.recentFields
        if lists.count < Self.limit { lists.append(handle.fields) }
        return
      }
      if idle.count < Self.limit, handle.mayBeKept { idle.append(handle) }
    }

    func removeAll() { (idle, lists) = ([], []) }
  }
#endif
