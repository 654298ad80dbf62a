#if os(Linux)
  public import Foundation
  import CLibcurl

  /// An error of a ``CurlTransport``, as reported by libcurl.
  ///
  /// It is the ``NetworkError/underlyingError`` of a request, whose ``NetworkError/reason`` contains the phase:
  ///
  /// ```swift
  /// if let error = response.error?.underlyingError as? CurlError {
  ///   print(error)  // libcurl 60: SSL certificate problem: self-signed certificate
  /// }
  /// ```
  public struct CurlError: Error, Sendable, Hashable {
    /// libcurl's number for the error (`CURLcode`), which never changes.
    public var code: Int
    /// libcurl's message.
    ///
    /// It may differ between versions.
    public var message: String
    /// The number of the underlying system error (`errno`), if libcurl kept it.
    ///
    /// It is `ENETUNREACH` if a name could not be looked up because this machine has no route to other networks. It is
    /// nil if there is a route to at least one address of the server.
    public var systemError: Int?

    /// Creates an error.
    public init(code: Int, message: String, systemError: Int? = nil) {
      self.code = code
      self.message = message
      self.systemError = systemError
    }
  }

  extension CurlError: CustomStringConvertible {
    /// The number and the message, and advice where the message gives none.
    public var description: String { "libcurl \(code): \(words)" }

    /// The message, and advice where it gives none.
    ///
    /// libcurl mistakes bytes that are not an HTTP/1 response for one of HTTP/0.9, such as the alert of a server that
    /// expects TLS.
    private var words: String {
      guard code == Int(LIBCURL_E_UNSUPPORTED_PROTOCOL), message.hasPrefix("Received HTTP/0.9") else {
        return message.printed
      }
      return message.printed
        + " (the response is not one of HTTP/1; check the scheme and the port: the server may expect https, or HTTP/2 "
        + "without TLS, which is http2PriorKnowledge)"
    }
  }

  extension CurlError: LocalizedError {
    /// The message, and advice where it gives none.
    public var errorDescription: String? { words }
  }

  extension CurlError: CustomNSError {
    /// `Net.CurlError`, which never changes.
    public static var errorDomain: String { "Net.CurlError" }

    /// The ``code``.
    public var errorCode: Int { code }

    /// The message, and the system error as the underlying error.
    public var errorUserInfo: [String: Any] {
      var information: [String: Any] = [NSLocalizedDescriptionKey: words]
      if let systemError {
        information[NSUnderlyingErrorKey] = NSError(domain: NSPOSIXErrorDomain, code: systemError)
      }
      return information
    }
  }

  extension CurlError: RedactedError {
    /// The number alone, because the message may name what the server sent.
    func wordsWithoutBody(_ redaction: Redaction) -> String { "libcurl \(code)" }
  }

  extension CurlError {
    /// Creates an error with a code of libcurl.
    init(_ code: Int32, _ message: String, systemError: Int? = nil) {
      self.init(code: Int(code), message: message, systemError: systemError)
    }

    static let outOfMemory = CurlError(LIBCURL_E_OUT_OF_MEMORY, "out of memory")

    /// The code of the `URLError` that Foundation reports for the same failure.
    ///
    /// Use it to handle failures of both transports with the same code.
    public var urlErrorCode: URLError.Code {
      switch Int32(truncatingIfNeeded: code) {
      case _ where lacksNetwork: .notConnectedToInternet
      case LIBCURL_E_UNSUPPORTED_PROTOCOL, LIBCURL_E_WEIRD_SERVER_REPLY, LIBCURL_E_GOT_NOTHING:
        .badServerResponse
      case LIBCURL_E_URL_MALFORMAT: .badURL
      case LIBCURL_E_COULDNT_RESOLVE_HOST, LIBCURL_E_COULDNT_RESOLVE_PROXY: .cannotFindHost
      case LIBCURL_E_COULDNT_CONNECT: .cannotConnectToHost
      case LIBCURL_E_OPERATION_TIMEDOUT: .timedOut
      case LIBCURL_E_PARTIAL_FILE, LIBCURL_E_SEND_ERROR, LIBCURL_E_RECV_ERROR, LIBCURL_E_HTTP2,
        LIBCURL_E_HTTP2_STREAM, LIBCURL_E_SEND_FAIL_REWIND:
        .networkConnectionLost
      case LIBCURL_E_PEER_FAILED_VERIFICATION, LIBCURL_E_SSL_PINNEDPUBKEYNOTMATCH: .serverCertificateUntrusted
      case LIBCURL_E_SSL_CERTPROBLEM, LIBCURL_E_SSL_CLIENTCERT: .clientCertificateRejected
      case LIBCURL_E_ABORTED_BY_CALLBACK: .cancelled
      case LIBCURL_E_BAD_CONTENT_ENCODING: .cannotDecodeContentData
      case let code where Self.securityCodes.contains(code): .secureConnectionFailed
      default: .unknown
      }
    }

    /// Whether this machine had no route to the server's network.
    private var lacksNetwork: Bool { systemError.map(Self.isWithoutRoute) ?? false }

    private static func isWithoutRoute(_ system: Int) -> Bool {
      [POSIXErrorCode.ENETUNREACH, .ENETDOWN].contains { system == Int($0.rawValue) }
    }

    /// Chooses the system error behind libcurl's result.
    ///
    /// libcurl keeps that of the address that failed last, even after it has connected to another one. A server may
    /// have an address of IPv6, to which there is no route, and one of IPv4 that refuses or loses connections.
    ///
    /// A name lookup fails in the same way without a network and for a name that does not exist.
    ///
    /// - Parameters:
    ///   - system: The error that libcurl kept; 0 for none.
    ///   - code: libcurl's result.
    ///   - reaches: For each address that libcurl tried, whether there is a route to it now.
    ///   - hasRoute: Returns whether there is a route to any other network now.
    /// - Returns: The error, or nil if it is unknown.
    static func systemError(
      _ system: Int, for code: Int32, reaches: some Sequence<Bool>, hasRoute: () -> Bool
    ) -> Int? {
      guard system == 0 else { return isWithoutRoute(system) && reaches.contains(true) ? nil : system }
      let isLookup = [LIBCURL_E_COULDNT_RESOLVE_HOST, LIBCURL_E_COULDNT_RESOLVE_PROXY].contains(code)
      return isLookup && !hasRoute() ? Int(POSIXErrorCode.ENETUNREACH.rawValue) : nil
    }

    /// The codes of failed TLS negotiations.
    static let securityCodes: Set<Int32> = [
      LIBCURL_E_SSL_CONNECT_ERROR, LIBCURL_E_SSL_ENGINE_NOTFOUND, LIBCURL_E_SSL_ENGINE_SETFAILED,
      LIBCURL_E_SSL_CERTPROBLEM, LIBCURL_E_SSL_CIPHER, LIBCURL_E_PEER_FAILED_VERIFICATION,
      LIBCURL_E_USE_SSL_FAILED, LIBCURL_E_SSL_ENGINE_INITFAILED, LIBCURL_E_SSL_CACERT_BADFILE,
      LIBCURL_E_SSL_SHUTDOWN_FAILED, LIBCURL_E_SSL_CRL_BADFILE, LIBCURL_E_SSL_ISSUER_ERROR,
      LIBCURL_E_SSL_PINNEDPUBKEYNOTMATCH, LIBCURL_E_SSL_INVALIDCERTSTATUS, LIBCURL_E_SSL_CLIENTCERT,
    ]

    /// Whether TLS failed for a reason that another attempt repeats, judging by the code alone.
    var isSecurityRefusal: Bool {
      let code = Int32(truncatingIfNeeded: code)
      return code != LIBCURL_E_SSL_CONNECT_ERROR && Self.securityCodes.contains(code)
    }

    /// Whether the message says so.
    ///
    /// libcurl reports both a lost connection and an alert of the server as a failed negotiation. With TLS 1.3 an alert
    /// about the client's certificate arrives only after it, as a failure to receive, or as the cause why no response
    /// arrived on a kept connection.
    var describesSecurityRefusal: Bool {
      [LIBCURL_E_SSL_CONNECT_ERROR, LIBCURL_E_RECV_ERROR, LIBCURL_E_SEND_ERROR, LIBCURL_E_GOT_NOTHING]
        .contains(Int32(truncatingIfNeeded: code)) && SecurityRefusal.isDescribed(by: message)
    }
  }
#endif
