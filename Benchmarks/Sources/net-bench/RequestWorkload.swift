import Foundation
import NetMeasuring

/// A number of requests to a server, and how many of them are in flight.
struct RequestWorkload {
  let name: String
  let inFlight: Int
  let count: Int
  /// The number of other requests that wait for a response at the same time.
  var held = 0
  var kind = ServerKind.http
  /// The path of the requests at the server of this program, or nil for the server that others use too.
  var path: String?
  /// The subjects that support the workload, including those that are not built in.
  var subjects = NetSubject.clients

  /// The subjects that can trust an authority from a file.
  ///
  /// On Linux `URLSession` trusts only the system's; on Apple's platforms it needs a delegate.
  private static let trusting: [NetSubject] = [.netStream, .transport, .asyncHTTPClient]

  static let all = [
    RequestWorkload(name: "requests-1", inFlight: 1, count: 2_000),
    RequestWorkload(name: "requests-16", inFlight: 16, count: 20_000),
    RequestWorkload(name: "requests-128", inFlight: 128, count: 20_000),
    // `URLSession` cannot hold a thousand requests besides others, because they use up its connections.
    RequestWorkload(
      name: "requests-16-held-1000", inFlight: 16, count: 20_000, held: 1000,
      subjects: [.netStream, .net, .transport, .asyncHTTPClient]),
    RequestWorkload(name: "https-16", inFlight: 16, count: 20_000, kind: .https, subjects: trusting),
    RequestWorkload(name: "h2-16", inFlight: 16, count: 20_000, kind: .http2, subjects: trusting),
    RequestWorkload(
      name: "connect-16", inFlight: 16, count: 8_000, kind: .httpClosing,
      subjects: [.netStream, .transport, .urlSession, .asyncHTTPClient]),
    RequestWorkload(
      name: "connect-tls-16", inFlight: 16, count: 3_000, kind: .httpsClosing, subjects: trusting),
    RequestWorkload(
      name: "connect-tls-full-16", inFlight: 16, count: 3_000, kind: .httpsClosingInFull, subjects: trusting),
    // This workload compares the CPU time per connection.
    RequestWorkload(
      name: "connect-tls-system", inFlight: 4, count: 200, kind: .httpsClosingInFull,
      subjects: [.trustingSystem, .trustingFile]),
    RequestWorkload(
      name: "gzip-16", inFlight: 16, count: 10_000, path: ServedBody.packedPath,
      subjects: [.netStream, .net, .transport, .urlSession, .asyncHTTPClientDecoding]),
    RequestWorkload(
      name: "cache-16", inFlight: 16, count: 20_000, path: ServedBody.freshPath,
      subjects: [.net, .memoryHit, .diskHit, .urlSession, .urlCache]),
    RequestWorkload(
      name: "cache-miss-1", inFlight: 1, count: 10_000, path: ServedBody.freshPath,
      subjects: [.uncached, .copied, .miss]),
    RequestWorkload(
      name: "cache-miss-16", inFlight: 16, count: 20_000, path: ServedBody.freshPath,
      subjects: [.uncached, .copied, .miss]),
    RequestWorkload(
      name: "cache-no-store-1", inFlight: 1, count: 10_000, path: ServedBody.noStorePath,
      subjects: [.uncached, .unstored]),
    RequestWorkload(
      name: "cache-no-store-16", inFlight: 16, count: 20_000, path: ServedBody.noStorePath,
      subjects: [.uncached, .unstored]),
    RequestWorkload(
      name: "inspected-16", inFlight: 16, count: 40_000, subjects: [.net, .traced, .inspected]),
    RequestWorkload(
      name: "inspected-1", inFlight: 1, count: 10_000, subjects: [.net, .traced, .inspected]),
  ]

  /// Whether only the server of this program can respond.
  var needsOwnServer: Bool { held > 0 || path != nil }

  private func url(_ server: ChildServer) -> URL? {
    if let path { return server.url.appending(path: path) }
    return held > 0 ? server.url : server.url(kind)
  }

