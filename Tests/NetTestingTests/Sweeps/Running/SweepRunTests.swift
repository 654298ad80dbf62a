import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// How the outcomes of two runs are reported: a reader sees in what they differ.
@Suite struct SweepRunTests {
  private struct Profile: Equatable, Sendable {
    var name = "a"
    var picture = Data("abc".utf8)
  }

  private struct Refusal: Error { var code: Data }

  private func run<Value: Sendable>(_ ending: SweepRun<Value>.Ending) -> SweepRun<Value> {
    SweepRun(
      ending: ending, requests: [], reports: [], leaks: [], isCancelled: false, time: .zero, realTime: .zero,
      escaped: false, mustEnd: true)
  }

  private func note<Value: Sendable>(_ left: Value, _ right: Value) -> String {
    run(.value(left)).words(beside: run(.value(right))).note
  }

  private func note(ofErrors left: any Error, _ right: any Error) -> String {
    run(SweepRun<Int>.Ending.error(left)).words(beside: run(.error(right))).note
  }

  @Test func bytesInAValueAreNamedWhereTheyDiffer() {
    let other = Data("abd".utf8)
    expectEqual(note(Profile(), Profile(picture: other)), "; they differ at picture, byte 2: 63, 64")
    expectEqual(note([Profile().picture], [other]), "; they differ at [0], byte 2: 63, 64")
    expectEqual(
      note(ofErrors: Refusal(code: Data([1])), Refusal(code: Data([2]))),
      "; they differ at code, byte 0: 01, 02")
  }

  @Test func anElementThatOnlyOneSetHasIsNamed() {
    let (abc, abd) = (Data("abc".utf8), Data("abd".utf8))
    expectEqual(
      note(Set([abc]), Set([abd])),
      #"; they differ at an element that only one has: 3 bytes: "abc", 3 bytes: "abd""#)
    expectEqual(
      note(["k": Set([abc])], ["k": Set([abd])]),
      #"; they differ at ["k"], an element that only one has: 3 bytes: "abc", 3 bytes: "abd""#)
  }

  private struct Answer: Error, CustomStringConvertible { var description: String }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}"])
  func anOutcomeIsInOneLine(lineBreak: String) {
    let outcome = run(SweepRun<Int>.Ending.error(Answer(description: "a\(lineBreak)b"))).outcome
    expectEqual(outcome, "it failed with a b")
  }

  private func error(_ body: String, _ cause: (any Error)? = nil) -> NetworkError {
    NetworkError(
      .validation(.custom), response: ResponseHead(status: 200), data: Data(body.utf8), underlyingError: cause
    )
  }

  @Test func bodiesOfErrorsAreNamedWhereTheyDiffer() {
    let start = String(repeating: "x", count: 400)
    expectEqual(
      note(ofErrors: error(start + "a"), error(start + "b")), "; they differ at data, byte 400: 61, 62")
  }

  @Test func causesOfErrorsAreNamedAndNotShown() {
    expectEqual(
      note(ofErrors: error("", Refusal(code: Data([1]))), error("", Refusal(code: Data([2])))),
      "; they differ at underlyingError.code, byte 0")
  }

  @Test func textsThatLookAlikeHaveEscapes() {
    let (usual, here, note) = run(.value("caf\u{e9}")).words(beside: run(.value("cafe\u{301}")))
    expectEqual(usual, #"it returned "caf\u{e9}""#)
    expectEqual(here, #"it returned "cafe\u{301}""#)
    expectEqual(note, "")
  }

  @Test func aDifferenceThatTheTextsDoNotShowIsReported() {
    struct Secret: Equatable, Sendable, CustomStringConvertible {
      let check: @Sendable () -> Int
      let description = "a secret"

      static func == (left: Secret, right: Secret) -> Bool { left.check() == right.check() }
    }
    expectEqual(
      note(Secret { 1 }, Secret { 2 }), "; they are not equal, although their descriptions are the same")
  }

  @Test func outcomesThatShowTheirDifferenceHaveNoNote() {
    let (usual, here, note) = run(.value(1)).words(beside: run(.value(2)))
    #expect((usual, here, note) == ("it returned 1", "it returned 2", ""))
  }
}
