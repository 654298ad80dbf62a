import Foundation

@testable import Net

/// The rules with an array as the store and a function as the network: what a session does, without its threads.
struct NaiveCache {
  /// A response of the network; nil in its stead is a failure of the network.
  struct Received {
    var interim: [ResponseHead] = []
    var head: ResponseHead
    var body: Data
  }

  struct Result {
    var interim: [ResponseHead] = []
    var head: ResponseHead
    var body: Data
    var status: CacheStatus
  }

  /// The time.
  ///
  /// The network may advance it.
  var now: Date
  var options = CacheOptions()
  private(set) var entries: [(entry: CacheEntry, body: Data)] = []
  private var count: UInt64 = 0

  init(now: Date) { self.now = now }

  /// Performs a request; nil is a failure of the network.
  mutating func perform(
    _ request: TransportRequest, mode: CacheMode = .standard, partition: String? = nil,
    network: (TransportRequest, inout Date) -> Received?
  ) -> Result? {
    let parsed = CacheRequest(request, mode: mode)
    let key = CacheKey(of: parsed, partition: partition ?? CacheKey.credentials(of: request))
    let stored = entries(for: key)
    switch CacheLookup.decide(parsed, among: stored, now: now, options: options) {
    case .unavailable(let head): return Result(head: head, body: Data(), status: .miss(.request))
    case .serve(let serving):
      let result = play(serving, stored)
      if let later = serving.revalidation { _ = ask(later, key, network) }
      return result
    case .forward(let forward):
      let result = ask(forward, key, network)
      guard result.map({ CacheLookup.isFailure(status: $0.head.status) }) ?? true else { return result }
      let stored = entries(for: key)
      let fallback = CacheLookup.fallback(for: parsed, among: stored, now: now, options: options)
      return fallback.map { play($0, stored) } ?? result
    }
  }

  /// The entries of a key, the newest first.
  private func entries(for key: CacheKey) -> [CacheEntry] {
    entries.map(\.entry).filter { $0.key == key }.sorted { $0.id > $1.id }
  }

  private func play(_ serving: CacheServing, _ stored: [CacheEntry]) -> Result {
    let id = stored[serving.index].id
    var body = entries.first { $0.entry.id == id }?.body ?? Data()
    if let slice = serving.slice { body = body.dropFirst(Int(slice.lowerBound)).prefix(slice.count) }
    return Result(head: serving.head, body: serving.hasBody ? Data(body) : Data(), status: serving.status)
  }

  private mutating func ask(
    _ forward: CacheForward, _ key: CacheKey, _ network: (TransportRequest, inout Date) -> Received?
  ) -> Result? {
    let stored = entries(for: key)
    let start = now
    guard let received = network(forward.request, &now) else { return nil }
    let outcome = CacheUpdate.outcome(
      of: received.head, to: forward, among: stored, requestTime: start, responseTime: now, options: options)
    for url in outcome.invalidations { entries.removeAll { $0.entry.key.url == url } }
    for (index, response) in outcome.updates {
      for position in entries.indices where entries[position].entry.id == stored[index].id {
        entries[position].entry.response = response
      }
    }
    defer { remove(outcome.removals.map { stored[$0].id }) }
    switch outcome.delivery {
    case .stored(let serving): return play(serving, stored)
    case .resend(let again): return ask(again, key, network)
    case .network(let status):
      store(received.body, as: outcome, stored, key)
      return Result(
        interim: received.interim, head: received.head, body: received.body, status: status)
    }
  }

  private mutating func store(
    _ body: Data, as outcome: CacheOutcome, _ stored: [CacheEntry], _ key: CacheKey
  ) {
    guard case .store(let response, let replaced) = outcome.storage else { return }
    guard let join = outcome.join else { return add(response, body, key, replacing: replaced, stored) }
    guard Int64(body.count) == join.partSize else { return }
    let whole = bytes(join.before, stored) + body + bytes(join.after, stored)
    add(join.response, whole, key, replacing: join.replacing, stored)
  }

  private mutating func add(
    _ response: StoredResponse, _ body: Data, _ key: CacheKey, replacing replaced: [Int],
    _ stored: [CacheEntry]
  ) {
    remove(replaced.map { stored[$0].id })
    count += 1
    entries.append((CacheEntry(id: count, key: key, response: response, bodySize: Int64(body.count)), body))
  }

  private func bytes(_ kept: CacheJoin.StoredBytes?, _ stored: [CacheEntry]) -> Data {
    guard let kept, let body = entries.first(where: { $0.entry.id == stored[kept.index].id })?.body else {
      return Data()
    }
    return Data(body.dropFirst(Int(kept.bytes.lowerBound)).prefix(kept.bytes.count))
  }

  private mutating func remove(_ ids: [UInt64]) { entries.removeAll { ids.contains($0.entry.id) } }
}
