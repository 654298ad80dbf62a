import Foundation
import Net
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// Which errors say that something was cancelled.
@Suite struct CancellationErrorsTests {
  private struct Wrapper: CustomNSError {
    let cause: any Error

    var errorUserInfo: [String: Any] { [NSUnderlyingErrorKey: cause] }
  }

  static let cancellations: [any Error] = [
    CancellationError(), URLError(.cancelled), URLError(.userCancelledAuthentication), POSIXError(.ECANCELED),
    CocoaError(.userCancelled),
    NSError(domain: NSURLErrorDomain, code: -999), NetworkError(.cancelled),
  ]

  static let failures: [any Error] = [
    URLError(.networkConnectionLost), URLError(.timedOut), URLError(.serverCertificateUntrusted),
    URLError(.timedOut, userInfo: [NSUnderlyingErrorKey: CancellationError()]), POSIXError(.ECONNRESET),
    NSError(domain: "Other", code: -999),
    NetworkError(.transport(.head)), NetworkError(.timeout(.idle), underlyingError: CancellationError()),
    NetworkError(.validation(.custom), underlyingError: CancellationError()),
  ]

  @Test(arguments: cancellations) func aCancellationIsRecognized(error: any Error) {
    expectTrue(error.isCancellation)
  }

  @Test(arguments: cancellations) func aCauseThatIsACancellationIsRecognized(error: any Error) {
    let wrapped = NSError(domain: "Other", code: 1, userInfo: [NSUnderlyingErrorKey: error])
    expectTrue(wrapped.isCancellation)
    #expect(Wrapper(cause: Wrapper(cause: error)).isCancellation)
    #expect(URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error]).isCancellation)
    #expect(NetworkError(.transport(.body), underlyingError: error).isCancellation)
    #expect(NetworkError(.interceptor, underlyingError: wrapped).isCancellation)
  }

  @Test func theCancellationOfAnotherRequestIsNone() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://auth.test/token")))
    let refresh = NetworkError(.cancelled, request: request)
    expectTrue(refresh.isCancellation)
    #expect(!NetworkError(.interceptor, underlyingError: refresh).isCancellation)
    #expect(!NetworkError(.interceptor, underlyingError: Wrapper(cause: refresh)).isCancellation)
  }

  @Test(arguments: failures) func anotherFailureIsNone(error: any Error) {
    expectFalse(error.isCancellation)
    #expect(!Wrapper(cause: error).isCancellation)
  }

  #if os(Linux)
    @Test func libcurlsAbortIsACancellation() {
      let abort = CurlError(code: 42, message: "Operation was aborted by an application callback")
      expectTrue(abort.isCancellation)
      expectEqual(abort.urlErrorCode, .cancelled)
      #expect(!CurlError(code: 56, message: "aborted").isCancellation)
    }
  #endif
}
