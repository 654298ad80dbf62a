import Foundation
import Net
import NetMeasuring

/// The time of a request that the cache answers, among few and among many stored responses.
///
/// The requests jump through all stored responses, so the processor's cache has nothing of them if they are many.
struct StoredRequests {
  let count: Int

  static let few = StoredRequests(count: 100)
  static let many = StoredRequests(count: 100_000)
  static let all = [few, many]
  static let subjects: [NetSubject] = [.memoryHit, .diskHit]

  var name: String { "cache-hit-\(count)" }

  /// Measures the CPU time of the process; the workloads take turns.
  static func measure(_ workloads: [StoredRequests], rounds: Int, smoke: Bool) throws -> [NetFigure] {
    var sessions: [String: [NetSubject: Session]] = [:]
    defer { for session in sessions.values.flatMap(\.values) { session.remove() } }
    let order = workloads.flatMap { workload in subjects.map { (workload, $0) } }
    for (workload, subject) in order {
      let count = smoke ? min(1_000, workload.count) : workload.count
      sessions[workload.name, default: [:]][subject] = try Session(subject, count: count)
    }
    var times: [String: [NetSubject: [Double]]] = [:]
    // The first round warms up.
    for round in 0...(smoke ? 1 : rounds) {
      for (workload, subject) in Interleaving.turns(order, rounds: 1) {
        guard let session = sessions[workload.name]?[subject] else { continue }
        let time = try session.time(of: smoke ? 200 : 20_000)
        if round > 0 { times[workload.name, default: [:]][subject, default: []].append(time) }
      }
    }
    return order.map { workload, subject in
      NetFigure(
        workload: workload.name, subject: subject,
        value: .layer(us: times[workload.name]?[subject]?.middle ?? 0, mallocs: nil))
    }
  }

  /// A session whose cache has the responses already.
  private final class Session {
    private let subject: NetSubject
    private let store: CacheLookup.Store
    private let session: NetworkSession
    private var index = 0

    init(_ subject: NetSubject, count: Int) throws {
      self.subject = subject
      store = try CacheLookup.store(subject, count: count, body: ServedBody.data)
      var configuration = SessionConfiguration()
      configuration.cache = store.cache
      session = NetworkSession(configuration: configuration)
    }

    func remove() {
      if let directory = store.directory { try? FileManager.default.removeItem(at: directory) }
    }

    /// Sends requests, one after another, and returns the microseconds of each.
    func time(of count: Int) throws -> Double {
      let client = NetClient(session: session)
      let done = DispatchSemaphore(value: 0)
      let before = store.cache.statistics.hits
      let began = CacheLookup.seconds(CLOCK_PROCESS_CPUTIME_ID)
      for _ in 0..<count {
        // A prime step visits all keys.
        index = (index + 7919) % store.keys.count
        guard let url = URL(string: store.keys[index].url) else { continue }
        client.get(url) { _ in done.signal() }
        done.wait()
      }
      let time = (CacheLookup.seconds(CLOCK_PROCESS_CPUTIME_ID) - began) * 1e6 / Double(count)
      guard store.cache.statistics.hits == before + count else {
        throw WrongResult(subject: subject, what: "\(store.cache.statistics) after \(count) requests")
      }
      return time
    }
  }
}
