import Foundation
import Net
@testable import NetTesting
import TestSupport
import Testing

/// What waits or reads the time, and was not given a clock, uses that of the session that it is used in.
@Suite struct FollowedClockTests {
  private struct Token: AuthenticationCredential {
    var requiresRefresh: Bool { true }
  }

  /// A refresh that never completes.
  private struct SilentAuthenticator: RequestAuthenticator {
    func apply(_ credential: Token, to request: inout TransportRequest) {}
    func refresh(
      _ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void
    ) {}
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
  }

  private struct Wrapper: TransportWrapper {
    let base: any Transport
  }

  private let clock = TestScheduler()

  private func interceptor(timer: (any NetworkTimer)? = nil) -> AuthenticationInterceptor<SilentAuthenticator>
  {
    AuthenticationInterceptor(authenticator: SilentAuthenticator(), credential: Token(), timer: timer)
  }

  private func session(
    _ transport: any Transport, interceptors: [any RequestInterceptor] = [], timer: (any NetworkTimer)? = nil
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.callbackQueue = nil
    configuration.timeouts = RequestTimeouts()
    configuration.interceptors = interceptors
    return NetworkSession(configuration: configuration, transport: transport, timer: timer ?? clock)
  }

  private func reason(of request: any NetworkRequesting) -> Captured<NetworkError.Reason?> {
    let got = Captured<NetworkError.Reason?>()
    request.responseData { got.set($0.error?.reason) }
    return got
  }

  // MARK: - Credentials

  @Test func aRefreshOfASessionTimesOutByItsClock() {
    let session = session(MockTransport(), interceptors: [interceptor()])
    let got = reason(of: session.get("https://example.com"))
    clock.advance(by: .seconds(59))
    expectEqual(got.values, [])
    clock.advance(by: .seconds(1))
    expectEqual(got.values, [.timeout(.credential)])
  }

  @Test func aRefreshOfARequestTimesOutByTheClockOfItsSession() {
    let got = reason(of: session(MockTransport()).get("https://example.com").intercept(interceptor()))
    clock.advance(by: .seconds(60))
    expectEqual(got.values, [.timeout(.credential)])
  }

  @Test func anInterceptorWithItsOwnClockKeepsIt() {
    let own = TestScheduler()
    let session = session(MockTransport(), interceptors: [interceptor(timer: own)])
    let got = reason(of: session.get("https://example.com"))
    clock.advance(by: .seconds(600))
    expectEqual(got.values, [])
    own.advance(by: .seconds(60))
    expectEqual(got.values, [.timeout(.credential)])
  }

  @Test func anInterceptorOfSeveralSessionsHasTheClockOfTheFirst() {
    let shared = interceptor()
    let other = TestScheduler()
    _ = session(MockTransport(), interceptors: [shared])
    let got = reason(
      of: session(MockTransport(), interceptors: [shared], timer: other).get("https://example.com"))
    other.advance(by: .seconds(600))
    expectEqual(got.values, [])
    clock.advance(by: .seconds(60))
    expectEqual(got.values, [.timeout(.credential)])
  }

  // MARK: - Transports

  @Test(arguments: [false, true]) func aMockMeasuresDelaysByTheClockOfItsSession(isWrapped: Bool) {
    let transport = MockTransport()
    transport.stub(.everything, with: .text("late").delay(.seconds(100)))
    let got = reason(
      of: session(isWrapped ? Wrapper(base: transport) : transport).get("https://example.com"))
    clock.advance(by: .seconds(99))
    expectEqual(got.values, [])
    clock.advance(by: .seconds(1))
    expectEqual(got.values, [nil])
  }

  @Test func aMockWithItsOwnClockKeepsIt() {
    let own = TestScheduler()
    let transport = MockTransport(timer: own)
    transport.stub(.everything, with: .text("late").delay(.seconds(100)))
    let got = reason(of: session(transport).get("https://example.com"))
    clock.advance(by: .seconds(600))
    expectEqual(got.values, [])
    own.advance(by: .seconds(100))
    expectEqual(got.values, [nil])
  }

  @Test func aScriptOfAWebSocketWaitsByTheClockOfItsSession() {
    let transport = MockTransport()
    transport.stub(
      .webSocket("/chat"),
      with: .script { peer in
        peer.wait(.seconds(100))
        peer.send(.text("late"))
      })
    let messages = Captured<WebSocketMessage>()
    session(transport).webSocket("wss://example.com/chat").connect(delivery: .inline) { result in
      try? result.get().receive(delivery: .inline) { update in
        if case .message(let message) = update { messages.set(message) }
      }
    }
    clock.advance(by: .seconds(99))
    expectEqual(messages.values, [])
    clock.advance(by: .seconds(1))
    expectEqual(messages.values, [.text("late")])
  }

  @Test func aCassetteIsReplayedByTheClockOfItsSession() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.har")
    let url = try #require(URL(string: "https://example.com/a"))
    let entry = Cassette.Entry(
      startedAt: Date(timeIntervalSince1970: 0), request: RecordedRequest(method: .get, url: url),
      response: Cassette.Response(status: 200, body: Data("slow".utf8)),
      timings: Cassette.Timings(wait: .seconds(100), receive: .zero))
    try Cassette(entries: [entry]).write(to: file)
    let transport = RecordingTransport(cassette: file, replaysDelays: true)
    let got = reason(of: session(transport).get("https://example.com/a").unvalidated())
    clock.advance(by: .seconds(99))
    expectEqual(got.values, [])
    clock.advance(by: .seconds(1))
    expectEqual(got.values, [nil])
  }
}
