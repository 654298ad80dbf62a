import NetMeasuring

/// What Net and NetStream have to reach. A bar that is not reached stays, and `--check` names it.
enum NetBars {
  static let all: [NetBar] = rates + overURLSession + costs + layer + reading

  private static let rates: [NetBar] = ["requests-16", "requests-128"].flatMap { workload in
    #if os(Linux)
      let own = [NetBar.rate(workload, .netStream, of: .urlSession, atLeast: 6)]
    #else
      let own: [NetBar] = []
    #endif
    #if Peers && os(Linux)
      return own + [NetBar.rate(workload, .netStream, of: .asyncHTTPClient, atLeast: 1)]
    #else
      return own
    #endif
  }

  private static let overURLSession: [NetBar] = ["requests-1", "requests-16", "requests-128"].map {
    NetBar.rate($0, .netStreamOverURLSession, of: .urlSession, atLeast: 0.95)
  }

  #if os(Linux)
    private static let costs: [NetBar] =
      [
        .cpu("requests-16", .netStream, atMost: 40), .cpu("requests-16-held-1000", .netStream, atMost: 60),
      ]
      + [NetSubject.netStream, .transport].flatMap {
        [
          NetBar.rate(LongBodyWorkload.download.name, $0, of: .urlSession, atLeast: 2),
          .memory(LongBodyWorkload.download.name, $0, atMost: 16),
        ]
      }
  #else
    private static let costs: [NetBar] = []
  #endif

  private static let layer: [NetBar] = [NetSubject.netStream, .net].flatMap {
    [
      NetBar.microseconds(Layer.name, $0, atMost: 15),
      NetBar.mallocs(Layer.name, $0, atMost: 60),
    ]
  }

  private static let reading: [NetBar] = [
    .throughput(Reading.lines.name, .net, atLeast: 200), .throughput(Reading.events.name, .net, atLeast: 200),
    // A line that nobody takes costs none but where it is cut. Of an event, its data is text of its own.
    .mallocs(Reading.lines.name, .net, atMost: 0.1), .mallocs(Reading.events.name, .net, atMost: 1.1),
  ]
}
