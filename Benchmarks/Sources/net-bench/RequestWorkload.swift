import Foundation
import NetMeasuring

/// So many requests to a server, and so many of them at once.
struct RequestWorkload {
  let inFlight: Int
  let count: Int

  static let all = [
    RequestWorkload(inFlight: 1, count: 2_000), RequestWorkload(inFlight: 16, count: 4_000),
    RequestWorkload(inFlight: 128, count: 4_000),
  ]

  var name: String { "requests-\(inFlight)" }

  /// Each turn is a process of its own, so that the memory and the threads of one subject are not those of another.
  func measure(server: ChildServer, rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let subjects = Clients.subjects
    var turns: [NetSubject: [Turn]] = [:]
    for subject in Interleaving.turns(subjects, rounds: smoke ? 1 : rounds) {
      let count = smoke ? 4 * inFlight : count
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
      of: ["turn", subject.rawValue, "\(inFlight)", "\(count)", server.url.absoluteString])
    guard let turn = try? JSONDecoder().decode(Turn.self, from: output) else {
      throw WrongResult(subject: subject, what: "the turn ended without a result")
    }
    return turn
  }
}

/// The turn of a subject, within its process.
enum Turns {
  /// Warms the subject up, which opens its connections, and measures it then.
  static func take(_ subject: NetSubject, count: Int, inFlight: Int, url: URL) async throws -> Turn {
    let client = try Clients.client(subject, connections: inFlight)
    defer { client.shutDown() }
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
