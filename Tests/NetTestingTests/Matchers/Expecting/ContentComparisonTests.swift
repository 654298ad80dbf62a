import Foundation
import Net
import Testing

@testable import NetTesting

/// Errors that the code under test may throw for one failure at different levels of mocking.
@Suite struct ContentComparisonTests {
  private struct Wrapped: Error { var reason: any Error }
  private struct Several: Error { var reasons: [any Error] }

  private class Failure: Error, @unchecked Sendable {
    let code: Int

    init(_ code: Int) { self.code = code }
  }

  // Used by one thread.
  private final class Caused: Failure, @unchecked Sendable {
    var cause: (any Error)?
  }

  private func areSame(_ left: any Error, _ right: any Error) -> Bool {
    var comparison = ContentComparison(betweenLevels: true)
    return comparison.areSame(left, right)
  }

  private func lost(_ phase: TransportPhase) -> NetworkError { NetworkError(.transport(phase)) }

  @Test func thePhaseOfALostConnectionDoesNotCount() {
    #expect(areSame(lost(.connect), lost(.head)))
    #expect(areSame(Wrapped(reason: lost(.connect)), Wrapped(reason: lost(.head))))
    #expect(!areSame(lost(.connect), NetworkError(.cancelled)))
  }

  @Test func theSameHoldsInACollection() {
    #expect(areSame(Several(reasons: [lost(.connect)]), Several(reasons: [lost(.head)])))
    #expect(!areSame(Several(reasons: [lost(.connect)]), Several(reasons: [NetworkError(.cancelled)])))
  }

  @Test func theSameHoldsInAnObject() {
    let (left, right) = (Caused(1), Caused(1))
    (left.cause, right.cause) = (lost(.connect), lost(.head))
    #expect(areSame(left, right))
  }

  @Test func whatASuperclassHasIsCompared() {
    let (left, right) = (Caused(1), Caused(2))
    (left.cause, right.cause) = (lost(.connect), lost(.connect))
    #expect(!areSame(left, right))
  }

  @Test func errorsThatReferToThemselvesAreCompared() {
    let (left, right) = (Caused(1), Caused(1))
    (left.cause, right.cause) = (left, right)
    defer { (left.cause, right.cause) = (nil, nil) }
    #expect(areSame(left, right))
  }

  @Test func allOfAWebSocketErrorIsCompared() {
    #expect(areSame(WebSocketError.frameTooLarge(limit: 1), WebSocketError.frameTooLarge(limit: 1)))
    #expect(!areSame(WebSocketError.frameTooLarge(limit: 1), WebSocketError.frameTooLarge(limit: 2)))
  }

  @Test func errorsOfFoundationAreComparedByDomainAndCode() {
    let detailed = URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "a"])
    #expect(areSame(detailed, URLError(.timedOut)))
    #expect(!areSame(detailed, URLError(.cannotFindHost)))
  }
}
