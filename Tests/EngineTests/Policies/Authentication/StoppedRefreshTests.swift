import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Refreshes while the process is stopped, such as a suspended app, in virtual time.
@Suite struct StoppedRefreshTests {
  private typealias Token = RefreshTimeoutTests.Token

  private let authenticator = RefreshTimeoutTests.SilentAuthenticator()
  private let transport = ScriptedTransport()
  private let timer = SteppedTimer()

  /// Starts a request whose refresh is late because of a stop.
  private func refusedBeforeAStop() -> SessionFixture.Started<Data> {
    var configuration = SessionConfiguration()
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: authenticator, credential: Token(text: "old"), refreshTimeout: .seconds(2),
        timer: timer)
    ]
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let started = SessionFixture.Started(session.get("https://h/a"), responseSerializer: .data)
    transport.tasks.last?.respond(401)
    timer.stop(for: .seconds(4))
    timer.advance(by: .seconds(2))
    return started
  }

  @Test func aRefreshWhoseResponseArrivedMeanwhileIsUsed() {
    let started = refusedBeforeAStop()
    expectEqual(started.count, 0)
    authenticator.refreshes.value?(.success(Token(text: "new")))
    expectEqual(transport.tasks.last?.request.headers["Authorization"], "Bearer new")
    transport.tasks.last?.respond(200, body: "here")
    expectEqual(started.text, "here")
  }

  @Test func aRefreshThatIsStillSilentFailsItsRequests() {
    let started = refusedBeforeAStop()
    timer.advance(by: .milliseconds(249))
    expectEqual(started.count, 0)
    timer.advance(by: .milliseconds(1))
    expectEqual(started.reason, .timeout(.credential))
  }
}
