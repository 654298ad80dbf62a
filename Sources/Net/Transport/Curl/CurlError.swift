#if os(Linux)
  public import Foundation
  import CLibcurl

  /// What went wrong in a ``CurlTransport``, as libcurl tells it.
  ///
  /// It is the ``NetworkError/underlyingError`` of a request whose ``NetworkError/reason`` names the phase:
  ///
  /// ```swift
  /// if let error = response.error?.underlyingError as? CurlError {
  ///   print(error)  // libcurl 60: SSL certificate problem: self-signed certificate
  /// }
  /// ```
  public struct CurlError: Error, Sendable, Hashable {
    /// The number that libcurl gives it (`CURLcode`); the numbers do not change.
    public var code: Int
    /// What happened, in libcurl's words.
    ///
    /// They may change from one version to the next.
    public var message: String
    /// The number of the system's error beneath (`errno`), where libcurl kept it.
    public var systemError: Int?

    /// Makes an error.
    public init(code: Int, message: String, systemError: Int? = nil) {
      self.code = code
      self.message = message
      self.systemError = systemError
    }
  }

  extension CurlError: CustomStringConvertible {
    /// The number and the message.
    public var description: String { "libcurl \(code): \(message)" }
  }

  extension CurlError: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
  }

  extension CurlError {
    /// The code of the `URLError` that Foundation would have given for the same: for programs that tell failures
    /// apart by it, over both transports.
    public var urlErrorCode: URLError.Code {
      switch Int32(truncatingIfNeeded: code) {
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
      case LIBCURL_E_BAD_CONTENT_ENCODING: .cannotDecodeContentData
      case let code where Self.securityCodes.contains(code): .secureConnectionFailed
      default: .unknown
      }
    }

    /// The codes that say that TLS was not agreed on.
    static let securityCodes: Set<Int32> = [
      LIBCURL_E_SSL_CONNECT_ERROR, LIBCURL_E_SSL_ENGINE_NOTFOUND, LIBCURL_E_SSL_ENGINE_SETFAILED,
      LIBCURL_E_SSL_CERTPROBLEM, LIBCURL_E_SSL_CIPHER, LIBCURL_E_PEER_FAILED_VERIFICATION,
      LIBCURL_E_USE_SSL_FAILED, LIBCURL_E_SSL_ENGINE_INITFAILED, LIBCURL_E_SSL_CACERT_BADFILE,
      LIBCURL_E_SSL_SHUTDOWN_FAILED, LIBCURL_E_SSL_CRL_BADFILE, LIBCURL_E_SSL_ISSUER_ERROR,
      LIBCURL_E_SSL_PINNEDPUBKEYNOTMATCH, LIBCURL_E_SSL_INVALIDCERTSTATUS, LIBCURL_E_SSL_CLIENTCERT,
    ]
  }
#endif
