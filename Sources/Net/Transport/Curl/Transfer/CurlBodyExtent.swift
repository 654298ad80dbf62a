#if os(Linux)
  import CLibcurl

  /// How much of a response's body is announced and has arrived, as a pure value.
  ///
  /// It shows whether the response is complete although libcurl could not send the whole request.
  ///
  /// A server may send its final response before it has received the whole request, and then close the connection
  /// (RFC 9112 section 9.6) or reset the stream without an error (RFC 9113 section 8.1). A client must not discard such
  /// a response.
  struct CurlBodyExtent: Sendable {
    /// The number of bytes that the head announces, before content codings are undone; nil if it announces none.
    private(set) var announced: Int64?
    /// The number of bytes that have been received.
    var received: Int64 = 0
    /// Whether libcurl was configured to ignore the length.
    var isLengthIgnored = false
    /// The status of the response; 0 before one was reported.
    private(set) var status = 0

    /// Starts the body of a response to a request with this method.
    mutating func begin(_ head: ResponseHead, to method: HTTPMethod) {
      announced = method.hasBody(inResponse: head.status) ? head.headers.announcedLength : 0
      received = 0
      status = head.status
    }

    /// Whether the announced bytes have arrived.
    var isComplete: Bool { received == announced }

    /// Whether the response says that the rest of the request is not needed, and is complete.
    var isRefusal: Bool { status >= 300 && isComplete }

    /// Whether the response says that the rest of the request is not needed, and only its last chunk or the end of the
    /// connection completes it.
    var isUnendedRefusal: Bool { status >= 300 && announced == nil }

    /// Whether the body is shorter than announced and libcurl did not notice.
    var isCutShort: Bool { isLengthIgnored && announced.map { received < $0 } ?? false }

    /// Whether the response is complete although libcurl reports an error, which is then one of sending the request.
    ///
    /// libcurl says why a stream was reset unless the code was `NO_ERROR`.
    func isWhole(despite code: Int32, saysWhy: Bool) -> Bool {
      switch code {
      case LIBCURL_E_SEND_ERROR, LIBCURL_E_RECV_ERROR, LIBCURL_E_HTTP2: isComplete
      // The connection ended before the stream did. HTTP/1 ends with the announced bytes.
      case LIBCURL_E_PARTIAL_FILE: isLengthIgnored && isComplete
      case LIBCURL_E_HTTP2_STREAM: announced.map { received == $0 } ?? !saysWhy
      default: false
      }
    }
  }
#endif
