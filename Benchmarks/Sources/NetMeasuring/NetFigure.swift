/// The figures of one subject in one workload: requests to a server, the layer alone, or parsing a
/// stream.
///
/// In JSON it has only the keys of its kind.
package struct NetFigure: Equatable, Sendable {
  package var workload: String
  package var subject: NetSubject
  package var value: Value

  package enum Value: Equatable, Sendable {
    /// Requests per second, microseconds of CPU time per request, and the peak memory of the process in MB.
    case requests(rps: Double, cpu: Double, rss: Double)
    /// Microseconds and allocations per request; nil if allocations cannot be counted.
    case layer(us: Double, mallocs: Double?)
    /// Mebibytes per second, and allocations per line or event; nil if allocations cannot be counted.
    case reading(mibps: Double, mallocs: Double?)
    /// How many of the concurrent requests received the correct response, and how many per second.
    case crowd(answered: Int, of: Int, rps: Double)
    /// The 99th percentile of the request times in milliseconds, without and with other work.
    case latency(quiet: Double, busy: Double)
    /// The memory of an idle connection in KB, and how often a thread of the process wakes in a second.
    case idle(kb: Double, wakeUps: Double)
  }

  package init(workload: String, subject: NetSubject, value: Value) {
    self.workload = workload
    self.subject = subject
    self.value = value
  }

  package var cpu: Double? { if case .requests(_, let cpu, _) = value { cpu } else { nil } }
  package var rss: Double? { if case .requests(_, _, let rss) = value { rss } else { nil } }
  package var rps: Double? { if case .requests(let rps, _, _) = value { rps } else { nil } }
  package var us: Double? { if case .layer(let us, _) = value { us } else { nil } }
  package var mibps: Double? { if case .reading(let mibps, _) = value { mibps } else { nil } }
}

/// A client that sends requests.
package enum NetSubject: String, CaseIterable, Codable, Sendable {
  case netStream = "NetStream"
  case net = "Net"
  /// NetStream over a `URLSessionTransport`, which is its default on Apple's platforms.
  case netStreamOverURLSession = "NetStream/URLSession"
  /// The default transport alone.
  case transport = "Transport"
  /// A `URLSession` with a delegate and nothing else.
  case urlSession = "URLSession"
  /// `URLSession.data(for:)`.
  case urlSessionAsync = "URLSession.data(for:)"
  case asyncHTTPClient = "AsyncHTTPClient"
  /// The default transport, which trusts the system's authorities and one more.
  case trustingSystem = "Transport, system's CAs"
  /// The default transport, which trusts the same authorities from one file.
  case trustingFile = "Transport, CAs by file"
  /// Net with a cache in memory that has the response.
  case memoryHit = "Net, hit in memory"
  /// Net with a cache on disk that has the response.
  case diskHit = "Net, hit on disk"
  /// Net without a cache, with another URL for each request.
  case uncached = "Net, no cache"
  /// The same, with a caller that copies each body into a dictionary by URL.
  case copied = "Net, copied"
  /// Net with a cache in memory that stores the response to each request.
  case miss = "Net, miss"
  /// Net with a cache in memory that must not store the responses.
  case unstored = "Net, miss not stored"
  /// NetStream with a cache in memory.
  case netStreamCached = "NetStream, cache"
  /// A `URLSession` with a delegate and a `URLCache` in memory.
  case urlCache = "URLSession, URLCache"
  /// The store of a cache in memory.
  case memoryStore = "Store in memory"
  /// The store of a cache on disk.
  case diskStore = "Store on disk"
  /// A `Dictionary` with the same keys, and an object for each.
  case dictionary = "Dictionary"
  /// The files of a store on disk, opened and read.
  case files = "Files"
  /// Net with a `TraceRecorder`.
  case traced = "Net, recorded"
  /// Net with a `TraceRecorder` that an `Inspector` shows to a page in another process.
  case inspected = "Net, inspected"
  /// AsyncHTTPClient with decompression.
  case asyncHTTPClientDecoding = "AsyncHTTPClient, decoding"
  /// NIOWebSocket, with a channel handler.
  case nioWebSocket = "NIOWebSocket"
  /// Copying the same bytes.
  case memcpy

  /// The clients that are compared with each other.
  ///
  /// The others differ from ``transport`` only in the authorities that they trust.
  package static let clients: [NetSubject] = [
    .netStream, .net, .netStreamOverURLSession, .transport, .urlSession, .urlSessionAsync, .asyncHTTPClient,
  ]
}

extension NetFigure: Encodable {
  private enum Key: String, CodingKey {
    case workload, subject, rps, us, mallocs, answered
    case kb = "kb_each"
    case wakeUps = "wake_ups_per_s"
    case quiet = "p99_quiet_ms"
    case busy = "p99_busy_ms"
    case sent = "of"
    case cpu = "cpu_us"
    case mibps = "mib_per_s"
    case rss = "rss_mb"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(workload, forKey: .workload)
    try container.encode(subject, forKey: .subject)
    switch value {
    case .requests(let rps, let cpu, let rss):
      try container.encode(rps.rounded1, forKey: .rps)
      try container.encode(cpu.rounded1, forKey: .cpu)
      try container.encode(rss.rounded1, forKey: .rss)
    case .layer(let us, let mallocs):
      try container.encode(us.rounded1, forKey: .us)
      // A missing number is encoded as `null` instead of being omitted.
      try container.encode(mallocs?.rounded1, forKey: .mallocs)
    case .reading(let mibps, let mallocs):
      try container.encode(mibps.rounded1, forKey: .mibps)
      try container.encode(mallocs?.rounded1, forKey: .mallocs)
    case .crowd(let answered, let sent, let rps):
      try container.encode(answered, forKey: .answered)
      try container.encode(sent, forKey: .sent)
      try container.encode(rps.rounded1, forKey: .rps)
    case .latency(let quiet, let busy):
      try container.encode(quiet.rounded1, forKey: .quiet)
      try container.encode(busy.rounded1, forKey: .busy)
    case .idle(let kb, let wakeUps):
      try container.encode(kb.rounded1, forKey: .kb)
      try container.encode(wakeUps.rounded1, forKey: .wakeUps)
    }
  }
}

extension [NetFigure] {
  package subscript(workload: String, subject: NetSubject) -> NetFigure? {
    first { $0.workload == workload && $0.subject == subject }
  }
}

extension Double {
  /// The value rounded to one decimal, which is more than a benchmark can measure.
  package var rounded1: Double { (self * 10).rounded() / 10 }
}
