/// What NetTesting has to reach on two cores. A bar that is not reached stays, and `--check` names it.
struct TestBar: Equatable, Sendable {
  var name: String
  var perSecond: Double

  static let all = [
    TestBar(name: "typed-mock-request", perSecond: 100_000),
    TestBar(name: "loopback-request", perSecond: 3_000),
  ]

  /// The bar beside what was measured.
  struct Verdict: Equatable, Sendable {
    var isMet: Bool
    var line: String
  }

  func verdict(_ figures: [TestFigure]) -> Verdict {
    let bar = "\(name): at least \(TestFigure.number(perSecond)) a second"
    guard let figure = figures.first(where: { $0.name == name }) else {
      return Verdict(isMet: false, line: "SHORT  \(bar); it was not measured")
    }
    let isMet = figure.perSecond >= perSecond
    return Verdict(
      isMet: isMet,
      line: "\(isMet ? "met   " : "SHORT ") \(bar); it is \(TestFigure.number(figure.perSecond))")
  }
}
