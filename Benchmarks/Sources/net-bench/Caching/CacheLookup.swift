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
  /// The stores, and what each is compared with.
  static let subjects: [NetSubject] = [.memoryStore, .dictionary, .diskStore, .files]

  var name: String { "lookup-\(count)\(used == nil ? "" : "-hot")" }

  struct Store {
    let cache: HTTPCache
    let keys: [CacheKey]
    let directory: URL?
  }

  /// What is searched, and removed afterwards.
  private struct Subject {
    let count: Int
    /// Returns how many entries the key with this index has.
    let find: (Int) throws -> Int
    var directory: URL?
  }

  /// Measures the CPU time of the thread; the workloads take turns.
  static func measure(_ lookups: [CacheLookup], rounds: Int, smoke: Bool) throws -> [NetFigure] {
    // By the number of entries: to fill a store takes longer than all lookups.
    var filled: [Int: [NetSubject: Subject]] = [:]
    defer {
      for case let directory? in filled.values.flatMap(\.values).map(\.directory) {
        try? FileManager.default.removeItem(at: directory)
      }
    }
    for lookup in lookups {
      for subject in subjects where filled[lookup.count]?[subject] == nil {
        let count = smoke ? min(1_000, lookup.count) : lookup.count
        let directory = filled[lookup.count]?[.diskStore]?.directory
        filled[lookup.count, default: [:]][subject] = try fill(subject, count: count, storedIn: directory)
      }
    }
    var times: [String: [NetSubject: [Double]]] = [:]
    var mallocs: [String: [NetSubject: Double]] = [:]
    let order = lookups.flatMap { lookup in subjects.map { (lookup, $0) } }
    // The first round warms up.
    for round in 0...(smoke ? 1 : rounds) {
      for (lookup, subject) in Interleaving.turns(order, rounds: 1) {
        guard let found = filled[lookup.count]?[subject] else { continue }
        let used = lookup.used ?? found.count
        let count = smoke ? 200 : [.memoryStore, .dictionary].contains(subject) ? 200_000 : 20_000
        let began = threadSeconds()
        try look(in: found, count: count, among: used, subject)
        guard round > 0 else { continue }
        times[lookup.name, default: [:]][subject, default: []].append(
          (threadSeconds() - began) * 1e6 / Double(count))
        if allocations_are_countable() {
          allocations_start()
          defer { _ = allocations_stop() }
          try look(in: found, count: 200, among: used, subject)
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
  private static func look(in subject: Subject, count: Int, among used: Int, _ name: NetSubject) throws {
    var index = 0
    for _ in 0..<count {
      // A prime step visits all keys.
      index = (index + 7919) % used
      let found = try subject.find(index)
      guard found == 1 else { throw WrongResult(subject: name, what: "\(found) entries for key \(index)") }
    }
  }

  /// Fills a subject with this many entries.
  ///
  /// The files are those of the store on disk, in its folder.
  private static func fill(_ subject: NetSubject, count: Int, storedIn directory: URL?) throws -> Subject {
    switch subject {
    case .dictionary:
      let keys = (0..<count).map(url)
      let entries = Dictionary(uniqueKeysWithValues: keys.map { ($0, Held($0)) })
      return Subject(count: count) { index in entries[keys[index]].map { $0.text.isEmpty ? 0 : 1 } ?? 0 }
    case .files:
      let files = directory.flatMap {
        FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil)
      }
      let paths = (files?.compactMap { ($0 as? URL)?.path } ?? []).filter { read($0) > 0 }
      guard paths.count >= count else { throw WrongResult(subject: subject, what: "\(paths.count) files") }
      return Subject(count: count) { index in read(paths[index]) > 0 ? 1 : 0 }
    default:
      let stored = try store(subject, count: count)
      return Subject(
        count: count, find: { index in try stored.cache.store.entries(for: stored.keys[index]).count },
        directory: stored.directory)
    }
  }

  /// What a dictionary holds for a key.
  private final class Held {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// Opens, reads and closes a file of at most 4 KiB; returns the number of bytes, or -1 if that fails.
  private static func read(_ path: String) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return -1 }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return -1 }
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
      pread(descriptor, buffer.baseAddress, min(buffer.count, Int(status.st_size)), 0)
    }
  }

  private static func url(_ number: Int) -> String { "https://api.example.com/items/\(number)?fields=all" }

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
    let keys = (0..<count).map { CacheKey(url: url($0)) }
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
