import CAllocations
import Foundation
import Net
import NetMeasuring

/// The time to look up what is stored for a URL, among few and among many.
struct CacheLookup {
  let count: Int
  /// The number of entries that are looked up again and again; nil for all of them.
  var used: Int?

  static let few = CacheLookup(count: 100)
  static let many = CacheLookup(count: 100_000)
  /// As few keys among as many entries.
  static let hot = CacheLookup(count: 100_000, used: 100)
  static let all = [few, many, hot]
  static let subjects: [NetSubject] = [.memoryStore, .diskStore]

  var name: String { "lookup-\(count)\(used == nil ? "" : "-hot")" }

  struct Store {
    let cache: HTTPCache
    let keys: [CacheKey]
    let directory: URL?
  }

  /// Measures the CPU time of the thread; the workloads take turns.
  static func measure(_ lookups: [CacheLookup], rounds: Int, smoke: Bool) throws -> [NetFigure] {
    // By the number of entries: to fill a store takes longer than all look-ups.
    var stores: [Int: [NetSubject: Store]] = [:]
    defer {
      for case let directory? in stores.values.flatMap(\.values).map(\.directory) {
        try? FileManager.default.removeItem(at: directory)
      }
    }
    for lookup in lookups {
      for subject in subjects {
        let count = smoke ? min(1_000, lookup.count) : lookup.count
        if stores[lookup.count]?[subject] == nil {
          stores[lookup.count, default: [:]][subject] = try store(subject, count: count)
        }
      }
    }
    var times: [String: [NetSubject: [Double]]] = [:]
    var mallocs: [String: [NetSubject: Double]] = [:]
    let order = lookups.flatMap { lookup in subjects.map { (lookup, $0) } }
    // The first round warms up.
    for round in 0...(smoke ? 1 : rounds) {
      for (lookup, subject) in Interleaving.turns(order, rounds: 1) {
        guard let store = stores[lookup.count]?[subject] else { continue }
        let used = lookup.used ?? store.keys.count
        let count = smoke ? 200 : subject == .memoryStore ? 200_000 : 20_000
        let began = threadSeconds()
        try look(in: store, count: count, among: used, subject)
        guard round > 0 else { continue }
        times[lookup.name, default: [:]][subject, default: []].append(
          (threadSeconds() - began) * 1e6 / Double(count))
        if allocations_are_countable() {
          allocations_start()
          defer { _ = allocations_stop() }
          try look(in: store, count: 200, among: used, subject)
          mallocs[lookup.name, default: [:]][subject] = Double(allocations_stop()) / 200
        }
      }
    }
    return order.map { lookup, subject in
      NetFigure(
        workload: lookup.name, subject: subject,
        value: .layer(us: times[lookup.name]?[subject]?.middle ?? 0, mallocs: mallocs[lookup.name]?[subject]))
    }
  }

  /// Looks up keys in an order that jumps through the store.
  private static func look(in store: Store, count: Int, among used: Int, _ subject: NetSubject) throws {
    var index = 0
    for _ in 0..<count {
      // A prime step visits all keys.
      index = (index + 7919) % used
      let found = try store.cache.store.entries(for: store.keys[index])
      guard found.count == 1 else {
        throw WrongResult(subject: subject, what: "\(found.count) entries for \(store.keys[index].url)")
      }
    }
  }

  /// Creates a store with this many entries, whose bodies are their URLs, or the given one.
  static func store(_ subject: NetSubject, count: Int, body: Data? = nil) throws -> Store {
    var directory: URL?
    let cache: HTTPCache
    switch subject {
    case .diskStore, .diskHit:
      let folder = FileManager.default.temporaryDirectory.appending(path: "net-bench-\(UUID().uuidString)")
      cache = try .disk(at: folder, limit: 4 << 30)
      directory = folder
    default: cache = .memory(limit: 4 << 30)
    }
    let keys = (0..<count).map { CacheKey(url: "https://api.example.com/items/\($0)?fields=all") }
    let now = Date()
    for key in keys {
      let response = StoredResponse(
        url: key.url, status: 200, headers: ["Content-Type": "text/plain", "Cache-Control": "max-age=3600"],
        requestTime: now, responseTime: now)
      let writer = try cache.store.writer(for: key, response: response, replacing: [])
      try writer.append(body ?? Data(key.url.utf8))
      _ = try writer.commit()
    }
    return Store(cache: cache, keys: keys, directory: directory)
  }

  private static func threadSeconds() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
