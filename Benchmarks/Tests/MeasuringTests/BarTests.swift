import Measuring
import Testing

@Suite struct BarTests {
  private func figures(stream: Double, peer: Double = 100, mallocs: Double? = 0) -> [Figure] {
    [
      Figure(workload: "push", subject: .stream, ns: stream, mallocs: mallocs),
      Figure(workload: "push", subject: .openCombine, ns: peer, mallocs: nil),
    ]
  }

  @Test func aRatioAtTheBarIsMet() {
    let verdict = Bar.faster("push", than: .openCombine, atLeast: 4).verdict(figures(stream: 25))
    #expect(verdict.outcome == .met(4))
    #expect(!verdict.fallsShort)
  }

  @Test func aRatioBelowTheBarFallsShort() {
    let verdict = Bar.faster("push", than: .openCombine, atLeast: 4).verdict(figures(stream: 50))
    #expect(verdict.outcome == .short(2))
    #expect(verdict.fallsShort)
  }

  @Test func aMissingSubjectFallsShort() {
    let verdict = Bar.faster("push", than: .floor, atLeast: 4).verdict(figures(stream: 50))
    #expect(verdict.outcome == .unmeasured)
    #expect(verdict.fallsShort)
  }

  @Test func costsAreRatiosToTheOtherSubject() {
    #expect(Bar.costs("push", of: .openCombine, atMost: 2).verdict(figures(stream: 200)).outcome == .met(2))
    #expect(Bar.costs("push", of: .openCombine, atMost: 2).verdict(figures(stream: 300)).outcome == .short(3))
  }

  @Test func oneTimeAllocationsAreTolerated() {
    #expect(
      Bar.mallocs("push", atMost: 0).verdict(figures(stream: 1, mallocs: 0.02)).outcome == .met(0.02))
  }

  @Test func anExtraAllocationFallsShort() {
    #expect(Bar.mallocs("push", atMost: 1).verdict(figures(stream: 1, mallocs: 2)).outcome == .short(2))
  }

  @Test func uncountableAllocationsDoNotFallShort() {
    let verdict = Bar.mallocs("push", atMost: 0).verdict(figures(stream: 1, mallocs: nil))
    #expect(verdict.outcome == .uncountable)
    #expect(!verdict.fallsShort)
  }

  @Test(arguments: [(10.0, 14.0, true), (14, 10, true), (10, 15, false), (15, 10, false)])
  func linearCostsMayDifferInEitherDirection(small: Double, large: Double, isMet: Bool) {
    let figures = [
      Figure(workload: "small", subject: .stream, ns: small, mallocs: 0),
      Figure(workload: "large", subject: .stream, ns: large, mallocs: 0),
    ]
    #expect(Bar.linear("small", "large", within: 1.5).verdict(figures).fallsShort == !isMet)
  }
}
