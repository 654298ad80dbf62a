import Foundation
import Net
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

@Suite struct NetworkErrorOfflineTests {
  private func isOffline(_ cause: any Error) -> Bool {
    NetworkError(.transport(.connect), underlyingError: cause).isOffline
  }

  @Test(arguments: [
    URLError.Code.notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive,
  ])
  func foundationReportsThatTheMachineIsOffline(code: URLError.Code) {
    #expect(isOffline(URLError(code)))
    #expect(isOffline(NSError(domain: NSURLErrorDomain, code: code.rawValue)))
  }

  @Test(arguments: [
    URLError.Code.unknown, .cannotFindHost, .cannotConnectToHost, .timedOut, .networkConnectionLost,
    .cancelled,
  ])
  func otherErrorsOfFoundationAreNotOffline(code: URLError.Code) { #expect(!isOffline(URLError(code))) }

  @Test func errorsOfOtherDomainsAreNotOffline() {
    #expect(!isOffline(NSError(domain: "Other", code: URLError.Code.notConnectedToInternet.rawValue)))
    #expect(!isOffline(CancellationError()))
    #expect(!NetworkError(.transport(.connect)).isOffline)
  }

  @Test func itIsOfflineWithoutANetworkForARequestThatItDependsOn() throws {
    let request = TransportRequest(url: try #require(URL(string: "https://auth.test/token")))
    let refresh = NetworkError(
      .transport(.connect), request: request, underlyingError: URLError(.notConnectedToInternet))
    #expect(NetworkError(.interceptor, underlyingError: refresh).isOffline)
    let nested = NetworkError(.interceptor, request: request, underlyingError: refresh)
    #expect(NetworkError(.transport(.send), underlyingError: nested).isOffline)
    let refused = NetworkError(.validation(.statusCode(404)), request: request)
    #expect(!NetworkError(.interceptor, underlyingError: refused).isOffline)
  }

  #if os(Linux)
    @Test(arguments: [(6, POSIXErrorCode.ENETUNREACH), (7, .ENETUNREACH), (7, .ENETDOWN)])
    func withoutARouteTheMachineIsOffline(code: Int, system: POSIXErrorCode) {
      let error = CurlError(code: code, message: "", systemError: Int(system.rawValue))
      #expect(isOffline(error))
      expectEqual(error.urlErrorCode, .notConnectedToInternet)
    }

    @Test(arguments: [(6, nil), (7, POSIXErrorCode.ECONNREFUSED), (7, .EHOSTUNREACH), (28, nil)])
    func otherErrorsOfLibcurlAreNotOffline(code: Int, system: POSIXErrorCode?) {
      #expect(!isOffline(CurlError(code: code, message: "", systemError: system.map { Int($0.rawValue) })))
    }
  #endif
}
