import Foundation
import Net
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct NetworkErrorTimeoutTests {
  private func isTimeout(_ cause: any Error) -> Bool {
    NetworkError(.transport(.connect), underlyingError: cause).isTimeout
  }

  @Test(arguments: [TimeoutKind.idle, .total, .connect, .queue, .credential])
  func everyLimitOfTheSessionIsATimeout(kind: TimeoutKind) { #expect(NetworkError(.timeout(kind)).isTimeout) }

  @Test func foundationReportsATimeout() {
    #expect(isTimeout(URLError(.timedOut)))
    #expect(isTimeout(NSError(domain: NSURLErrorDomain, code: URLError.Code.timedOut.rawValue)))
  }

  @Test func theSystemReportsATimeout() {
    #expect(isTimeout(POSIXError(.ETIMEDOUT)))
    #expect(!isTimeout(POSIXError(.ECONNREFUSED)))
  }

  @Test(arguments: [
    URLError.Code.unknown, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .cancelled,
    .notConnectedToInternet,
  ])
  func otherErrorsOfFoundationAreNoTimeouts(code: URLError.Code) { #expect(!isTimeout(URLError(code))) }

  @Test func otherReasonsAreNoTimeouts() {
    #expect(!NetworkError(.transport(.connect)).isTimeout)
    #expect(!NetworkError(.validation(.statusCode(504))).isTimeout)
    #expect(!NetworkError(.cancelled, underlyingError: CancellationError()).isTimeout)
    #expect(!isTimeout(NSError(domain: "Other", code: URLError.Code.timedOut.rawValue)))
  }

  @Test func aTimeoutOfARequestThatItDependsOnIsOne() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://auth.test/token")))
    let late = NetworkError(.timeout(.idle), request: request)
    #expect(NetworkError(.interceptor, underlyingError: late).isTimeout)
    let refused = NetworkError(.validation(.statusCode(404)), request: request)
    #expect(!NetworkError(.interceptor, underlyingError: refused).isTimeout)
  }

  #if os(Linux)
    @Test func libcurlReportsATimeout() {
      #expect(isTimeout(CurlError(code: 28, message: "")))
      #expect(isTimeout(CurlError(code: 7, message: "", systemError: Int(POSIXErrorCode.ETIMEDOUT.rawValue))))
      #expect(!isTimeout(CurlError(code: 7, message: "")))
    }
  #endif
}