  /// Returns why the workload cannot be measured with this server, or nil if it can.
  func obstacle(_ server: ChildServer) -> String? {
    if url(server) == nil { return "\(name) needs nginx\(kind.isSecure ? " and openssl" : "")" }
    if subjects.contains(.trustingFile), server.certificates?.bundle == nil {
      return "\(name) needs the system's authorities in one file"
    }
    if path == ServedBody.packedPath, ServedBody.packed() == nil { return "\(name) needs gzip" }
    return nil
  }

  /// Measures each turn in a separate process, so that the memory and threads of the subjects do not mix.
  func measure(server: ChildServer, rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let subjects = subjects.filter(Clients.isBuiltIn)
    var turns: [NetSubject: [Turn]] = [:]
    for subject in Interleaving.turns(subjects, rounds: smoke ? 1 : rounds) {
      let isSlow = [.netStreamOverURLSession, .urlSession, .urlSessionAsync, .urlCache].contains(subject)
      // Slow subjects get fewer requests, so that their turns take about as long.
      let count = smoke ? 4 * inFlight : isSlow ? count / 5 : count
      let turn = try turn(subject, count: count, server: server)
      if kind != .http { try check(subject, count, server, isFirst: turns[subject] == nil) }
      turns[subject, default: []].append(turn)
    }
    return subjects.compactMap { subject in
      Turn.middle(turns[subject] ?? []).map { turn in
        NetFigure(
          workload: name, subject: subject, value: .requests(rps: turn.rps, cpu: turn.cpu, rss: turn.rss))
      }
    }
  }

  private func turn(_ subject: NetSubject, count: Int, server: ChildServer) throws -> Turn {
    guard let url = url(server) else { throw WrongResult(subject: subject, what: "the server has no URL") }
    let certificates = kind.isSecure ? server.certificates : nil
    let authority = subject == .trustingFile ? certificates?.bundle : certificates?.authority
    let output = try OwnProcess.output(
      of: ["turn", subject.rawValue, "\(inFlight)", "\(count)", "\(held)", url.absoluteString]
        + (authority.map { [$0] } ?? []))
    guard let turn = try? JSONDecoder().decode(Turn.self, from: output) else {
      throw WrongResult(subject: subject, what: "the turn ended without a result")
    }
    return turn
  }

  /// Checks that the connections, as the server logged them, match the workload.
  private func check(
    _ subject: NetSubject, _ count: Int, _ server: ChildServer, isFirst: Bool
  ) throws {
    guard let connections = server.connections() else { return }
    if isFirst { Command.complain("  \(subject.rawValue): \(connections.summary)") }
    let isOther = connections.versions.contains { !$0.hasPrefix(kind.version) }
    if isOther || (kind.closes && connections.count < count) {
      throw WrongResult(subject: subject, what: "\(connections.summary) for \(count) requests")
    }
  }
}

/// Runs the turn of a subject within its process.
enum Turns {
  /// Warms the subject up, which opens its connections, and then measures it.
  ///
  /// It trusts the authorities in the file `authority`, or its defaults if that is nil.
  static func take(
    _ subject: NetSubject, count: Int, inFlight: Int, held: Int = 0, url: URL, authority: String? = nil
  ) async throws -> Turn {
    let client = try Clients.client(subject, connections: inFlight + held, authority: authority)
    defer { client.shutDown() }
    client.hold(held, at: url.appending(path: ServedBody.heldPath))
    try await client.send(count: max(inFlight * 2, min(count / 4, 500)), inFlight: inFlight, to: url)
    let turn = try await Turn.measuring(count: count) {
      try await client.send(count: count, inFlight: inFlight, to: url)
    }
    try client.check(count: count)
    return turn
  }
}

/// A subject did not do the work.
struct WrongResult: Error, CustomStringConvertible {
  var subject: NetSubject
  var what: String

  var description: String { "\(subject.rawValue): \(what)" }
}
