import Stream
import TestSupport
import Testing

/// Law 18, a million times: disposing from any thread at any time, against elements, ends and subscriptions.
///
/// No crash, no deadlock, at most one end, every resource disposed of once, and nothing left in memory.
@Suite struct Law18_MillionRaces {
  #if THREAD_SANITIZER
    // Thread Sanitizer makes each race many times slower, and finds errors even if the race does not occur.
    private static let total = 40_000
  #else
    private static let total = 1_000_000
  #endif

  /// The kinds of races, each with its share of the total.
  private static func heats(_ population: Population) -> [(races: Int, make: (Int) -> Race)] {
    let operators = OperatorCase.all + OperatorCase.more
    let moments = OperatorRace.Moment.allCases
    let kinds = DisposalRace.Kind.allCases
    return [
      (
        total * 2 / 10,
        { number in
          let moment = moments[number / operators.count % moments.count]
          return OperatorRace(operators[number % operators.count], moment, population)
        }
      ),
      (
        total / 10,
        { SubjectRace(PublishSubject(), ends: $0 % 2 == 0, population, hasObservers: { $0.hasObservers }) }
      ),
      (
        total / 20,
        {
          SubjectRace(
            BehaviorSubject(value: 0), ends: $0 % 2 == 0, population, hasObservers: { $0.hasObservers })
        }
      ),
      (
        total / 20,
        {
          SubjectRace(
            ReplaySubject(bufferSize: 1), ends: $0 % 2 == 0, population, hasObservers: { $0.hasObservers })
        }
      ),
      (total / 10, { _ in SingleRace(population) }),
      (total * 5 / 10, { DisposalRace(kinds[$0 % kinds.count], population) }),
    ]
  }

  @Test(.heavy) func aMillionRacesLeaveNoFault() {
    let (count, faults) = Self.runAll()
    expectEqual(faults, [])
    expectEqual(count, Self.total)
  }

  /// Runs all races; returns how many have run, and their faults.
  private static func runAll() -> (Int, [String]) {
    let population = Population()
    let track = RaceTrack()
    defer { track.close() }
    var count = 0
    var faults: [String] = []
    for heat in heats(population) {
      var number = 0
      while number < heat.races, faults.count < 10 {
        let races = (number..<min(number + 500, heat.races)).map { heat.make($0) }
        guard track.run(races) else { return (count, faults + ["a thread did not finish"]) }
        faults += races.compactMap { $0.verdict() }
        number += races.count
      }
      count += number
      if population.count != 0 { faults.append("\(population.count) closures are still in memory") }
    }
    return (count, faults)
  }
}
