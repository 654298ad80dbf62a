import TestSupport
import Testing

@testable import Net

@Suite struct JobCrewPairTests {
  /// Runs jobs, of which the last calls the closure, and returns the crews on which they ran.
  private func crews(
    _ pair: JobCrewPair, _ start: (@escaping @Sendable () -> Void, @escaping @Sendable () -> Void) -> Void
  ) async -> Locked<[ObjectIdentifier]> {
    let used = Locked<[ObjectIdentifier]>([])
    let note: @Sendable () -> Void = {
      if let crew = CrewThread.current { used.update { $0.append(ObjectIdentifier(crew)) } }
    }
    await withCheckedContinuation { continuation in start(note) { continuation.resume() } }
    return used
  }

  /// Each job adds the next one, which finds no other job waiting.
  @Test(arguments: [1, 2]) func aChainStaysOnItsCrew(processors: Int) async {
    let pair = JobCrewPair("test", processors: processors)
    let used = await crews(pair) { note, end in
      @Sendable func run(_ left: Int) {
        note()
        guard left > 0 else { return end() }
        pair.add { run(left - 1) }
      }
      pair.add { run(100) }
    }
    expectEqual(used.value.count, 101)
    expectEqual(Set(used.value).count, 1)
    pair.finish()
  }

  @Test(arguments: [(1, 1), (2, 2), (64, 2)]) func aBurstUsesNoMoreThanTwoCrews(
    processors: Int, crewCount: Int
  ) async {
    let pair = JobCrewPair("test", processors: processors)
    let count = 1_000
    let left = Locked(count)
    let used = await crews(pair) { note, end in
      pair.add {
        for _ in 0..<count {
          pair.add {
            note()
            var isLast = false
            left.update { left in
              left -= 1
              isLast = left == 0
            }
            if isLast { end() }
          }
        }
      }
    }
    expectEqual(used.value.count, count)
    expectEqual(Set(used.value).count, crewCount)
    pair.finish()
  }

  @Test func aJobAddedAfterFinishRuns() async {
    let pair = JobCrewPair("test", processors: 2)
    pair.finish()
    await withCheckedContinuation { continuation in pair.add { continuation.resume() } }
  }
}
