import Foundation
import Testing

@testable import test_bench

@Suite struct TestBenchTests {
  @Test func everyWorkloadGivesTheRightResult() async throws {
    for workload in Workloads.all {
      let figure = try await workload.measure(rounds: 1, smoke: true)
      #expect(figure.perSecond > 0)
    }
  }

  @Test func everyBarNamesAnExistingWorkload() {
    let names = Set(Workloads.all.map(\.name))
    for bar in TestBar.all { #expect(names.contains(bar.name)) }
  }

  @Test func aRateBarIsMetAtItsNumber() {
    let bar = TestBar(name: "a", requirement: .perSecond(100))
    #expect(bar.verdict([TestFigure(name: "a", unit: "test", perSecond: 100, running: 1)]).isMet)
    #expect(!bar.verdict([TestFigure(name: "a", unit: "test", perSecond: 99, running: 1)]).isMet)
    #expect(bar.verdict([]).line == "SHORT  a: at least 100 a second; it was not measured")
  }

  @Test func aRatioBarIsMetUpToItsFactor() {
    let bar = TestBar(name: "a", requirement: .timesOf("b", 1.5))
    let other = TestFigure(name: "b", unit: "test", perSecond: 150, running: 1)
    #expect(bar.verdict([TestFigure(name: "a", unit: "test", perSecond: 100, running: 1), other]).isMet)
    #expect(!bar.verdict([TestFigure(name: "a", unit: "test", perSecond: 99, running: 1), other]).isMet)
    #expect(bar.verdict([other]).line == "SHORT  a: at most 1.50 times b; it was not measured")
  }

  @Test func aBarBetweenTwoFactorsIsMetInsideThem() {
    let bar = TestBar(name: "a", requirement: .timeBetween(0.9, 1.1, of: "b"))
    let other = TestFigure(name: "b", unit: "run", perSecond: 2, running: 1)
    func verdict(_ perSecond: Double) -> TestBar.Verdict {
      bar.verdict([TestFigure(name: "a", unit: "run", perSecond: perSecond, running: 0), other])
    }
    #expect(verdict(2.2).isMet && verdict(1.85).isMet)
    #expect(!verdict(2.3).isMet && !verdict(1.8).isMet)
    #expect(verdict(2.5).line == "SHORT  a: 0.90 to 1.10 times b; it is 0.80")
  }

  @Test func theTableHasARowForEachFigure() {
    #expect(
      TestFigure.table([TestFigure(name: "a", unit: "test", perSecond: 1234, running: 5.678)]) == """
        | workload | per | a second | µs of running |
        |---|---|---:|---:|
        | a | test | 1234 | 5.68 |
        """)
  }

  @Test func optionsAreParsedAndInvalidOnesThrow() throws {
    let options = try TestOptions(["--json", "f", "--check"])
    #expect(options.json == "f" && options.checks && !options.smoke)
    #expect(throws: TestOptions.Refusal.self) { try TestOptions(["--json"]) }
    #expect(throws: TestOptions.Refusal.self) { try TestOptions(["--fast"]) }
    #expect(throws: TestOptions.Refusal.self) { try TestOptions(["--smoke", "--check"]) }
  }
}
