import Measuring
import Synchronization
import Testing

@Suite struct RunnerTests {
  @Test func subjectsTakeTurns() async throws {
    let turns = Turns()
    let workload = Workload("turns", per: "turn", count: 4)
      .stream { round in turns.take("s", &round) }
      .floor { round in turns.take("f", &round) }
    let figures = try await Runner(effort: .rounds(3), counter: nil).run(workload)
    #expect(turns.taken == "ssff" + "sf" + "fs" + "sf")
    #expect(figures.map(\.subject) == [.stream, .floor])
    #expect(figures.allSatisfy { $0.mallocs == nil })
  }

  @Test func aSmokeRunRunsEachSubjectOnce() async throws {
    let counts = Mutex<[Int]>([])
    let workload = Workload("turns", per: "turn", count: 4000, smokeCount: 7)
      .stream { round in
        counts.withLock { $0.append(round.count) }
        round.start()
        round.stop()
      }
    _ = try await Runner(effort: .smoke, counter: nil).run(workload)
    #expect(counts.withLock { $0 } == [7])
  }

  @Test func aWrongResultThrows() async {
    let workload = Workload("sum", per: "turn", count: 4)
      .openCombine { round in
        round.start()
        round.stop()
        try round.expect(1, 2)
      }
    let failure = await #expect(throws: Runner.Failure.self) {
      try await Runner(effort: .smoke, counter: nil).run(workload)
    }
    #expect(failure?.description == "sum, OpenCombine: 1 instead of 2")
  }

  @Test func aBodyThatMeasuresNothingThrows() async {
    let workload = Workload("idle", per: "turn", count: 4).stream { _ in }
    await #expect(throws: Runner.Failure.self) {
      try await Runner(effort: .smoke, counter: nil).run(workload)
    }
  }

  @Test(arguments: [([], nil), ([3], 3), ([5, 1, 3], 3), ([4, 1, 3, 2], 2.5)] as [([Double], Double?)])
  func theMedianIsTheMiddleValue(values: [Double], median: Double?) {
    #expect(values.median == median)
  }
}

private final class Turns: Sendable {
  private let text = Mutex("")

  var taken: String { text.withLock { $0 } }

  func take(_ name: String, _ round: inout Round) {
    text.withLock { $0 += name }
    round.start()
    round.stop()
  }
}
