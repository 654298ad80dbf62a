#if os(Linux)
  import CLibcurl

  /// One easy handle of libcurl: what a transfer is told, and what it is asked for.
  ///
  /// Setting an option answers with libcurl's code, 0 for success; strings and blobs are copied. It is used by one
  /// thread at a time: the loop's, once a loop has it.
  @safe final class CurlEasyHandle {
    // Valid from the initializer to the end of `deinit`, and never handed on beyond a call.
    let pointer: UnsafeMutableRawPointer
    /// Where libcurl writes what went wrong: as many bytes as it asks for (`CURL_ERROR_SIZE`).
    private let words: UnsafeMutablePointer<CChar>

    /// The fields of the request under way.
    let fields = CurlFieldList()

    /// The fields of the last response, many of which the next one may have, too.
    private(set) var recentFields = HTTPHeaders()
    /// Fields that take more bytes than these are not kept.
    private static let recentFieldsLimit = 8192

    /// How many bytes of a request's body libcurl asks for at a time.
    private var uploadPortion = CurlBody.portion

    /// Whose transfer it is.
    ///
    /// The two hold each other for as long as libcurl may call back.
    var transfer: CurlTransfer?

    /// The loop that opens its sockets, for the callback; it outlives its handles.
    var loop: UnsafeMutableRawPointer?
    /// Whether a multi handle has it.
    var isAdded = false
    /// Whether a socket for the transfer was refused because too many descriptors are open.
    var lacksDescriptor = false

    private static let wordsSize = 256

    /// Makes a handle; nil when there is no memory.
    ///
    /// libcurl must have been loaded.
    init?() {
      guard let pointer = unsafe libcurl_easy_init() else { return nil }
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

    /// The handle that libcurl's pointer stands for.
    static func of(_ pointer: UnsafeMutableRawPointer) -> CurlEasyHandle? {
      var context: UnsafeMutableRawPointer?
      guard unsafe libcurl_easy_get_pointer(pointer, LIBCURL_INFO_PRIVATE, &context) == 0 else { return nil }
      return unsafe at(context)
    }

    /// The handle that libcurl was given, during a callback.
    static func at(_ context: UnsafeMutableRawPointer?) -> CurlEasyHandle? {
      unsafe context.map { unsafe Unmanaged<CurlEasyHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps the fields of a response, which had so many bytes.
    func remember(_ fields: HTTPHeaders, length: Int) {
      recentFields = length <= Self.recentFieldsLimit ? fields : HTTPHeaders()
    }

    /// The transfer of the handle that libcurl was given, during a callback.
    ///
    /// The handle is only looked at: counting its references, for every line of a head, would cost more than
    /// the line.
    static func transfer(at context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      guard let context = unsafe context else { return nil }
      return unsafe Unmanaged<CurlEasyHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.transfer }
    }

    /// Pauses these directions, and takes up the others again.
    func pause(_ directions: Int32) { unsafe libcurl_easy_pause(pointer, directions) }

    // MARK: - Options

    @discardableResult
    func set(_ option: Int32, _ value: Int) -> Int32 { unsafe libcurl_easy_set_long(pointer, option, value) }

    @discardableResult
    func set(_ option: Int32, _ value: Bool) -> Int32 { set(option, value ? 1 : 0) }

    @discardableResult
    func set(_ option: Int32, offset: Int64) -> Int32 {
      unsafe libcurl_easy_set_offset(pointer, option, offset)
    }

    /// Sets how many bytes of a request's body libcurl asks for at a time.
    ///
    /// It lets go of its buffer when that changes.
    func setUploadPortion(_ count: Int) {
      guard count != uploadPortion, set(LIBCURL_OPT_UPLOAD_BUFFERSIZE, count) == 0 else { return }
      uploadPortion = count
    }

    /// The text must hold no NUL, where it would end; nil takes the option back.
    @discardableResult
    func set(_ option: Int32, _ value: String?) -> Int32 {
      guard let value else { return unsafe libcurl_easy_set_string(pointer, option, nil) }
      return unsafe value.withCString { unsafe libcurl_easy_set_string(pointer, option, $0) }
    }

    @discardableResult
    func set(_ option: Int32, blob: some Collection<UInt8>) -> Int32 {
      let bytes = ContiguousArray(blob)
      return unsafe bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return LIBCURL_E_BAD_FUNCTION_ARGUMENT }
        return unsafe libcurl_easy_set_blob(pointer, option, base, bytes.count)
      }
    }

    // MARK: - Answers

    /// A number; 0 where libcurl does not know it.
    func number(_ info: Int32) -> Int {
      var value = 0
      return unsafe libcurl_easy_get_long(pointer, info, &value) == 0 ? value : 0
    }

    /// A number of bytes or of microseconds; 0 where libcurl does not know it.
    func offset(_ info: Int32) -> Int64 {
      var value: Int64 = 0
      return unsafe libcurl_easy_get_offset(pointer, info, &value) == 0 ? value : 0
    }

    /// A text; empty where libcurl does not know it.
    func text(_ info: Int32) -> String {
      var value: UnsafePointer<CChar>?
      guard unsafe libcurl_easy_get_string(pointer, info, &value) == 0, let value = unsafe value else {
        return ""
      }
      return unsafe String(cString: value)
    }

    /// What went wrong, in libcurl's words; the words are forgotten.
    func takeWords(for code: Int32) -> String {
      defer { unsafe words.pointee = 0 }
      if unsafe words.pointee != 0 { return unsafe String(cString: words) }
      return unsafe libcurl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
  }
#endif
