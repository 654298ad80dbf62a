import Foundation
import NetMeasuring

/// Many requests at once, in a process that may have fewer descriptors: each must be answered all the same.
enum Crowd {
  static let count = 2_000
  /// How many descriptors the process may have.
  static let descriptors = 1_024
  static let name = "crowd-\(count)"
  static let subjects: [NetSubject] = [.netStream, .transport, .urlSession, .asyncHTTPClient]

  /// What one turn came to.
  struct Turn: Codable, Equatable {
    var answered: Int
    var rps: Double
  }

  /// The worst round counts for how many were answered, the median for how fast.
  static func measure(server: ChildServer, rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let subjects = subjects.filter(Clients.subjects.contains)
    var turns: [NetSubject: [Turn]] = [:]
    for subject in Interleaving.turns(subjects, rounds: smoke ? 1 : min(rounds, 3)) {
      let output = try OwnProcess.output(
        of: ["crowd", subject.rawValue, "\(count)", server.url.absoluteString], descriptors: descriptors)
      turns[subject, default: []].append(try JSONDecoder().decode(Turn.self, from: output))
    }
    return subjects.compactMap { subject in
      let turns = turns[subject] ?? []
      guard let fewest = turns.map(\.answered).min(), let rps = turns.map(\.rps).middle else { return nil }
      return NetFigure(
        workload: name, subject: subject, value: .crowd(answered: fewest, of: count, rps: rps))
    }
  }

  /// The turn of a subject, within its process.
  ///
  /// Failed requests are counted, not thrown.
  static func take(_ subject: NetSubject, count: Int, url: URL) async throws -> Turn {
    // `URLSession` would open all at once: its connections are as limited as they are by default.
    let client = try Clients.client(subject, connections: 6)
    defer { client.shutDown() }
    let began = ContinuousClock.now
    let answered = await client.crowd(count: count, to: url)
    return Turn(answered: answered, rps: Double(count) / ((ContinuousClock.now - began) / .seconds(1)))
  }
}
