import NetMeasuring
import Testing

@Suite struct NetBarTests {
  private func figures(own: Double, other: Double = 100) -> [NetFigure] {
    [
      NetFigure(workload: "r", subject: .net, value: .requests(rps: own, cpu: 1, rss: 1)),
      NetFigure(workload: "r", subject: .urlSession, value: .requests(rps: other, cpu: 1, rss: 1)),
    ]
  }

  private func layer(us: Double, mallocs: Double?) -> [NetFigure] {
    [NetFigure(workload: "layer", subject: .net, value: .layer(us: us, mallocs: mallocs))]
  }

  @Test(arguments: [(95.0, NetBar.Outcome.met(0.95)), (120, .met(1.2)), (90, .short(0.9))])
  func aRateIsComparedWithThatOfTheOther(own: Double, outcome: NetBar.Outcome) {
    let bar = NetBar.rate("r", .net, of: .urlSession, atLeast: 0.95)
    #expect(bar.outcome(figures(own: own)) == outcome)
  }

  @Test func whatIsMissingFallsShort() {
    let outcome = NetBar.rate("r", .netStream, of: .urlSession, atLeast: 0.95).outcome(figures(own: 1))
    #expect(outcome == .unmeasured)
    #expect(outcome.fallsShort)
  }

  @Test func theLayerMayCostSoMuchAndNoMore() {
    #expect(NetBar.microseconds("layer", .net, atMost: 15).outcome(layer(us: 15, mallocs: 0)) == .met(15))
    #expect(NetBar.microseconds("layer", .net, atMost: 15).outcome(layer(us: 16, mallocs: 0)) == .short(16))
    #expect(NetBar.mallocs("layer", .net, atMost: 60).outcome(layer(us: 1, mallocs: 60)) == .met(60))
    #expect(NetBar.mallocs("layer", .net, atMost: 60).outcome(layer(us: 1, mallocs: 61)) == .short(61))
  }

  @Test func aStreamIsReadSoFastAtLeast() {
    let figures = [NetFigure(workload: "lines", subject: .net, value: .reading(mibps: 200, mallocs: 1))]
    #expect(NetBar.throughput("lines", .net, atLeast: 200).outcome(figures) == .met(200))
    #expect(NetBar.throughput("lines", .net, atLeast: 201).outcome(figures) == .short(200))
    #expect(NetBar.throughput("events", .net, atLeast: 1).outcome(figures) == .unmeasured)
    #expect(NetBar.mallocs("lines", .net, atMost: 0.5).outcome(figures) == .short(1))
  }

  @Test func whatCannotBeCountedDoesNotFallShort() {
    let outcome = NetBar.mallocs("layer", .net, atMost: 60).outcome(layer(us: 1, mallocs: nil))
    #expect(outcome == .uncountable)
    #expect(!outcome.fallsShort)
  }

  @Test func aLineNamesTheBarAndTheValue() {
    #expect(
      NetBar.rate("r", .net, of: .urlSession, atLeast: 0.95).line(figures(own: 90))
        == "SHORT  r: Net at least 0.95 times the requests per second of URLSession; it is 0.9")
  }
}
