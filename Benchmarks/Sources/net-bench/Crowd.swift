import Foundation
import NetMeasuring

/// Many concurrent requests in a process with fewer descriptors; each must receive its response.
enum Crowd {
  static let count = 2_000
  /// The maximum number of descriptors of the process.
  static let descriptors = 1_024
  static let name = "crowd-\(count)"
  static let subjects: [NetSubject] = [.netStream, .transport, .urlSession, .asyncHTTPClient]

  /// The figures of one turn.
  struct Turn: Codable, Equatable {
    var answered: Int
    var rps: Double
  }

  /// Measures the subjects: the worst round counts for the responses, the median for the speed.
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

  /// Runs the turn of a subject within its process.
  ///
  /// Failed requests are counted, not thrown.
  static func take(_ subject: NetSubject, count: Int, url: URL) async throws -> Turn {
    // `URLSession` would open all connections at once, so it keeps its default limit.
    let client = try Clients.client(subject, connections: 6)
    defer { client.shutDown() }
    let began = ContinuousClock.now
    let answered = await client.crowd(count: count, to: url)
    return Turn(answered: answered, rps: Double(count) / ((ContinuousClock.now - began) / .seconds(1)))
  }
}
