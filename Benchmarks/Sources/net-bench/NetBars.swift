import NetMeasuring

/// What Net and NetStream have to reach. A bar that is not reached stays, and `--check` names it.
enum NetBars {
  static let all: [NetBar] = rates + layer + reading

  private static let rates: [NetBar] = RequestWorkload.all.flatMap { workload in
    [NetSubject.netStream, .net].map {
      NetBar.rate(workload.name, $0, of: .urlSession, atLeast: 0.95)
    }
  }

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
