import Foundation
import NetTesting
import TestSupport
import Testing

@Suite struct NimbleMatchersTests {
  @Test func beTrueAndBeFalseAcceptBooleansAndOptionals() {
    expect(true).to(beTrue())
    expect(false).to(beFalse())
    expect(Optional(true)).to(beTrue())
    expect(Optional(false)).toNot(beTrue())
    expectEqual(failures { expect(false).to(beTrue()) }, ["expected true, got false"])
    expectEqual(failures { expect(true).to(beFalse()) }, ["expected false, got true"])
  }

  @Test func nilIsNeitherTrueNorFalse() {
    expectEqual(failures { expect(Bool?.none).to(beTrue()) }, ["expected true, got nil"])
    expectEqual(
      failures { expect(Bool?.none).toNot(beFalse()) },
      [
        "expected anything but false, got nil, which fails either way"
      ])
  }

  @Test func beEmptyAndHaveCountAcceptCollections() {
    expect([Int]()).to(beEmpty())
    expect("a").toNot(beEmpty())
    expect([1, 2]).to(haveCount(2))
    expectEqual(failures { expect([1]).to(beEmpty()) }, ["expected nothing in it, got [1]"])
    expectEqual(failures { expect([1, 2]).to(haveCount(1)) }, ["expected 1 element, got 2: [1, 2]"])
  }

  @Test func containAcceptsElementsAndText() {
    expect([1, 2, 3]).to(contain(3, 1))
    expect("status 404").to(contain("404"))
    expectEqual(failures { expect([1]).to(contain(1, 2)) }, ["expected a sequence with 1, 2, got [1]"])
    expectEqual(failures { expect("a").to(contain("b")) }, [#"expected a text with "b", got "a""#])
  }

  /// For Swift, a carriage return and line feed are one character.
  @Test func aLineFeedIsFoundAfterACarriageReturn() {
    let text = "a\r\nSet-Cookie: b\r\n"
    expect(text).to(contain("\n", "\r", "\r\n", "a\r", "\nSet"))
    expect(text).to(beginWith("a\r"))
    expect(text).to(endWith("\n"))
    expect("\r\na").to(beginWith("\r"))
    expect(text).toNot(contain("\n\r"))
    expect(text).toNot(beginWith("a\n"))
    expect(text).toNot(endWith("\r"))
    expectEqual(failures { expect(text).toNot(contain("\n")) }.count, 1)
  }

  @Test func containAcceptsSeveralTextsAndArrays() {
    expect("foobar").to(contain("foo", "bar"))
    expect("foobar").toNot(contain(["foo", "baz"]))
    expect(Optional("foobar")).to(contain("foo", "bar"))
    expect([1, 2, 3]).to(contain([1, 2]))
    expect([[1], [2]]).to(contain([1]))
    expectEqual(
      failures { expect("foobar").to(contain("foo", "baz")) },
      [
        #"expected a text with "foo", "baz", got "foobar""#
      ])
    expectEqual(failures { expect([1]).to(contain([1, 2])) }, ["expected a sequence with 1, 2, got [1]"])
  }

  @Test func beCloseToAcceptsDatesAndArrays() {
    let date = Date(timeIntervalSince1970: 5)
    expect(date).to(beCloseTo(Date(timeIntervalSince1970: 14), within: 10))
    expect([0.0, 1.1]).to(beCloseTo([0.05, 1.2], within: 0.15))
    expect([1.0]).toNot(beCloseTo([1.0, 2.0]))
    expect([Double.infinity]).to(beCloseTo([.infinity]))
    expectEqual(
      failures { expect(date).to(beCloseTo(Date(timeIntervalSince1970: 9), within: 1)) },
      [
        "expected 1970-01-01 00:00:09 +0000 or a date within 1.0 seconds of it, got 1970-01-01 00:00:05 +0000"
      ])
    expectEqual(
      failures { expect([1.0]).to(beCloseTo([2.0], within: 0.5)) },
      [
        "expected [2.0] or numbers within 0.5 of them, got [1.0]"
      ])
    expectEqual(failures { expect([1.0]).toNot(beCloseTo([2.0], within: -1)) }.count, 1)
    expectEqual(failures { expect(date).toNot(beCloseTo(date, within: .nan)) }.count, 1)
  }

  @Test func aNilInAnOptionalIsNotNil() {
    let nested: Int?? = .some(nil)
    expect(nested).toNot(beNil())
    expectEqual(failures { expect(nested).to(beNil()) }, ["expected nil, got Optional(nil)"])
    expectEqual(
      failures { expect(Int???.some(nested)).to(beNil()) }, ["expected nil, got Optional(Optional(nil))"])
  }

  @Test func throwErrorComparesTheThrownError() throws {
    func broken() throws -> Int { throw Offline.cable }
    func sound() throws -> Int { 3 }
    expect(try broken()).to(throwError())
    expect(try broken()).to(throwError(Offline.self))
    expect(try broken()).to(throwError(Offline.cable))
    expect(try sound()).toNot(throwError())
    expect(try sound()).notTo(throwError())
    expectEqual(
      try failures { expect(try sound()).to(throwError()) }, ["expected a failure, got the success 3"])
    expectEqual(
      try failures { expect(try broken()).to(throwError(Offline.plane(seat: 7))) },
      [
        "expected the failure plane(seat: 7) (Offline), got the failure cable (Offline)"
      ])
  }
}
