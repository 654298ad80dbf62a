import NetMeasuring

/// The requirements of Net and NetStream.
///
/// A bar that is not reached stays, and `--check` reports it.
enum NetBars {
  static let all: [NetBar] =
    rates + besidePeer + overURLSession + transport + layer + reading + caching + inspecting + frames
    + sockets

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
      + [NetBar.rate("gzip-16", .netStream, of: .asyncHTTPClientDecoding, atLeast: 1)]
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
        NetBar.layer(Layer.data.name, $0, ofTransportIn: "requests-16", atMost: 0.5),
        NetBar.mallocs(Layer.data.name, $0, atMost: 60),
        NetBar.extra(Layer.traced.name, $0, over: Layer.data.name, us: 3),
        NetBar.extraMallocs(Layer.traced.name, $0, over: Layer.data.name, atMost: 8),
        NetBar.extraMallocs(Layer.object.name, $0, over: Layer.data.name, atMost: 24),
      ]
    }

  private static let reading: [NetBar] = [
    .throughput(Reading.lines.name, .net, atLeast: 200), .throughput(Reading.events.name, .net, atLeast: 200),
    // A line is allocated only if a chunk boundary splits it. The data of an event is always a separate string.
    .mallocs(Reading.lines.name, .net, atMost: 0.1), .mallocs(Reading.events.name, .net, atMost: 1.1),
  ]

  private static let caching: [NetBar] =
    [
      .rate("cache-16", .memoryHit, of: .net, atLeast: 2),
      .cpu("cache-16", .memoryHit, of: .net, atMost: 0.5),
      .cpu("cache-16", .diskHit, of: .net, atMost: 1),
      .cpu("cache-miss-1", .miss, of: .uncached, atMost: 1.1),
      .cpu("cache-miss-16", .miss, of: .uncached, atMost: 1.1),
      .cpu("cache-no-store-1", .unstored, of: .uncached, atMost: 1.1),
      .cpu("cache-no-store-16", .unstored, of: .uncached, atMost: 1.1),
      .memory(LongBodyWorkload.unkept.name, .netStreamCached, atMost: 16),
      .time(Refreshes.unchanged.name, .netStreamCached, over: Refreshes.changed.name, atMost: 0.5),
    ]
    + [NetSubject.memoryStore, .diskStore].map {
      .time(CacheLookup.hot.name, $0, over: CacheLookup.few.name, atMost: 1.5)
    }
    + [
      // No table is faster than the memory that has its keys and entries, so it is compared with a plain one.
      .growth(
        CacheLookup.many.name, .memoryStore, over: CacheLookup.few.name, of: .dictionary, atMost: 1),
      .time(CacheLookup.many.name, .diskStore, over: CacheLookup.few.name, atMost: 1.5),
    ]
    + StoredRequests.subjects.map {
      .time(StoredRequests.many.name, $0, over: StoredRequests.few.name, atMost: 1.5)
    }

  private static let inspecting: [NetBar] = ["inspected-1", "inspected-16"].map {
    .rate($0, .inspected, of: .traced, atLeast: 0.9)
  }

  private static let frames: [NetBar] = [
    .speed(FrameSpeed.mask.name, .net, of: .memcpy, atLeast: 1.0 / 3),
    .speed(FrameSpeed.check.name, .net, of: .memcpy, atLeast: 0.2),
  ]

  #if Peers && os(Linux)
    private static let sockets: [NetBar] =
      [SocketWorkload.roundTrip, .roundTrips].map { .rate($0.name, .net, of: .nioWebSocket, atLeast: 1) }
      + [SocketWorkload.echo, .send].map { .rate($0.name, .net, of: .nioWebSocket, atLeast: 1.5) }
      + [.rate(SocketWorkload.receive.name, .net, of: .nioWebSocket, atLeast: 1)]
      + [
        .mallocs(SocketWorkload.texts.name, .net, atMost: 3),
        .idleMemory(SocketWorkload.idle.name, .net, kb: 20),
        .idleMemory(SocketWorkload.idleSecure.name, .net, kb: 70),
      ]
      + [SocketWorkload.idle, .idleSecure].map { .wakeUps($0.name, .net, atMost: 1) }
  #else
    private static let sockets: [NetBar] = []
  #endif
}
