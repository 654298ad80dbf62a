import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A session that accepts no more requests and waits for the running ones.
@Suite struct FinishTests {
  private func finishing(_ session: NetworkSession) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    session.finish(queue: DispatchQueue(label: "finish")) { group.leave() }
    return group
  }

  @Test func withoutRequestsItEndsAtOnce() async {
    let fixture = SessionFixture()
    await fixture.session.finish()
    await fixture.session.finish()
  }

  @Test func itEndsAfterTheHandlerOfTheLastRequest() async {
    let fixture = SessionFixture()
    let first = fixture.start()
    let second = fixture.start()
    let log = Locked<[String]>([])
    let group = DispatchGroup()
    group.enter()
    fixture.session.finish(queue: DispatchQueue(label: "finish")) {
      log.update { $0.append("\(first.count) \(second.count)") }
      group.leave()
    }
    fixture.tasks[0].respond(200)
    fixture.tasks[1].respond(200)
    #expect(await group.ended())
    expectEqual(log.value, ["1 1"])
  }

  @Test func aLaterRequestFailsAndNothingIsSent() {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy(base: .zero)] }
    _ = finishing(fixture.session)
    let later = fixture.start(.get, "https://example.com/later")
    expectEqual(later.outcomes.value.map(\.error?.reason), [.sessionFinished])
    expectEqual(
      later.outcome?.error?.description,
      "GET https://example.com/later failed: it was started after its session had finished.")
    expectTrue(fixture.tasks.isEmpty)
    expectEqual(fixture.monitor.events, ["#1 started", "#1 failed sessionFinished"])
  }

  @Test func aRequestThatWaitsForARetryIsStillSent() async {
    let fixture = SessionFixture { $0.interceptors = [RetryPolicy(base: .seconds(1), seed: 1)] }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    let finished = finishing(fixture.session)
    fixture.timer.advance(by: .seconds(2))
    expectEqual(fixture.tasks.count, 2)
    fixture.tasks[1].respond(200, body: "in the end")
    #expect(await finished.ended())
    expectEqual(started.text, "in the end")
  }

  @Test func aRequestThatWaitsInTheQueueIsStillSent() async {
    let fixture = SessionFixture { $0.maximumConcurrentRequests = 1 }
    _ = fixture.start()
    let second = fixture.start()
    let finished = finishing(fixture.session)
    fixture.tasks[0].respond(200)
    fixture.tasks[1].respond(200, body: "second")
    #expect(await finished.ended())
    expectEqual(second.text, "second")
  }

  private struct Token: AuthenticationCredential {
    var access: String
  }

  /// Refreshes in the session that uses it.
  private struct Authenticator: RequestAuthenticator {
    let network = Locked<NetworkSession?>(nil)

    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      network.value?.post("https://example.com/token").unauthenticated()
        .response(delivery: .inline, responseSerializer: .string) {
          completion($0.result.map { Token(access: $0) }.mapError { $0 })
        }
    }

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(name: "Authorization", value: credential.access)
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == credential.access
    }
  }

  private struct AsyncAuthenticator: AsyncRequestAuthenticator {
    let base = Authenticator()

    func refresh(_ credential: Token) async throws -> Token {
      guard let network = base.network.value else { throw CancellationError() }
      return Token(access: try await network.post("https://example.com/token").unauthenticated().string())
    }

    func apply(_ credential: Token, to request: inout TransportRequest) {
      base.apply(credential, to: &request)
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      base.isRequest(request, authenticatedWith: credential)
    }
  }

  @Test func theRefreshOfARunningRequestIsSent() async throws {
    let authenticator = Authenticator()
    let fixture = SessionFixture {
      $0.interceptors = [
        AuthenticationInterceptor(authenticator: authenticator, credential: Token(access: "old"))
      ]
    }
    authenticator.network.update { $0 = fixture.session }
    defer { authenticator.network.update { $0 = nil } }
    let started = fixture.start()
    let finished = finishing(fixture.session)
    fixture.tasks[0].respond(401)
    try #require(fixture.tasks.map(\.request.url.path) == ["/a", "/token"])
    // Another request is not part of the running one.
    expectEqual(fixture.start().reason, .sessionFinished)
    fixture.tasks[1].respond(200, body: "new")
    fixture.tasks[2].respond(200, body: "in the end")
    #expect(await finished.ended())
    expectEqual(started.text, "in the end")
  }

  @Test func theAsyncRefreshOfARunningRequestIsSent() async {
    let authenticator = AsyncAuthenticator()
    let fixture = SessionFixture(onResume: { task in
      switch (task.request.url.path, task.request.headers["Authorization"]) {
      case ("/token", _): task.respond(200, body: "new")
      case (_, "new"): task.respond(200, body: "in the end")
      default: break
      }
    }) {
      $0.interceptors = [
        AuthenticationInterceptor(authenticator: authenticator, credential: Token(access: "old"))
      ]
    }
    authenticator.base.network.update { $0 = fixture.session }
    defer { authenticator.base.network.update { $0 = nil } }
    let started = fixture.start()
    let finished = finishing(fixture.session)
    fixture.tasks[0].respond(401)
    #expect(await finished.ended())
    expectEqual(started.text, "in the end")
  }

  @Test func whatAnAdapterSendsAfterTheLastRequestFails() async {
    let network = Locked<NetworkSession?>(nil)
    let later = Locked<[NetworkError.Reason?]>([])
    let ended = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    group.enter()
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          // Keeps what it inherits beyond the end of the request.
          Task {
            await withCheckedContinuation { resume in
              DispatchQueue.global().async {
                _ = ended.wait(timeout: .patience)
                resume.resume()
              }
            }
            let error = await network.value?.get("https://example.com/b").response(.data).error
            later.update { $0.append(error?.reason) }
            group.leave()
          }
          done(.success(request))
        })
      ]
    }
    network.update { $0 = fixture.session }
    _ = fixture.start()
    let finished = finishing(fixture.session)
    fixture.tasks[0].respond(200)
    #expect(await finished.ended())
    ended.signal()
    #expect(await group.ended())
    expectEqual(later.value, [.sessionFinished])
    network.update { $0 = nil }
  }

  @Test func cancellingAllEndsIt() async {
    let fixture = SessionFixture()
    let started = fixture.start()
    let finished = finishing(fixture.session)
    fixture.session.cancelAll()
    #expect(await finished.ended())
    expectEqual(started.reason, .cancelled)
  }

  @Test func everyCallEnds() async {
    let fixture = SessionFixture()
    _ = fixture.start()
    let finished = [finishing(fixture.session), finishing(fixture.session)]
    fixture.tasks[0].respond(200)
    for group in finished { #expect(await group.ended()) }
  }

  @Test func itEndsInsideAMock() async {
    let network = NetworkingMock()
    await network.finish()
    let error = await network.get("user").response(.data).error
    expectEqual(error?.reason, .sessionFinished)
  }

  @Test(.heavy) func itEndsIfRequestsStartMeanwhile() async {
    let transport = ScriptedTransport(onResume: { task in
      DispatchQueue.global().async { task.respond(200) }
    })
    let session = NetworkSession(transport: transport)
    let ended = Locked(0)
    let finished = DispatchGroup()
    finished.enter()
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for number in 0..<200 {
        if worker == 0, number == 100 {
          session.finish(queue: DispatchQueue(label: "finish")) { finished.leave() }
        }
        session.get("https://example.com/")
          .response(delivery: .inline, responseSerializer: .void) { _ in ended.update { $0 += 1 } }
      }
    }
    #expect(await finished.ended())
    expectEqual(ended.value, 800)
  }
}
