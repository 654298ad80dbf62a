import Foundation
import Net
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// Which failures of TLS `RetryPolicy` retries: lost connections, but no certificates (as in OkHttp's
/// `RetryAndFollowUpInterceptor.isRecoverable` and Alamofire's `RetryPolicy`).
@Suite struct RetriedHandshakeTests {
  private func isRetried(_ cause: any Error, in phase: TransportPhase = .secureConnection) -> Bool {
    let request = TransportRequest(url: URL(filePath: "/"))
    let error = NetworkError(.transport(phase), request: request, underlyingError: cause, attempts: 1)
    let context = RetryContext(error: error, attempts: 1, elapsed: .zero)
    guard case .retry = RetryPolicy().decision(about: context) else { return false }
    return true
  }

  @Test(arguments: [URLError.Code.secureConnectionFailed, .networkConnectionLost, .timedOut])
  func aLostConnectionIsRetried(code: URLError.Code) {
    #expect(isRetried(URLError(code)))
  }

  @Test(arguments: [
    URLError.Code.serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
  ])
  func aRejectedCertificateIsNotRetried(code: URLError.Code) {
    #expect(!isRetried(URLError(code)))
  }

  @Test func anErrorOfAnotherTransportIsRetried() {
    struct Reset: Error {}
    #expect(isRetried(Reset()))
  }

  /// On Linux `URLSession` reports most failures of TLS with the code -1.
  @Test(arguments: [
    ("SSL certificate problem: self-signed certificate", false),
    ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to certificate.example:443", true),
  ])
  func anUnknownErrorIsRetriedUnlessItIsAboutACertificate(message: String, isRetried: Bool) {
    let error = NSError(
      domain: NSURLErrorDomain, code: NSURLErrorUnknown, userInfo: [NSLocalizedDescriptionKey: message])
    expectEqual(self.isRetried(error), isRetried)
  }

  #if os(Linux)
    @Test(arguments: [
      "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to alert.example:443",
      "Recv failure: Connection reset by peer",
      "error:0A000126:SSL routines::unexpected eof while reading",
      "GnuTLS, handshake failed: The TLS connection was non-properly terminated.",
    ])
    func aHandshakeThatLosesItsConnectionIsRetried(message: String) {
      #expect(isRetried(CurlError(code: 35, message: message)))
    }

    @Test(arguments: [
      "error:0A00042E:SSL routines::tlsv1 alert protocol version",
      "error:0A00010B:SSL routines::wrong version number",
      "GnuTLS, handshake failed: A TLS fatal alert has been received.",
      "rustls: received fatal alert: HandshakeFailure",
      "TLS connect error: error:10000412:SSL routines:OPENSSL_internal:SSLV3_ALERT_BAD_CERTIFICATE",
    ])
    func aRefusedHandshakeIsNotRetried(message: String) {
      #expect(!isRetried(CurlError(code: 35, message: message)))
    }

    @Test(arguments: [53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98])
    func rejectedCertificatesAndPinsAndInvalidTLSSettingsAreNotRetried(code: Int) {
      #expect(!isRetried(CurlError(code: code, message: "")))
    }

    /// With TLS 1.3 the server checks the client's certificate after the client has finished.
    @Test func anAlertAboutTheClientsCertificateIsNotRetriedWhereverItArrives() {
      let message =
        "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0"
      #expect(!isRetried(CurlError(code: 56, message: message), in: .head))
      #expect(isRetried(CurlError(code: 56, message: "Recv failure: Connection reset by peer"), in: .head))
    }
  #endif
}
