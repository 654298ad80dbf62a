import NetMeasuring

/// The requirements of Net and NetStream.
///
/// A bar that is not reached stays, and `--check` reports it.
enum NetBars {
  static let all: [NetBar] =
    rates + besidePeer + overURLSession + transport + layer + reading

  #if os(Linux)
    private static let rates = ["requests-16", "requests-128"].map {
      NetBar.rate($0, .netStream, of: .urlSession, atLeast: 6)
    }
  #else
    private static let rates: [NetBar] = []
  #endif

  #if Peers && os(Linux)
    /// CPU times depend on the machine, so they are only compared within one run.
    private static let besidePeer: [NetBar] =
      ["requests-16", "requests-128"].map { NetBar.rate($0, .netStream, of: .asyncHTTPClient, atLeast: 1.3) }
      + [NetBar.rate("requests-1", .netStream, of: .asyncHTTPClient, atLeast: 1.2)]
      + ["https-16", "h2-16", "connect-16", "connect-tls-16", LongBodyWorkload.upload.name].map {
        NetBar.rate($0, .netStream, of: .asyncHTTPClient, atLeast: 1)
      }
      + [
        .cpu("requests-16", .netStream, of: .asyncHTTPClient, atMost: 0.75),
        .cpu("requests-16-held-1000", .netStream, of: .asyncHTTPClient, atMost: 0.9),
      ]
  #else
    private static let besidePeer: [NetBar] = []
  #endif

  private static let overURLSession: [NetBar] = ["requests-1", "requests-16", "requests-128"].map {
    NetBar.rate($0, .netStreamOverURLSession, of: .urlSession, atLeast: 0.95)
  }

  #if os(Linux)
    private static let transport: [NetBar] =
      [NetSubject.netStream, .transport].flatMap {
        [
          NetBar.rate(LongBodyWorkload.download.name, $0, of: .urlSession, atLeast: 2),
          .memory(LongBodyWorkload.download.name, $0, atMost: 16),
        ]
      } + [
        .cpu("connect-tls-system", .trustingSystem, of: .trustingFile, atMost: 1.5),
        .allAnswered(Crowd.name, .netStream),
        .latency(Decoding.name, .net, atMost: 2),
      ]
  #else
    private static let transport: [NetBar] = []
  #endif

  private static let layer: [NetBar] =
    [NetSubject.netStream, .net].flatMap {
      [
        NetBar.layer(Layer.name, $0, ofTransportIn: "requests-16", atMost: 0.5),
        NetBar.mallocs(Layer.name, $0, atMost: 60),
      ]
    } + traced

  private static let traced: [NetBar] = [NetSubject.netStream, .net].flatMap {
    [
      NetBar.extra(Layer.tracedName, $0, over: Layer.name, us: 3),
      NetBar.extraMallocs(Layer.tracedName, $0, over: Layer.name, atMost: 8),
    ]
  }

  private static let reading: [NetBar] = [
    .throughput(Reading.lines.name, .net, atLeast: 200), .throughput(Reading.events.name, .net, atLeast: 200),
    // A line is allocated only if a chunk boundary splits it. The data of an event is always a separate string.
    .mallocs(Reading.lines.name, .net, atMost: 0.1), .mallocs(Reading.events.name, .net, atMost: 1.1),
  ]
}
