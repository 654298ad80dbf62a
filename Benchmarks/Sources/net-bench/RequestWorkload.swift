import Foundation
import NetMeasuring

/// So many requests to a server, and so many of them at once.
struct RequestWorkload {
  let inFlight: Int
  let count: Int
  /// How many others wait for an answer all the while.
  var held = 0

  static let all = [
    RequestWorkload(inFlight: 1, count: 2_000), RequestWorkload(inFlight: 16, count: 20_000),
    RequestWorkload(inFlight: 128, count: 20_000), RequestWorkload(inFlight: 16, count: 20_000, held: 1000),
  ]

  var name: String { "requests-\(inFlight)" + (held > 0 ? "-held-\(held)" : "") }

  /// `URLSession` cannot hold a thousand beside others, whose connections it would give them.
  private var subjects: [NetSubject] {
    held == 0 ? Clients.subjects : Clients.subjects.filter { [.netStream, .net, .transport].contains($0) }
  }

  /// Each turn is a process of its own, so that the memory and the threads of one subject are not those of another.
  func measure(server: ChildServer, rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let subjects = subjects
    var turns: [NetSubject: [Turn]] = [:]
    for subject in Interleaving.turns(subjects, rounds: smoke ? 1 : rounds) {
      let isQuick = [.netStream, .net, .transport, .asyncHTTPClient].contains(subject)
      // The slow ones need no more for as long a time.
      let count = smoke ? 4 * inFlight : isQuick ? count : count / 5
      turns[subject, default: []].append(try turn(subject, count: count, server: server))
    }
    return subjects.compactMap { subject in
      Turn.middle(turns[subject] ?? []).map { turn in
        NetFigure(
          workload: name, subject: subject, value: .requests(rps: turn.rps, cpu: turn.cpu, rss: turn.rss))
      }
    }
  }

  private func turn(_ subject: NetSubject, count: Int, server: ChildServer) throws -> Turn {
    let output = try OwnProcess.output(
      of: ["turn", subject.rawValue, "\(inFlight)", "\(count)", "\(held)", server.url.absoluteString])
    guard let turn = try? JSONDecoder().decode(Turn.self, from: output) else {
      throw WrongResult(subject: subject, what: "the turn ended without a result")
    }
    return turn
  }
}

/// The turn of a subject, within its process.
enum Turns {
  /// Warms the subject up, which opens its connections, and measures it then.
  static func take(
    _ subject: NetSubject, count: Int, inFlight: Int, held: Int = 0, url: URL
  ) async throws -> Turn {
    let client = try Clients.client(subject, connections: inFlight)
    defer { client.shutDown() }
    client.hold(held, at: url.appending(path: ServedBody.heldPath))
    try await client.send(count: max(inFlight * 2, min(count / 4, 500)), inFlight: inFlight, to: url)
    return try await Turn.measuring(count: count) {
      try await client.send(count: count, inFlight: inFlight, to: url)
    }
  }
}

/// A subject did not do the work.
struct WrongResult: Error, CustomStringConvertible {
  var subject: NetSubject
  var what: String

  var description: String { "\(subject.rawValue): \(what)" }
}
