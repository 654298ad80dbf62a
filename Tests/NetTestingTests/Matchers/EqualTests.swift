import NetTesting
import TestSupport
import Testing
import XCTest

@Suite struct EqualTests {
  @Test func comparesValues() {
    expect([1, 2]).to(equal([1, 2]))
    expect("a").toNot(equal("b"))
    expectEqual(failures { expect([1, 2]).to(equal([1])) }, ["expected [1], got [1, 2]"])
    expectEqual(failures { expect("a").toNot(equal("a")) }, [#"expected anything but "a", got "a""#])
  }

  @Test func comparesOptionals() {
    expect(Optional(3)).to(equal(3))
    expect(Optional(3)).toNot(equal(4))
    let three: Int? = 3
    expect(three).to(equal(three))
  }

  @Test func nilFailsBothToAndToNot() {
    expectEqual(failures { expect(Int?.none).to(equal(3)) }, ["expected 3, got nil"])
    expectEqual(
      failures { expect(Int?.none).toNot(equal(3)) },
      ["expected anything but 3, got nil, which fails either way"])
  }

  @Test func beNilAcceptsOnlyNil() {
    expect(Int?.none).to(beNil())
    expect(Optional(3)).toNot(beNil())
    expectEqual(failures { expect(Optional(3)).to(beNil()) }, ["expected nil, got 3"])
    expectEqual(failures { expect(Int?.none).toNot(beNil()) }, ["expected anything but nil, got nil"])
  }
}

final class ExpectationXCTests: XCTestCase {
  func testPassesInXCTest() { expect(3).to(equal(3)) }

  func testFailsAtTheLineOfTheStatement() {
    let collected = CollectedFailures()
    let line: UInt = #line + 1
    collected.collect { expect(3).to(equal(4)) }
    XCTAssertEqual(collected.places, [SourcePlace(file: #filePath, line: line)])
    XCTAssertEqual(collected.messages, ["expected 4, got 3"])
  }

  func testReportsThatTheExpressionThrew() throws {
    func broken() throws -> Int { throw Offline.cable }
    XCTAssertEqual(
      try failures { expect(try broken()).to(equal(4)) },
      ["expected 4, but the expression threw cable (Offline)"])
    XCTAssertEqual(try failures { expect(try broken()).toNot(equal(4)) }.count, 1)
  }
}
