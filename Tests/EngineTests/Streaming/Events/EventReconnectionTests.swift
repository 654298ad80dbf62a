import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// After which failures of a connection an event stream reconnects.
@Suite struct EventReconnectionTests {
  private let fixture = SessionFixture()
  private let ends = Captured<NetworkError?>()

  /// Opens a source, whose first connection fails with this error, and returns how often it connects in an hour.
  private func connections(
    after cause: any Error, in phase: TransportPhase = .secureConnection,
    to url: any URLConvertible & Sendable = "https://example.com/feed"
  ) -> Int {
    let source = EventSource(
      RequestDescription(url), network: fixture.session,
      reconnection: EventReconnection(maximumRetries: 1))
    source.open(delivery: .inline) { [ends] update in
      if case .ended(let result) = update { ends.set(result.error) }
    }
    fixture.tasks.last?.send(.failed(cause, phase: phase))
    let isOver = ends.count > 0
    fixture.timer.advance(by: .seconds(3_600))
    source.close()
    if isOver { expectEqual(fixture.timer.pendingCount, 0) }
    return fixture.tasks.count
  }

  @Test(arguments: [
    URLError.Code.serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired, .badURL,
    .unsupportedURL,
  ])
  func aRefusalEndsTheStreamWithItsError(code: URLError.Code) {
    expectEqual(connections(after: URLError(code)), 1)
    expectEqual((ends.value??.underlyingError as? URLError)?.code, code)
    expectEqual(ends.value??.reason, .transport(.secureConnection))
  }

  @Test func aBodyThatCannotBeReadEndsTheStream() {
    let error = RequestBodyError.fileMissing(URL(filePath: "/none"))
    expectEqual(connections(after: error, in: .send), 1)
    expectEqual(ends.value??.underlyingError as? RequestBodyError, error)
  }

  @Test func anInvalidRequestEndsTheStream() {
    expectEqual(connections(after: Broken(), to: "ftp://example.com/feed"), 0)
    guard case .invalidRequest? = ends.value??.reason else {
      Issue.record("\(String(describing: ends.value))")
      return
    }
  }

  @Test(arguments: [URLError.Code.secureConnectionFailed, .networkConnectionLost, .cannotFindHost, .timedOut])
  func aLossReconnects(code: URLError.Code) {
    expectEqual(connections(after: URLError(code)), 2)
  }

  #if os(Linux)
    @Test(arguments: [3, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98])
    func certificatesPinsAndSettingsOfTLSEndTheStream(code: Int) {
      expectEqual(connections(after: CurlError(code: code, message: "")), 1)
      expectEqual(ends.value??.underlyingError as? CurlError, CurlError(code: code, message: ""))
    }

    @Test func anAlertOfTheServerEndsTheStream() {
      let alert = CurlError(code: 35, message: "error:0A00042E:SSL routines::tlsv1 alert protocol version")
      expectEqual(connections(after: alert), 1)
    }

    @Test func anErrorOfTLSInTheBodyReconnects() {
      let error = CurlError(
        code: 56, message: "error:0A000119:SSL routines::decryption failed or bad record mac")
      expectEqual(connections(after: error, in: .body), 2)
    }
  #endif
}
