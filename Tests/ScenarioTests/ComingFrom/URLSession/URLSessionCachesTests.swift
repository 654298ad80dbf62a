import Foundation
import NetStream
import NetTesting
import Testing

/// The tables of caches on "Coming from URLSession, OkHttp, Starscream or NIOWebSocket".
@Suite(.netTesting) struct URLSessionCachesTests {
  private let url = "https://h/users/ada"
  private let transport = MockTransport()
  private let time = TestScheduler()

  private func session(_ cache: HTTPCache?) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.cache = cache
    return NetworkSession(configuration: configuration, transport: transport, timer: time)
  }

  private func stub(_ control: String = "max-age=60") {
    transport.stub(.everything, with: .text("a").header("Cache-Control", control).header("ETag", "\"1\""))
  }

  @Test func aCacheIsCreated() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    var configuration = SessionConfiguration()
    // Row: URLCache(memoryCapacity:diskCapacity:directory:)
    let caches: [HTTPCache] = [.memory(limit: 4 << 20), try .disk(at: directory, limit: 64 << 20)]
    #expect(caches.map(\.size) == [0, 0])
    // Row: configuration.urlCache = cache
    let cache = caches[0]
    configuration.cache = cache
    #expect(configuration.cache === cache)
    // Row: Cache(directory, maxSize), client.cache(cache)
    configuration.cache = try .disk(at: directory, limit: 64 << 20)
    #expect(configuration.cache?.size == 0)
    // Row: .useProtocolCachePolicy
    configuration.cacheMode = .standard
    #expect(SessionConfiguration().cacheMode == .standard)
  }

  @Test func theModesOfRequests() async throws {
    stub()
    let network = session(.memory(limit: 1 << 20))
    func sent(_ request: any NetworkRequesting) async -> Int {
      let before = transport.requests.count
      _ = await request.response(.data)
      return transport.requests.count - before
    }
    // Row: .returnCacheDataDontLoad
    // Row: CacheControl.FORCE_CACHE
    func only() -> any NetworkRequesting { network.get(url).cache(.onlyCached) }
    #expect(await only().response(.data).error?.response?.status == 504)
    #expect(await sent(network.get(url)) == 1)
    #expect(await sent(network.get(url)) == 0)
    // Row: .reloadIgnoringLocalCacheData
    // Row: CacheControl.FORCE_NETWORK
    #expect(await sent(network.get(url).cache(.reload)) == 1)
    // Row: .reloadRevalidatingCacheData
    // Row: CacheControl.Builder().maxAge(0)
    // Row: CacheControl.FORCE_NETWORK
    #expect(await sent(network.get(url).cache(.revalidate)) == 1)
    // Row: .returnCacheDataElseLoad
    // Row: CacheControl.Builder().maxStale(…)
    time.advance(by: .seconds(120))
    #expect(await sent(network.get(url).cache(.preferCached)) == 0)
    // Row: cache.cachedResponse(for: request)
    let stored = await network.get(url).cache(.onlyCached).response(.data)
    #expect(stored.value == Data("a".utf8))
    // Row: response.cacheResponse, response.networkResponse
    let response = await network.get(url).cache(.reload).response(.data)
    guard case .miss? = response.cacheStatus else { return #expect(response.cacheStatus == nil) }
  }

  @Test func aResponseSaysThatItWasStored() async throws {
    stub()
    let network = session(.memory(limit: 1 << 20))
    _ = try await network.get(url).string()
    let response = await network.get(url).response(.data)
    // Row: task.metrics, resourceFetchType == .localCache
    guard case .hit(let age)? = response.cacheStatus else { return #expect(response.cacheStatus == nil) }
    #expect(age == .zero)
  }

  @Test func freshnessIsConfigured() async throws {
    transport.stub(.everything, with: .text("a"))
    let options = CacheOptions(freshness: { _ in .seconds(60) })
    // Row: cache.storeCachedResponse(_:for:)
    var changed = CacheOptions()
    changed = options
    #expect(changed.freshness != nil)
    func set(_ options: inout CacheOptions) { options.freshness = { _ in .seconds(60) } }
    set(&changed)
    let network = session(.memory(limit: 1 << 20, options: changed))
    for _ in 1...2 { _ = try await network.get(url).string() }
    #expect(transport.requests.count == 1)
  }

  @Test func entriesAreCountedAndRemoved() async throws {
    stub()
    let cache = HTTPCache.memory(limit: 1 << 20)
    let network = session(cache)
    func fill() async throws -> Bool {
      _ = try await network.get(url).cache(.reload).string()
      return cache.size > 0
    }
    // Row: cache.currentDiskUsage
    // Row: cache.size()
    #expect(cache.size == 0)
    // Row: cache.removeCachedResponse(for: request)
    #expect(try await fill())
    try cache.remove(url)
    #expect(cache.size == 0)
    // Row: cache.removeCachedResponses(since: date)
    let date = Date(timeIntervalSince1970: 0)
    #expect(try await fill())
    try cache.remove { $0.responseTime >= date }
    #expect(cache.size == 0)
    // Row: cache.removeAllCachedResponses()
    // Row: cache.evictAll(), cache.delete()
    #expect(try await fill())
    try cache.removeAll()
    #expect(cache.size == 0)
    // Row: cache.urls() and remove()
    #expect(try await fill())
    try cache.remove { $0.url.hasSuffix("/users/ada") }
    #expect(cache.size == 0)
    // Row: urlSession(_:dataTask:willCacheResponse:completionHandler:)
    // Row: CacheControl.Builder().noStore()
    _ = try await network.get(url, headers: [.cacheControl("no-store")]).string()
    #expect(cache.size == 0)
    // Row: cache.hitCount(), networkCount(), requestCount()
    let counts = [cache.statistics.hits, cache.statistics.misses, cache.statistics.requests]
    #expect(counts[2] >= counts[0] + counts[1])
  }

  @Test func aPrivateCache() async throws {
    // Row: A private cache
    stub()
    let network = session(.memory(limit: 1 << 20))
    for token in ["a", "b", "a"] {
      _ = try await network.get(url, headers: [.authorization(bearerToken: token)]).string()
    }
    #expect(transport.requests.count == 2)
  }
}
