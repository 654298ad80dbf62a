import NetMeasuring
import Testing

@Suite struct TurnTests {
  @Test func subjectsTakeTurnsAndRotateTheFirst() {
    #expect(Interleaving.turns(["a", "b", "c"], rounds: 4).joined() == "abcbcacababc")
    #expect(Interleaving.turns([String](), rounds: 4).isEmpty)
  }

  @Test(arguments: [([], nil), ([3], 3), ([5, 1, 3], 3), ([4, 1, 3, 2], 2.5)] as [([Double], Double?)])
  func theMiddleIsTheMedian(values: [Double], middle: Double?) {
    #expect(values.middle == middle)
  }

  @Test func theMiddleOfTurnsIsTheMedianOfEachFigure() {
    let turns = [Turn(rps: 1, cpu: 9, rss: 5), Turn(rps: 3, cpu: 7, rss: 4), Turn(rps: 2, cpu: 8, rss: 6)]
    #expect(Turn.middle(turns) == Turn(rps: 2, cpu: 8, rss: 5))
    #expect(Turn.middle([]) == nil)
  }

  @Test func aTurnIsMeasuredPerRequest() async throws {
    var calls = 0
    let turn = try await Turn.measuring(count: 10) { calls += 1 }
    #expect(calls == 1)
    #expect(turn.rps > 0)
    #expect(turn.cpu >= 0)
  }
}
