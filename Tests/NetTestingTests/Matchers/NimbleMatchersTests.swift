import NetTesting
import Testing

@Suite struct NimbleMatchersTests {
  @Test func beTrueAndBeFalseAcceptBooleansAndOptionals() {
    expect(true).to(beTrue())
    expect(false).to(beFalse())
    expect(Optional(true)).to(beTrue())
    expect(Optional(false)).toNot(beTrue())
    #expect(failures { expect(false).to(beTrue()) } == ["expected true, got false"])
    #expect(failures { expect(true).to(beFalse()) } == ["expected false, got true"])
  }

  @Test func nilIsNeitherTrueNorFalse() {
    #expect(failures { expect(Bool?.none).to(beTrue()) } == ["expected true, got nil"])
    #expect(
      failures { expect(Bool?.none).toNot(beFalse()) } == [
        "expected anything but false, got nil, which is neither"
      ])
  }

  @Test func beEmptyAndHaveCountAcceptCollections() {
    expect([Int]()).to(beEmpty())
    expect("a").toNot(beEmpty())
    expect([1, 2]).to(haveCount(2))
    #expect(failures { expect([1]).to(beEmpty()) } == ["expected nothing in it, got [1]"])
    #expect(failures { expect([1, 2]).to(haveCount(1)) } == ["expected 1 element, got 2: [1, 2]"])
  }

  @Test func containAcceptsElementsAndText() {
    expect([1, 2, 3]).to(contain(3, 1))
    expect("status 404").to(contain("404"))
    #expect(failures { expect([1]).to(contain(1, 2)) } == ["expected a sequence with 1, 2, got [1]"])
    #expect(failures { expect("a").to(contain("b")) } == [#"expected a text with "b", got "a""#])
  }

  @Test func throwErrorComparesTheThrownError() throws {
    func broken() throws -> Int { throw Offline.cable }
    func sound() throws -> Int { 3 }
    expect(try broken()).to(throwError())
    expect(try broken()).to(throwError(Offline.self))
    expect(try broken()).to(throwError(Offline.cable))
    expect(try sound()).toNot(throwError())
    #expect(
      try failures { expect(try sound()).to(throwError()) } == ["expected a failure, got the success 3"])
    #expect(
      try failures { expect(try broken()).to(throwError(Offline.plane(seat: 7))) } == [
        "expected the failure plane(seat: 7) (Offline), got the failure cable (Offline)"
      ])
  }
}
