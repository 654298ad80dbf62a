import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct BeSuccessTests {
  private let success: Result<Int, any Error> = .success(3)
  private let failure: Result<Int, any Error> = .failure(Offline.cable)
  private let none: Result<Int, any Error>? = nil

  @Test func acceptsASuccess() {
    expect(success).to(beSuccess())
    expect(failure).toNot(beSuccess())
  }

  @Test func failsWithTheReceivedValue() {
    expectEqual(
      failures { expect(failure).to(beSuccess()) }, ["expected a success, got the failure cable (Offline)"])
    expectEqual(
      failures { expect(success).toNot(beSuccess()) },
      [
        "expected anything but a success, got the success 3"
      ])
  }

  @Test func nilFailsBothToAndToNot() {
    expectEqual(failures { expect(none).to(beSuccess()) }, ["expected a success, got nil"])
    expectEqual(
      failures { expect(none).toNot(beSuccess()) },
      ["expected anything but a success, got nil, which fails either way"])
    expectEqual(failures { expect(none).to(beSuccess(3)) }, ["expected the success 3, got nil"])
    expectEqual(failures { expect(none).toNot(beSuccess(3)) }.count, 1)
  }

  @Test func comparesTheValue() {
    expect(success).to(beSuccess(3))
    expect(success).to(beSuccess(equalTo: 3))
    expect(success).toNot(beSuccess(4))
    expect(failure).toNot(beSuccess(3))
    expectEqual(
      failures { expect(success).to(beSuccess(equalTo: 4)) }, ["expected the success 4, got the success 3"])
    expectEqual(
      failures { expect(success).toNot(beSuccess(3)) },
      ["expected anything but the success 3, got the success 3"])
  }

  @Test func quotesText() {
    let name: Result<String, any Error> = .success("Trent")
    expectEqual(
      failures { expect(name).to(beSuccess("Mick")) },
      [
        #"expected the success "Mick", got the success "Trent""#
      ])
  }

  @Test func appliesAMatcherToTheValue() {
    let even = Matcher<Int>("an even number") { $0.isMultiple(of: 2) }
    expect(success).toNot(beSuccess(even))
    expectEqual(
      failures { expect(success).to(beSuccess(even)) },
      ["expected a success with an even number, got the success 3"])
  }

  @Test func acceptsAVoidSuccess() {
    expect(Result<Void, any Error>.success(())).to(beSuccess())
  }

  @Test func acceptsResponses() {
    let good = DataResponse(request: nil, response: nil, data: nil, result: .success("Trent"))
    let bad = DataResponse<String>(
      request: nil, response: nil, data: nil, result: .failure(NetworkError(.cancelled)))
    expect(good).to(beSuccess("Trent"))
    expect(Optional(good)).to(beSuccess())
    expect(DataResponse<String>?.none).to(beNil())
    expectEqual(
      failures { expect(bad).to(beSuccess()) },
      [
        "expected a success, got the failure NetworkError: The request failed: it was cancelled."
      ])
  }

  @Test func acceptsAnElementEvent() {
    expect(Event.next(3)).to(beSuccess(3))
    expect(Event<Int>.completed).toNot(beSuccess())
    expectEqual(
      failures { expect(Event<Int>.completed).to(beSuccess()) }, ["expected a success, got the completion"])
    expectEqual(failures { expect(Event<Int>?.none).toNot(beSuccess()) }.count, 1)
  }

  @Test func acceptsAValueForWhichTheConditionHolds() {
    expect(success).to(beSuccess { $0 > 2 })
    expect(success).toNot(beSuccess(where: { $0 > 3 }))
    expect(failure).toNot(beSuccess { _ in true })
    expectEqual(
      failures { expect(success).to(beSuccess { $0 > 3 }) },
      [
        "expected a success for which the condition holds, got the success 3"
      ])
    expectEqual(failures { expect(none).toNot(beSuccess { _ in true }) }.count, 1)
  }

  @Test func showsTheFirst300Characters() {
    let long: Result<String, any Error> = .success(String(repeating: "x", count: 400))
    let shown = "the success \"" + String(repeating: "x", count: 287)
    expectEqual(
      failures { expect(long).toNot(beSuccess()) },
      ["expected anything but a success, got \(shown)… (414 characters)"])
  }

  @Test func aValueThatTheMatcherCannotJudgePassesNeitherToNorToNot() {
    let success = Result<Int?, Offline>.success(nil)
    expectEqual(failures { expect(success).to(beSuccess(beCloseToThree)) }.count, 1)
    expectEqual(failures { expect(success).toNot(beSuccess(beCloseToThree)) }.count, 1)
  }

  private var beCloseToThree: Matcher<Int?> { equal(3) }
}
