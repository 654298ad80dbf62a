/// A requirement of NetTesting on two cores.
///
/// A bar that is not met stays, and `--check` reports it.
struct TestBar: Equatable, Sendable {
  /// The required result.
  enum Requirement: Equatable, Sendable {
    /// At least this many per second.
    case perSecond(Double)
    /// At most this many times the time of another workload, in the same run.
    case timesOf(String, Double)
    /// From the first to the second number of times the time of another workload, in the same run.
    case timeBetween(Double, Double, of: String)
  }

  var name: String
  var requirement: Requirement

  static let all =
    [
      TestBar(name: "typed-mock-request", requirement: .timesOf("mock-transport-request", 1.5)),
      TestBar(name: "sweep-1000", requirement: .perSecond(1_000)),
      TestBar(name: "sweep-story", requirement: .perSecond(1)),
      TestBar(name: "loopback-request", requirement: .perSecond(3_000)),
    ] + NetworkModels.bars

  /// A bar and the result of comparing it with the figures.
  struct Verdict: Equatable, Sendable {
    var isMet: Bool
    var line: String
  }

  func verdict(_ figures: [TestFigure]) -> Verdict {
    guard let measured = measured(figures) else {
      return Verdict(isMet: false, line: "SHORT  \(text); it was not measured")
    }
    let isMet =
      switch requirement {
      case .perSecond(let least): measured >= least
      case .timesOf(_, let most): measured <= most
      case .timeBetween(let least, let most, _): (least...most).contains(measured)
      }
    return Verdict(
      isMet: isMet, line: "\(isMet ? "met   " : "SHORT ") \(text); it is \(TestFigure.number(measured))")
  }

  private var text: String {
    switch requirement {
    case .perSecond(let least): "\(name): at least \(TestFigure.number(least)) a second"
    case .timesOf(let other, let most): "\(name): at most \(TestFigure.number(most)) times \(other)"
    case .timeBetween(let least, let most, let other):
      "\(name): \(TestFigure.number(least)) to \(TestFigure.number(most)) times \(other)"
    }
  }

  private func measured(_ figures: [TestFigure]) -> Double? {
    guard let own = figures.first(where: { $0.name == name })?.perSecond else { return nil }
    switch requirement {
    case .perSecond: return own
    case .timesOf(let other, _), .timeBetween(_, _, let other):
      return figures.first { $0.name == other }.map { $0.perSecond / max(own, 1e-9) }
    }
  }
}
