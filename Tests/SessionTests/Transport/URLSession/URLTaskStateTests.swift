import Foundation
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLTaskStateTests {
  private var state = URLTaskState(bodyLength: 10, bufferLimit: 4)

  private func names(_ answer: URLTaskState.Answer) -> [String] {
    answer.events.map { event in
      switch event {
      case .sent(let bytes): "sent \(bytes)"
      case .head(let head): "head \(head.status)"
      case .body(let chunk): String(decoding: chunk, as: UTF8.self)
      case .interim, .trailers, .redirect: "not from URLSession"
      case .finished: "finished"
      case .failed(let error, let phase): error is CancellationError ? "cancelled" : "failed \(phase)"
      }
    }
  }

  private mutating func head(_ status: Int) -> [String] {
    names(state.received(ResponseHead(status: status)))
  }

  private mutating func body(_ text: String) -> [String] { names(state.received(Data(text.utf8))) }

  @Test mutating func aResponseIsDelivered() {
    expectEqual(head(200), ["head 200"])
    expectEqual(body("a"), ["a"])
    expectEqual(body(""), [])
    expectEqual(names(state.completed(nil)), ["finished"])
    expectEqual(names(state.completed(nil)), [])
  }

  @Test mutating func interimResponsesAndTheirBodiesAreIgnored() {
    expectEqual(head(100), [])
    expectEqual(body("x"), [])
    expectEqual(head(103), [])
    expectEqual(head(200), ["head 200"])
  }

  @Test mutating func a101FailsTheTask() {
    let answer = state.received(ResponseHead(status: 101, headers: ["Upgrade": "h2c"]))
    expectTrue(answer.cancelsTask)
    expectEqual(names(answer), [])
    expectEqual(head(200), [])
    expectEqual(names(state.completed(URLError(.cancelled))), ["failed head"])
  }

  @Test(arguments: ["2, 4", "0x5", "+5", "99999999999999999999"])
  mutating func aLengthThatIsNotOneNumberFailsTheTask(_ length: String) {
    let answer = state.received(ResponseHead(status: 200, headers: ["Content-Length": length]))
    expectTrue(answer.cancelsTask)
    expectEqual(names(answer), [])
    expectEqual(body("a"), [])
    expectEqual(names(state.completed(URLError(.cancelled))), ["failed head"])
  }

  @Test mutating func theLengthOfAResponseWithoutABodyIsIgnored() {
    let invalid: HTTPHeaders = ["Content-Length": "2, 4"]
    expectEqual(names(state.received(ResponseHead(status: 204, headers: invalid))), ["head 204"])
    state = URLTaskState(bodyLength: 0, bufferLimit: 4, method: .head)
    expectEqual(names(state.received(ResponseHead(status: 200, headers: invalid))), ["head 200"])
  }

  @Test mutating func aHeadAfterARefusedExpectationReplacesIt() {
    expectEqual(head(417), [])
    expectEqual(head(417), ["head 417"])
    expectEqual(body("a"), ["a"])
    expectEqual(names(state.completed(nil)), ["finished"])
  }

  @Test(arguments: [false, true])
  mutating func aRefusedExpectationIsReportedBeforeItsBodyOrEnd(_ hasBody: Bool) {
    expectEqual(head(417), [])
    if hasBody { expectEqual(body("a"), ["head 417", "a"]) }
    expectEqual(names(state.completed(nil)), hasBody ? ["finished"] : ["head 417", "finished"])
  }

  @Test mutating func aRefusedExpectationIsReportedWhilePaused() {
    expectEqual(head(417), [])
    state.pause()
    expectEqual(body("a"), ["head 417"])
    expectEqual(names(state.completed(nil)), [])
    expectEqual(names(state.proceed(from: state.pauses)), ["a", "finished"])
  }

  @Test mutating func aRefusedExpectationFailsWithItsHead() {
    expectEqual(head(417), [])
    expectEqual(names(state.completed(URLError(.networkConnectionLost))), ["head 417", "failed body"])
    expectEqual(head(200), [])
  }

  @Test mutating func sentBytesAreReportedOnlyWhenTheyGrow() {
    expectEqual(names(state.sent(5)), ["sent 5"])
    expectEqual(names(state.sent(5)), [])
    expectEqual(names(state.sent(10)), ["sent 10"])
  }

  @Test mutating func aCancelledChallengeEndsWithItsResponse() {
    _ = head(401)
    state.challenged()
    expectEqual(names(state.completed(URLError(.cancelled))), ["finished"])
  }

  @Test mutating func aChallengeWithoutAResponseFails() {
    state.challenged()
    expectEqual(names(state.completed(URLError(.cancelled))), ["failed head"])
  }

  @Test mutating func anotherFailureAfterAChallengeIsAFailure() {
    _ = head(401)
    state.challenged()
    expectEqual(names(state.completed(URLError(.networkConnectionLost))), ["failed body"])
  }

  @Test mutating func cancellingDeliversOnlyTheEnd() {
    _ = head(200)
    expectTrue(state.cancel().cancelsTask)
    expectFalse(state.cancel().cancelsTask)
    expectEqual(body("a"), [])
    expectEqual(names(state.completed(URLError(.cancelled))), ["cancelled"])
  }

  @Test mutating func aTaskThatCompletesDuringCancellationIsCancelled() {
    _ = head(200)
    _ = state.cancel()
    expectEqual(names(state.completed(nil)), ["cancelled"])
  }

  @Test(
    arguments: [
      (["Content-Length": "0"], .get, true), (["Content-Length": "4"], .head, true), ([:], .head, true),
      (["Content-Length": "4"], .get, false), (["Transfer-Encoding": "chunked"], .get, false),
      ([:], .get, false), (["Content-Length": "0", "Transfer-Encoding": "chunked"], .get, false),
    ] as [(HTTPHeaders, HTTPMethod, Bool)])
  mutating func aHeadReceivedAtTheEndSucceedsOnlyWithoutABody(
    headers: HTTPHeaders, method: HTTPMethod, succeeds: Bool
  ) {
    state = URLTaskState(bodyLength: 0, bufferLimit: 4, method: method)
    let late = state.receivedLate(ResponseHead(status: 308, headers: headers))
    guard case .head? = late.events.first, let end = state.completed(nil).events.last else {
      Issue.record("no head and end")
      return
    }
    switch end {
    case .finished: expectTrue(succeeds)
    case .failed(let error, let phase): #expect(!succeeds && error is DroppedBody && phase == .body)
    default: Issue.record("no end")
    }
  }

  @Test mutating func aHeadThatWasReportedIsNotReportedAgain() {
    _ = head(302)
    expectEqual(names(state.receivedLate(ResponseHead(status: 302))), [])
  }

  @Test mutating func a304ReceivedAtTheEndHasLostNoBody() {
    _ = state.receivedLate(ResponseHead(status: 304, headers: ["Content-Length": "4"]))
    expectEqual(names(state.completed(nil)), ["finished"])
  }

  @Test mutating func endingWithoutAHeadFails() {
    expectEqual(names(state.completed(nil)), ["failed head"])
  }

  @Test mutating func aFailureDuringTheUploadIsInTheSendPhase() {
    _ = state.sent(5)
    expectEqual(names(state.completed(URLError(.networkConnectionLost))), ["failed send"])
  }

  @Test mutating func aPausedTaskKeepsBodyAndEnd() {
    _ = head(200)
    state.pause()
    expectEqual(body("ab"), [])
    expectEqual(names(state.completed(nil)), [])
    expectEqual(names(state.proceed(from: state.pauses)), ["ab", "finished"])
    expectEqual(names(state.proceed(from: state.pauses)), [])
  }

  @Test mutating func aPauseAfterProceedStaysInEffect() {
    _ = head(200)
    state.pause()
    let call = state.pauses
    state.pause()
    expectEqual(body("ab"), [])
    expectEqual(names(state.proceed(from: call)), [])
    expectEqual(names(state.proceed(from: state.pauses)), ["ab"])
  }

  @Test mutating func aPausedTaskOverflowsBeyondItsLimit() {
    _ = head(200)
    state.pause()
    #expect(!state.received(Data("abcd".utf8)).cancelsTask)
    #expect(state.received(Data("e".utf8)).cancelsTask)
    let answer = state.completed(URLError(.cancelled))
    expectEqual(names(answer), ["failed body"])
    guard case .failed(let error, _) = answer.events.last else { return }
    expectEqual(error as? TransportBufferOverflow, TransportBufferOverflow(limit: 4))
  }

  @Test mutating func cancellingAPausedTaskWhoseURLSessionTaskHasEndedReportsTheCancellationAtOnce() {
    _ = head(200)
    state.pause()
    _ = body("ab")
    _ = state.completed(nil)
    let answer = state.cancel()
    expectEqual(names(answer), ["cancelled"])
    expectFalse(answer.cancelsTask)
  }

  /// The reasons for which the state itself stops the task.
  enum Reason: CaseIterable { case refusedHead, overflow, lostConnection }

  private mutating func stop(_ reason: Reason) {
    switch reason {
    case .refusedHead: _ = state.received(ResponseHead(status: 101))
    case .overflow:
      _ = head(200)
      state.pause()
      _ = body("abcde")
    case .lostConnection: _ = state.lostConnection()
    }
  }

  @Test(arguments: Reason.allCases)
  mutating func aTaskThatHasStoppedIsCancelledAsAnyOther(_ reason: Reason) {
    stop(reason)
    expectTrue(state.cancel().cancelsTask)
    expectEqual(names(state.completed(URLError(.cancelled))), ["cancelled"])
  }

  @Test(arguments: Reason.allCases, Reason.allCases)
  mutating func theFirstReasonToStopIsReported(_ first: Reason, _ second: Reason) {
    stop(first)
    stop(second)
    let end = names(state.completed(URLError(.cancelled)))
    expectEqual(end, [first == .overflow ? "failed body" : "failed head"])
  }

  @Test mutating func silencingDeliversOnlyTheEnd() {
    _ = head(200)
    state.silence()
    let delivered = body("ab")
    let end = names(state.completed(nil))
    expectTrue(delivered.isEmpty)
    expectEqual(end, ["cancelled"])
  }

  @Test mutating func aLostConnectionEndsTheTask() {
    let answer = state.lostConnection()
    let delivered = head(200)
    expectTrue(answer.cancelsTask)
    expectTrue(delivered.isEmpty)
    let end = state.completed(URLError(.cancelled)).events.last
    guard case .failed(let error as URLError, phase: .head)? = end else {
      Issue.record("the task ended with \(String(describing: end))")
      return
    }
    expectEqual(error.code, .networkConnectionLost)
  }

  @Test mutating func aLostConnectionIsIgnoredAfterCancellation() {
    _ = state.cancel()
    let answer = state.lostConnection()
    let end = names(state.completed(URLError(.cancelled)))
    expectFalse(answer.cancelsTask)
    expectEqual(end, ["cancelled"])
  }

  @Test(arguments: [
    (URLError.Code.cannotFindHost, TransportPhase.nameLookup), (.dnsLookupFailed, .nameLookup),
    (.cannotConnectToHost, .connect), (.notConnectedToInternet, .connect),
    (.secureConnectionFailed, .secureConnection), (.serverCertificateUntrusted, .secureConnection),
    (.networkConnectionLost, .head), (.badServerResponse, .head), (.unknown, .head),
  ])
  func errorCodesHavePhases(code: URLError.Code, phase: TransportPhase) {
    expectEqual(TransportPhase(of: URLErrorFacts(URLError(code)), soFar: .head), phase)
    expectEqual(TransportPhase(of: URLErrorFacts(URLError(code)), soFar: .body), .body)
  }

  @Test func anUntrustedServerFailsInTheTLSPhase() {
    var state = URLTaskState(bodyLength: 0, bufferLimit: 10)
    state.distrusted(Broken())
    let events = state.completed(URLError(.cancelled)).events
    guard case .failed(let error, .secureConnection) = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(error is Broken)
  }

  @Test func anUnknownErrorThatMentionsTLSIsInTheTLSPhase() {
    let error = NSError(
      domain: NSURLErrorDomain, code: NSURLErrorUnknown,
      userInfo: [NSLocalizedDescriptionKey: "SSL certificate problem"])
    expectEqual(TransportPhase(of: URLErrorFacts(error), soFar: .head), .secureConnection)
  }
}
