import Foundation
import Net
import NetTesting
import Testing

@testable import NetStream

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
#endif

/// After which errors a session of a WebSocket reconnects by default.
@Suite(.netTesting) struct WebSocketReconnectionTests {
  private func isLoss(_ cause: any Error, in phase: TransportPhase = .secureConnection) -> Bool {
    WebSocketReconnection.isLoss(NetworkError(.transport(phase), underlyingError: cause))
  }

  @Test(arguments: [
    URLError.Code.serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
  ])
  func aCertificateThatIsRefusedIsNotALoss(code: URLError.Code) {
    #expect(!isLoss(URLError(code)))
    #expect(!WebSocketReconnection.isLoss(URLError(code)))
  }

  @Test(arguments: [URLError.Code.secureConnectionFailed, .networkConnectionLost, .cannotFindHost, .timedOut])
  func aConnectionThatIsNotOpenedIsALoss(code: URLError.Code) {
    #expect(isLoss(URLError(code)))
    #expect(WebSocketReconnection.isLoss(URLError(code)))
  }

  @Test(arguments: [URLError.Code.badURL, .unsupportedURL])
  func aURLThatCannotBeSentToIsNotALoss(code: URLError.Code) {
    #expect(!isLoss(URLError(code)))
  }

  @Test(arguments: [URLError(.cancelled), CancellationError(), POSIXError(.ECANCELED)] as [any Error])
  func aConnectionThatItsTransportCancelledIsNotALoss(error: any Error) {
    #expect(!isLoss(error))
    #expect(!WebSocketReconnection.isLoss(error))
    #expect(!WebSocketReconnection.isLoss(NetworkError(.cancelled, underlyingError: error)))
  }

  @Test(arguments: [(-1, 0), (0, 0), (1, 1), (3, 3), (Int.max, 1_000_000)])
  func theMaximumOfRetriesDoesNotCountTheFirstAttempt(maximum: Int, count: Int) {
    let reconnection = WebSocketReconnection.backoff(maximumRetries: maximum)
    let error = URLError(.networkConnectionLost)
    if count > 0 { expectNotNil(reconnection.delay(after: error, attempts: count, at: .now)) }
    if maximum < .max { expectNil(reconnection.delay(after: error, attempts: count + 1, at: .now)) }
  }

  @Test func anInvalidRequestIsNotALoss() {
    #expect(!WebSocketReconnection.isLoss(NetworkError(.invalidRequest(.url("a")))))
  }

  @Test func aBodyThatCannotBeReadIsNotALoss() {
    #expect(!isLoss(RequestBodyError.streamFailed, in: .send))
  }

  @Test(arguments: [(503, true), (404, false)])
  func aRefusalWithALargeBodyIsJudgedByItsStatus(status: Int, isLoss: Bool) {
    let error = NetworkError(
      .transfer(.bodyTooLarge(limit: 1)), response: ResponseHead(status: status))
    expectEqual(WebSocketReconnection.isLoss(error), isLoss)
  }

  #if os(Linux)
    @Test(arguments: [3, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98])
    func certificatesPinsAndSettingsOfTLSAreNotLosses(code: Int) {
      #expect(!isLoss(CurlError(code: code, message: "")))
    }

    @Test func anAlertOfTheServerIsNotALoss() {
      #expect(!isLoss(CurlError(code: 35, message: "SSL routines::tlsv1 alert protocol version")))
      #expect(
        !isLoss(CurlError(code: 56, message: "SSL routines::tlsv13 alert certificate required"), in: .head))
    }

    @Test func anErrorOfTLSOnAnOpenConnectionIsALoss() {
      let error = CurlError(code: 56, message: "SSL routines::decryption failed or bad record mac")
      #expect(WebSocketReconnection.isLoss(error))
      #expect(isLoss(error, in: .body))
    }
  #endif

  @Test func aRefusedCertificateEndsTheSessionWithItsError() {
    let time = TestScheduler()
    let network = NetworkingMock(timer: time)
    network.stub(.webSocket("/chat"), with: .failure(URLError(.serverCertificateUntrusted)))
    let events = network.stream.webSocket("/chat").session().record(afterEach: .test)
    time.advance(by: .seconds(3_600))
    expectEqual(network.requests.count, 1)
    let error = events.error as? NetworkError
    expectEqual((error?.underlyingError as? URLError)?.code, .serverCertificateUntrusted)
  }
}
