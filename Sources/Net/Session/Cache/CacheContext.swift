import Foundation

/// One request and the entries stored for it.
struct CacheContext: Sendable {
  let cache: HTTPCache
  let key: CacheKey
  /// The removals and stores before the lookup, to which those that follow it are compared.
  let mark: CacheChanges.Mark
  /// The request as it would be sent, with cookies and without conditions of the cache.
  let request: CacheRequest
  private(set) var entries: [CacheEntry]

  /// Looks up the stored entries.
  ///
  /// - `hasLeftOrigin`: Whether a redirect to another origin has removed the session's credentials.
  /// - `isDecoded`: Whether the transport undoes content encodings. Bodies that are still encoded are stored under
  ///   another key, because the fields of both are the same.
  init(
    _ cache: HTTPCache, _ sent: TransportRequest, _ plan: ExchangePlan, hasLeftOrigin: Bool, isDecoded: Bool
  ) {
    self.cache = cache
    // The plan is not copied out of its object, which would count references.
    let partition = plan.cache?.partition(of: sent, hasLeftOrigin: hasLeftOrigin)
    request = CacheRequest(sent, mode: plan.cache?.mode ?? .standard)
    let plain = CacheKey(of: request, partition: partition)
    key = isDecoded ? plain : CacheKey(url: plain.url, partition: plain.partition + ":encoded")
    mark = cache.changes.mark(key.urlHash, startingAfter: plan.cache?.removals)
    entries = cache.entries(for: key)
  }

  /// Removes an entry that cannot be read.
  mutating func discard(_ index: Int) { try? cache.remove([entries.remove(at: index)]) }

  /// Opens a stored response.
  ///
  /// - Throws: An error of the store if the body cannot be read.
  func response(
    _ serving: CacheServing, run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) throws -> PlayedResponse {
    let body = serving.hasBody ? try body(of: serving.index, serving.slice) : nil
    cache.store.touch(entries[serving.index])
    return PlayedResponse(head: serving.head, body: body, run: run)
  }

  /// Opens the body of an entry, or these bytes of it.
  ///
  /// - Throws: An error of the store.
  func body(of index: Int, _ slice: Range<Int64>?) throws -> PlayedBody {
    let (cache, entry) = (cache, entries[index])
    let range = slice ?? 0..<entry.bodySize
    do {
      let reader = try cache.store.reader(of: entry, from: range.lowerBound)
      return try PlayedBody(reader, count: range.upperBound - range.lowerBound) { error in
        cache.noteFailure(error)
        try? cache.remove([entry])
      }
    } catch {
      cache.noteFailure(error)
      throw error
    }
  }
}

extension CacheStatus {
  /// The step that monitors are notified of.
  var event: RequestEvent.CacheEvent? {
    switch self {
    case .hit(let age): .hit(age: age)
    case .stale(let age, let reason): .stale(age: age, reason)
    case .revalidated(let age): .revalidated(age: age)
    case .miss(let reason), .bypass(let reason): .forwarded(reason)
    case .coalesced: nil
    }
  }
}
