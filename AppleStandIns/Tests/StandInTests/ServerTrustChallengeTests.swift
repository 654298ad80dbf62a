import AppleFoundation
import Foundation
import FoundationNetworking
import NetTesting
import Security
import TestSupport
import Testing

@testable import Net

/// The delegate's response to a server's certificates, as Foundation on Apple's platforms calls it.
@Suite struct ServerTrustChallengeTests {
  private final class Sender: NSObject, URLAuthenticationChallengeSender {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
  }

  private final class Receiver: TransportReceiver {
    let last = Captured<TransportEvent>()
    func receive(_ event: TransportEvent) { if event.isLast { last.set(event) } }
  }

  private let session = URLSession(configuration: .ephemeral)

  private func challenge(_ space: URLProtectionSpace) -> URLAuthenticationChallenge {
    URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil,
      error: nil, sender: Sender())
  }

  private func answer(
    of events: URLSessionEvents, to space: URLProtectionSpace, for task: URLSessionTask
  ) -> (disposition: URLSession.AuthChallengeDisposition?, hasCredential: Bool) {
    let disposition = Captured<URLSession.AuthChallengeDisposition>()
    let credentials = Captured<Bool>()
    events.urlSession(session, task: task, didReceive: challenge(space)) { given, credential in
      disposition.set(given)
      credentials.set(credential != nil)
    }
    return (disposition.values.first, credentials.values.first ?? false)
  }

  private func task() throws -> URLSessionDataTask {
    session.dataTask(with: try #require(URL(string: "https://a.test/")))
  }

  private func space(isTrusted: Bool) -> URLProtectionSpace {
    TrustProtectionSpace(host: "a.test", trust: SecTrust(chain: [], isTrusted: isTrusted))
  }

  @Test func aTrustedServerGetsACredentialOfItsTrust() throws {
    let answer = answer(
      of: URLSessionEvents(serverTrust: .system), to: space(isTrusted: true), for: try task())
    #expect(answer == (.useCredential, true))
  }

  @Test func withoutAPolicyFoundationDecides() throws {
    let answer = answer(of: URLSessionEvents(), to: space(isTrusted: false), for: try task())
    #expect(answer == (.performDefaultHandling, false))
  }

  @Test func aPasswordIsNotAskedOfThePolicy() throws {
    let space = URLProtectionSpace(
      host: "a.test", port: 443, protocol: "https", realm: "r",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    let answer = answer(of: URLSessionEvents(serverTrust: .system), to: space, for: try task())
    #expect(answer == (.performDefaultHandling, false))
  }

  @Test func anUntrustedServerEndsTheRequestWithItsHost() async throws {
    let events = URLSessionEvents(serverTrust: .system)
    let urlTask = try task()
    let receiver = Receiver()
    let request = TransportRequest(url: try #require(URL(string: "https://a.test/")))
    let task = URLTransportTask(
      request, receiver: receiver, bufferLimit: 10, transport: URLSessionTransport())
    events.keep(task, for: urlTask)
    let answer = answer(of: events, to: space(isTrusted: false), for: urlTask)
    #expect(answer == (.cancelAuthenticationChallenge, false))
    events.urlSession(session, task: urlTask, didCompleteWithError: URLError(.cancelled))
    guard case .failed(let error, .secureConnection)? = await receiver.last.next(within: .patience) else {
      Issue.record("the request did not fail")
      return
    }
    #expect(error as? UntrustedServer == UntrustedServer(host: "a.test"))
  }
}
