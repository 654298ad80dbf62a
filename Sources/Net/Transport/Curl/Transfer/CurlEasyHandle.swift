#if os(Linux)
  import CLibcurl

  /// An easy handle of libcurl: sets the options of a transfer and reads its results.
  ///
  /// The setters return libcurl's code, 0 for success. libcurl copies strings. One thread at a time uses a
  /// handle: once a loop has it, the thread that leads the loop.
  @safe final class CurlEasyHandle {
    // Valid from the initializer to the end of `deinit`, and never passed on beyond a call.
    let pointer: UnsafeMutableRawPointer
    /// The buffer for libcurl's error message, of the size it requires (`CURL_ERROR_SIZE`).
    private let words: UnsafeMutablePointer<CChar>

    /// The fields of the current request.
    let fields: CurlFieldList
    /// The fields that only a proxy receives; nil if no request had any.
    private var proxyFields: CurlFieldList?

    /// The fields of the last response, many of which the next response is likely to repeat.
    var recentFields = HTTPHeaders()
    /// Fields with more bytes than this are not kept.
    private static let recentFieldsLimit = 8192

    /// The number of request body bytes libcurl asks for at a time.
    private var uploadPortion = CurlBody.portion

    /// The size of the receive buffer; nil for that of all requests.
    private var receiveSize: Int?

    /// The URL of the last request, if libcurl need not parse its text.
    private var url: CurlURL?

    /// The current transfer.
    ///
    /// Transfer and handle retain each other for as long as libcurl may call back.
    var transfer: CurlTransfer? {
      didSet { unsafe calledBack = transfer.map { unsafe Unmanaged.passUnretained($0) } }
    }
    // The current transfer, for the callbacks. It is valid because `transfer` retains it.
    private var calledBack: Unmanaged<CurlTransfer>?
    /// The WebSocket that owns the handle, instead of a transfer.
    var socket: CurlSocket?

    /// Whether the connection needs a descriptor in addition to its socket, for the files with certificates.
    var isSecure: Bool { (transfer?.task.request ?? socket?.task.request)?.url.isSecure ?? false }

    /// The loop that opens the sockets, for the callback.
    ///
    /// It outlives its handles.
    var loop: UnsafeMutableRawPointer?
    /// The TLS sessions that the handle shares with others; nil if it has its own.
    ///
    /// Kept until libcurl's handle, which refers to them, is gone.
    private var sessions: CurlTLSSessions?
    /// The section to whose multi handle the handle is added; nil if it is added to none, or belongs to a WebSocket.
    var section: Int?
    /// Whether another transfer can use the handle.
    private(set) var mayBeKept = true
    /// Whether the transfer could not get a socket because too many descriptors are open.
    var lacksDescriptor = false
    private var isVerbose = false
    private var describesErrors = true
    /// What libcurl has said about the connection on which the request was sent before.
    private(set) var formerWords: String?
    /// The addresses that libcurl has tried to connect to for the transfer, in its layout.
    private var addresses: [[UInt8]] = []

    private static let wordsSize = 256

    /// Creates a handle whose requests use the list for their fields, or nil without memory.
    ///
    /// libcurl must have been loaded.
    init?(fields: CurlFieldList = CurlFieldList()) {
      guard let pointer = unsafe libcurl_easy_init() else { return nil }
      self.fields = fields
      unsafe self.pointer = pointer
      unsafe words = .allocate(capacity: Self.wordsSize)
      unsafe words.initialize(repeating: 0, count: Self.wordsSize)
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_ERRORBUFFER, words)
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
      unsafe libcurl_easy_cleanup(pointer)
      unsafe words.deallocate()
    }

    /// Returns the handle for libcurl's pointer.
    static func of(_ pointer: UnsafeMutableRawPointer) -> CurlEasyHandle? {
      var context: UnsafeMutableRawPointer?
      guard unsafe libcurl_easy_get_pointer(pointer, LIBCURL_INFO_PRIVATE, &context) == 0 else { return nil }
      return unsafe at(context)
    }

    /// Returns the handle for the context of a callback.
    static func at(_ context: UnsafeMutableRawPointer?) -> CurlEasyHandle? {
      unsafe context.map { unsafe Unmanaged<CurlEasyHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Shares the TLS sessions with other handles of the same thread.
    func share(_ sessions: CurlTLSSessions) {
      self.sessions = sessions
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_SHARE, sessions.pointer)
    }

    /// Closes the connection at the end of the transfer, after which the handle must not be used again.
    func closeConnectionAfterwards() {
      set(LIBCURL_OPT_FORBID_REUSE, true)
      mayBeKept = false
    }

    /// Excludes the handle from further transfers.
    ///
    /// libcurl remembers a refused stream until it sends a request again, even for the next transfer, whose request it
    /// would then send twice if the connection was closed without a response. And it counts how often requests were
    /// sent again for the life of the handle: the sixth would fail (``CurlCapabilities/hidesRepetitions``).
    func retire() { mayBeKept = false }

    /// Keeps the fields of a response, which had this many bytes.
    func remember(_ fields: HTTPHeaders, length: Int) {
      recentFields = length <= Self.recentFieldsLimit ? fields : HTTPHeaders()
    }

    /// Calls the closure with the transfer of the handle for the context of a callback; returns nil if there is none.
    ///
    /// It retains neither: for each line of a head, reference counting would cost more than the line itself. No
    /// callback removes the transfer from its handle.
    static func withTransfer<Answer>(
      at context: UnsafeMutableRawPointer?, _ body: (CurlTransfer) -> Answer
    ) -> Answer? {
      guard let context = unsafe context else { return nil }
      return unsafe Unmanaged<CurlEasyHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { handle in
        unsafe handle.calledBack?._withUnsafeGuaranteedRef(body)
      }
    }

    /// Pauses these directions and resumes the others.
    func pause(_ directions: Int32) { unsafe libcurl_easy_pause(pointer, directions) }

    // MARK: - Options

    /// Sets the options that all requests of all transports share.
    func setUp() {
      set(LIBCURL_OPT_NOSIGNAL, true)
      set(LIBCURL_OPT_FOLLOWLOCATION, false)
      set(LIBCURL_OPT_PATH_AS_IS, true)
      set(LIBCURL_OPT_HTTP09_ALLOWED, false)
      set(LIBCURL_OPT_TCP_NODELAY, true)
      // Cancellation must not wait for the resolver. Unsupported before 7.87, see CurlLoop.waitsForResolver.
      set(LIBCURL_OPT_QUICK_EXIT, true)
      if set(LIBCURL_OPT_PROTOCOLS_STR, "http,https") != 0 {
        set(LIBCURL_OPT_PROTOCOLS, Int(LIBCURL_PROTOCOL_HTTP | LIBCURL_PROTOCOL_HTTPS))
      }
    }

    /// Throws if libcurl has rejected an option.
    func check(_ code: Int32) throws(CurlError) {
      if code != LIBCURL_E_OK { throw CurlError(code, takeWords(for: code)) }
    }

    @discardableResult
    func set(_ option: Int32, _ value: Int) -> Int32 { unsafe libcurl_easy_set_long(pointer, option, value) }

    @discardableResult
    func set(_ option: Int32, _ value: Bool) -> Int32 { set(option, value ? 1 : 0) }

    @discardableResult
    func set(_ option: Int32, offset: Int64) -> Int32 {
      unsafe libcurl_easy_set_offset(pointer, option, offset)
    }

    /// Sets the number of request body bytes libcurl asks for at a time.
    ///
    /// A change makes libcurl free its buffer.
    func setUploadPortion(_ count: Int) {
      guard count != uploadPortion, set(LIBCURL_OPT_UPLOAD_BUFFERSIZE, count) == 0 else { return }
      uploadPortion = count
    }

    /// Sets the size of the receive buffer, which libcurl allocates when the transfer begins.
    func setReceiveSize(_ size: Int) {
      guard size != receiveSize, set(LIBCURL_OPT_BUFFERSIZE, size) == 0 else { return }
      receiveSize = size
    }

    /// Sets a string, which must not contain NUL, because it would end there.
    ///
    /// Nil resets the option.
    @discardableResult
    func set(_ option: Int32, _ value: String?) -> Int32 {
      guard let value else { return unsafe libcurl_easy_set_string(pointer, option, nil) }
      return unsafe value.withCString { unsafe libcurl_easy_set_string(pointer, option, $0) }
    }

    /// Sets the URL of the request.
    ///
    /// - Throws: ``CurlError`` if libcurl refuses it.
    func setURL(_ text: String) throws(CurlError) {
      if let url, url.text == text { return }
      if url != nil {
        unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_CURLU, nil)
        url = nil
      }
      try check(set(LIBCURL_OPT_URL, text))
      guard let parsed = CurlURL(text),
        unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_CURLU, parsed.pointer) == 0
      else { return }
      url = parsed
    }

    /// Sets the fields that only a proxy receives: with the request, or with `CONNECT` if there is a tunnel.
    ///
    /// Without a proxy nobody receives them (RFC 9110 section 11.7.2). They replace those of the last request.
    ///
    /// - Returns: Whether there are any.
    /// - Throws: ``InvalidRequest`` if a value contains a line break or NUL.
    @discardableResult
    func setProxyFields(of headers: HTTPHeaders) throws(InvalidRequest) -> Bool {
      let isNeeded = headers.contains(Self.proxyField)
      guard isNeeded || proxyFields != nil else { return false }
      let list = proxyFields ?? CurlFieldList()
      proxyFields = isNeeded ? list : nil
      // libcurl must not see the list while it changes.
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_PROXYHEADER, nil)
      guard isNeeded else { return false }
      list.removeAll()
      for value in headers.values(for: Self.proxyField) { try list.add(Self.proxyField, value) }
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_PROXYHEADER, list.linked())
      return true
    }

    /// The field that ``setProxyFields(of:)`` sets.
    static let proxyField = "Proxy-Authorization"

    /// Sets whether libcurl describes what it does to the current transfer (``CurlTransfer/receivedDebugText(_:)``).
    func setVerbose(_ verbose: Bool) {
      if verbose != isVerbose { set(LIBCURL_OPT_VERBOSE, verbose) }
      isVerbose = verbose
    }

    /// Sets whether libcurl describes errors, of which it keeps the first one of a transfer.
    ///
    /// Before it connects, it closes kept connections that have ended. If it cannot send the end of TLS on one of them, it
    /// describes that as an error of the transfer, and nothing that happens to the transfer afterwards.
    func setDescribesErrors(_ describes: Bool) {
      guard describes != describesErrors else { return }
      describesErrors = describes
      unsafe words.pointee = 0
      unsafe libcurl_easy_set_pointer(pointer, LIBCURL_OPT_ERRORBUFFER, describes ? words : nil)
    }

    /// Called when libcurl sends the request again, on another connection.
    ///
    /// It writes no more words in the same transfer. Those that it has written are not about this connection.
    func forgetWords() {
      guard hasWords else { return }
      formerWords = unsafe String(cString: words)
      unsafe words.pointee = 0
    }

    /// Called when another transfer or another attempt starts.
    ///
    /// - Parameter closesOthers: Whether libcurl may close other connections with TLS first. Errors are then described
    ///   from the moment when it has chosen a connection: when it resolves a name, opens a socket or sends the request.
    func begin(closesOthers: Bool) {
      setVerbose(false)
      setDescribesErrors(!closesOthers)
      formerWords = nil
      lacksDescriptor = false
      addresses.removeAll(keepingCapacity: true)
    }

    /// Called when libcurl is about to connect to an address.
    func tries(_ address: OpaquePointer) {
      // The address is valid during the call.
      let size = unsafe libcurl_socket_address_size(address)
      unsafe addresses.append(Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address), count: size)))
    }

    // MARK: - Information

    /// Returns the system error behind libcurl's result, or nil if it is unknown.
    func systemError(for code: Int32) -> Int? {
      CurlError.systemError(
        number(LIBCURL_INFO_OS_ERRNO), for: code,
        reaches: addresses.lazy.map { address in
          unsafe address.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe libcurl_has_route_to(start, bytes.count)
          }
        }, hasRoute: libcurl_has_route)
    }

    /// Returns a number; 0 if libcurl does not know it.
    func number(_ info: Int32) -> Int {
      var value = 0
      return unsafe libcurl_easy_get_long(pointer, info, &value) == 0 ? value : 0
    }

    /// The status of the last response of a proxy to `CONNECT`; 0 if there was none.
    var tunnelStatus: Int { number(LIBCURL_INFO_HTTP_CONNECTCODE) }

    /// Whether a proxy refused a tunnel.
    var isRefusedTunnel: Bool {
      let status = tunnelStatus
      return status != 0 && !(200..<300).contains(status)
    }

    /// Returns a number of bytes or microseconds; 0 if libcurl does not know it.
    func offset(_ info: Int32) -> Int64 {
      var value: Int64 = 0
      return unsafe libcurl_easy_get_offset(pointer, info, &value) == 0 ? value : 0
    }

    /// Returns a string; empty if libcurl does not know it.
    func text(_ info: Int32) -> String {
      var value: UnsafePointer<CChar>?
      guard unsafe libcurl_easy_get_string(pointer, info, &value) == 0, let value = unsafe value else {
        return ""
      }
      return unsafe String(cString: value)
    }

    /// Returns libcurl's error message, and clears it.
    func takeWords(for code: Int32) -> String {
      defer { unsafe words.pointee = 0 }
      if unsafe words.pointee != 0 { return Self.withoutProxy(unsafe String(cString: words)) }
      return unsafe libcurl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// Returns the error with which a transfer ended, and clears libcurl's message.
    ///
    /// Of a line without a colon in the head of a proxy's response to `CONNECT`, libcurl says only that it got a bad
    /// argument.
    func takeError(_ code: Int32) -> CurlError {
      if code == LIBCURL_E_BAD_FUNCTION_ARGUMENT, !hasWords, tunnelStatus != 0 {
        let words = "A line in the head of the proxy's response to CONNECT is not a field"
        return CurlError(LIBCURL_E_RECV_ERROR, words)
      }
      return CurlError(code, takeWords(for: code), systemError: systemError(for: code))
    }

    /// Replaces the words by a line.
    func keep(_ line: UnsafeRawBufferPointer) {
      let text = unsafe line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...]
      let shown = unsafe text.prefix(Self.wordsSize - 1)
      // The space has one byte more.
      unsafe UnsafeMutableRawBufferPointer(start: words, count: Self.wordsSize).copyBytes(from: shown)
      unsafe words[shown.count] = 0
    }

    /// Whether libcurl described the error, and did not only return its code.
    var hasWords: Bool { unsafe words.pointee != 0 }

    /// Whether libcurl described the error, or would not have done so.
    var mayHaveWords: Bool { hasWords || formerWords != nil }

    /// Returns a message of libcurl without the URL of a proxy.
    ///
    /// libcurl quotes the URL that it cannot use, which is that of the environment with its password.
    static func withoutProxy(_ words: String) -> String {
      guard words.hasPrefix("Unsupported proxy"), let quote = words.utf8.firstIndex(of: UInt8(ascii: "'"))
      else { return words }
      // The URL may contain quotes, and the message may end within it.
      return "\(words[..<quote])'\(Redaction.placeholder)'"
    }
  }
#endif
