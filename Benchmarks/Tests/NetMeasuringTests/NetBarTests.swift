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
    [
      NetFigure(workload: "layer", subject: .net, value: .layer(us: us, mallocs: mallocs)),
      NetFigure(workload: "r", subject: .transport, value: .requests(rps: 1, cpu: 20, rss: 1)),
    ]
  }

  @Test(arguments: [(95.0, NetBar.Outcome.met(0.95)), (120, .met(1.2)), (90, .short(0.9))])
  func ratesAreComparedWithTheOtherSubject(own: Double, outcome: NetBar.Outcome) {
    let bar = NetBar.rate("r", .net, of: .urlSession, atLeast: 0.95)
    #expect(bar.outcome(figures(own: own)) == outcome)
  }

  @Test func aMissingFigureFallsShort() {
    let outcome = NetBar.rate("r", .netStream, of: .urlSession, atLeast: 0.95).outcome(figures(own: 1))
    #expect(outcome == .unmeasured)
    #expect(outcome.fallsShort)
  }

  @Test func theLayerIsComparedWithTheTransport() {
    let bar = NetBar.layer("layer", .net, ofTransportIn: "r", atMost: 0.5)
    #expect(bar.workloads == ["layer", "r"])
    #expect(bar.outcome(layer(us: 10, mallocs: 0)) == .met(0.5))
    #expect(bar.outcome(layer(us: 12, mallocs: 0)) == .short(0.6))
    #expect(bar.outcome(Array(layer(us: 10, mallocs: 0).prefix(1))) == .unmeasured)
    #expect(NetBar.mallocs("layer", .net, atMost: 60).outcome(layer(us: 1, mallocs: 60)) == .met(60))
    #expect(NetBar.mallocs("layer", .net, atMost: 60).outcome(layer(us: 1, mallocs: 61)) == .short(61))
  }

  @Test(arguments: [(30.0, NetBar.Outcome.met(0.75)), (32, .short(0.8))])
  func cpuTimesAreComparedWithTheOtherSubject(own: Double, outcome: NetBar.Outcome) {
    let figures = [
      NetFigure(workload: "r", subject: .net, value: .requests(rps: 1, cpu: own, rss: 1)),
      NetFigure(workload: "r", subject: .asyncHTTPClient, value: .requests(rps: 1, cpu: 40, rss: 1)),
    ]
    let bar = NetBar.cpu("r", .net, of: .asyncHTTPClient, atMost: 0.75)
    #expect(bar.outcome(figures) == outcome)
    #expect(bar.outcome(Array(figures.prefix(1))) == .unmeasured)
  }

  @Test(arguments: [(2_000, NetBar.Outcome.met(1)), (1_000, .short(0.5))])
  func aCrowdRequestWithoutAResponseFallsShort(answered: Int, outcome: NetBar.Outcome) {
    let figures = [
      NetFigure(workload: "crowd", subject: .net, value: .crowd(answered: answered, of: 2_000, rps: 1))
    ]
    #expect(NetBar.allAnswered("crowd", .net).outcome(figures) == outcome)
    #expect(NetBar.allAnswered("crowd", .net).outcome([]) == .unmeasured)
  }

  @Test(arguments: [(1.5, NetBar.Outcome.met(1.5)), (3, .short(3))])
  func theBusyLatencyIsComparedWithTheQuietOne(busy: Double, outcome: NetBar.Outcome) {
    let figures = [NetFigure(workload: "d", subject: .net, value: .latency(quiet: 1, busy: busy))]
    #expect(NetBar.latency("d", .net, atMost: 2).outcome(figures) == outcome)
    #expect(NetBar.latency("d", .net, atMost: 2).outcome([]) == .unmeasured)
  }

  @Test func throughputHasAMinimum() {
    let figures = [NetFigure(workload: "lines", subject: .net, value: .reading(mibps: 200, mallocs: 1))]
    #expect(NetBar.throughput("lines", .net, atLeast: 200).outcome(figures) == .met(200))
    #expect(NetBar.throughput("lines", .net, atLeast: 201).outcome(figures) == .short(200))
    #expect(NetBar.throughput("events", .net, atLeast: 1).outcome(figures) == .unmeasured)
    #expect(NetBar.mallocs("lines", .net, atMost: 0.5).outcome(figures) == .short(1))
  }

  @Test func uncountableAllocationsDoNotFallShort() {
    let outcome = NetBar.mallocs("layer", .net, atMost: 60).outcome(layer(us: 1, mallocs: nil))
    #expect(outcome == .uncountable)
    #expect(!outcome.fallsShort)
  }

  @Test func aLineShowsTheBarAndTheValue() {
    #expect(
      NetBar.rate("r", .net, of: .urlSession, atLeast: 0.95).line(figures(own: 90))
        == "SHORT  r: Net at least 0.95 times the requests per second of URLSession; it is 0.9")
  }

  @Test func theExtraCostIsTheDifference() {
    let figures = [
      NetFigure(workload: "layer", subject: .net, value: .layer(us: 5, mallocs: 31)),
      NetFigure(workload: "layer-traced", subject: .net, value: .layer(us: 7, mallocs: 40)),
    ]
    let extra = NetBar.extra("layer-traced", .net, over: "layer", us: 3)
    #expect(extra.workloads == ["layer-traced", "layer"])
    #expect(extra.outcome(figures) == .met(2))
    #expect(NetBar.extra("layer-traced", .net, over: "layer", us: 1).outcome(figures) == .short(2))
    #expect(NetBar.extra("layer-traced", .net, over: "layer", us: 3).outcome([]) == .unmeasured)
    #expect(NetBar.extraMallocs("layer-traced", .net, over: "layer", atMost: 8).outcome(figures) == .short(9))
  }

  @Test(arguments: [(3.0, NetBar.Outcome.met(1.5)), (4, .short(2))])
  func timesAreComparedWithTheOtherWorkload(own: Double, outcome: NetBar.Outcome) {
    let figures = [
      NetFigure(workload: "many", subject: .memoryStore, value: .layer(us: own, mallocs: 0)),
      NetFigure(workload: "few", subject: .memoryStore, value: .layer(us: 2, mallocs: 0)),
    ]
    let bar = NetBar.time("many", .memoryStore, over: "few", atMost: 1.5)
    #expect(bar.workloads == ["many", "few"])
    #expect(bar.outcome(figures) == outcome)
    #expect(bar.outcome(Array(figures.prefix(1))) == .unmeasured)
  }

  @Test(arguments: [(6.0, NetBar.Outcome.met(0.75)), (12, .short(1.5))])
  func growthIsComparedWithTheOtherSubject(own: Double, outcome: NetBar.Outcome) {
    let figures = [
      NetFigure(workload: "many", subject: .memoryStore, value: .layer(us: own, mallocs: 0)),
      NetFigure(workload: "few", subject: .memoryStore, value: .layer(us: 1, mallocs: 0)),
      NetFigure(workload: "many", subject: .dictionary, value: .layer(us: 4, mallocs: 0)),
      NetFigure(workload: "few", subject: .dictionary, value: .layer(us: 0.5, mallocs: 0)),
    ]
    let bar = NetBar.growth("many", .memoryStore, over: "few", of: .dictionary, atMost: 1)
    #expect(bar.workloads == ["many", "few"])
    #expect(bar.outcome(figures) == outcome)
    #expect(bar.outcome(Array(figures.prefix(3))) == .unmeasured)
  }

  @Test(arguments: [(400.0, NetBar.Outcome.met(0.4)), (300, .short(0.3))])
  func speedsAreComparedWithTheOtherSubject(own: Double, outcome: NetBar.Outcome) {
    let figures = [
      NetFigure(workload: "mask", subject: .net, value: .reading(mibps: own, mallocs: 0)),
      NetFigure(workload: "mask", subject: .memcpy, value: .reading(mibps: 1_000, mallocs: 0)),
    ]
    let bar = NetBar.speed("mask", .net, of: .memcpy, atLeast: 1.0 / 3)
    #expect(bar.outcome(figures) == outcome)
    #expect(bar.outcome(Array(figures.prefix(1))) == .unmeasured)
    #expect(bar.line(figures).contains("at least 0.33 times the MiB/s of memcpy"))
  }

  @Test func idleConnectionsHaveAMaximumOfMemoryAndWakeUps() {
    let figures = [NetFigure(workload: "idle", subject: .net, value: .idle(kb: 20, wakeUps: 1))]
    #expect(NetBar.idleMemory("idle", .net, kb: 20).outcome(figures) == .met(20))
    #expect(NetBar.idleMemory("idle", .net, kb: 19).outcome(figures) == .short(20))
    #expect(NetBar.idleMemory("idle", .net, kb: 20).outcome([]) == .unmeasured)
    #expect(NetBar.wakeUps("idle", .net, atMost: 1).outcome(figures) == .met(1))
    #expect(NetBar.wakeUps("idle", .net, atMost: 0).outcome(figures) == .short(1))
    #expect(NetBar.wakeUps("idle", .net, atMost: 0).outcome([]) == .unmeasured)
  }
}
