import NetMeasuring

/// What Net and NetStream have to reach. A bar that is not reached stays, and `--check` names it.
enum NetBars {
  static let all: [NetBar] = rates + layer

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
}
