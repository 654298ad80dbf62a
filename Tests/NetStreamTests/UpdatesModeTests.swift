import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// The cache mode of `updates(of:)`: that of the request, or else that of its session.
@Suite struct UpdatesModeTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let cache = HTTPCache.memory(limit: 1 << 20)
  private let url = "https://example.com/items"

  init() { transport = MockTransport(timer: timer) }

  /// Where the mode is set.
  enum Place: CaseIterable, Sendable { case session, request }

  private func updates(_ mode: CacheMode, _ place: Place) -> Updates<Int> {
    var configuration = SessionConfiguration()
    configuration.cache = cache
    if place == .session { configuration.cacheMode = mode }
    let request = NetworkSession(configuration: configuration, transport: transport, timer: timer)
      .stream.get(url)
    return (place == .session ? request : request.cache(mode)).updates(of: Int.self)
  }

  private func number(_ number: Int, _ control: String = "max-age=1") -> StubResponse {
    StubResponse.json("\(number)").header("ETag", "\"\(number)\"").header("Cache-Control", control)
  }

  /// Stores a first value, and stubs the responses after it.
  private func store(_ first: StubResponse, _ rest: StubResponse...) {
    transport.stub(.get(url), withSequence: [first] + rest)
    _ = updates(.standard, .request).record()
  }

  private let stale = Loaded<Int>.Origin.stored(age: .seconds(5), isStale: true)

  @Test(arguments: Place.allCases)
  func onlyCachedNeverUsesTheNetwork(place: Place) {
    store(number(1), number(2))
    timer.advance(by: .seconds(5))
    let got = updates(.onlyCached, place).record()
    expectEqual(got.values, [Loaded(1, origin: stale)])
    expectTrue(got.isCompleted)
    expectEqual(transport.requests.count, 1)
  }

  @Test(arguments: Place.allCases)
  func pollingWithOnlyCachedNeverUsesTheNetwork(place: Place) {
    store(number(1), number(2))
    timer.advance(by: .seconds(5))
    let got = updates(.onlyCached, place).polling(every: .seconds(10), scheduler: timer).record()
    timer.advance(by: .seconds(35))
    expectEqual(got.values.map(\.value), [1])
    expectEqual(got.values.map(\.failure?.reason), [nil])
    expectEqual(transport.requests.count, 1)
  }

  @Test(arguments: Place.allCases)
  func onlyCachedWithoutAStoredResponseIsA504(place: Place) {
    transport.stub(.get(url), with: number(1))
    let got = updates(.onlyCached, place).record()
    expectEqual((got.error as? NetworkError)?.response?.status, 504)
    expectEqual(transport.requests.count, 0)
  }

  @Test(arguments: Place.allCases)
  func withOnlyCachedAnUndecodableValueIsNotRequestedAgain(place: Place) {
    transport.stub(
      .get(url),
      withSequence: [StubResponse.json("\"x\"").header("Cache-Control", "max-age=60"), number(1)])
    _ = updates(.standard, .request).record()
    let got = updates(.onlyCached, place).record()
    expectNotNil(got.error)
    expectEqual(transport.requests.count, 1)
  }

  @Test(arguments: Place.allCases)
  func reloadUsesNothingStored(place: Place) {
    store(number(1, "max-age=60"), number(2, "max-age=60"), number(3, "max-age=60"))
    let got = updates(.reload, place).polling(every: .seconds(10), scheduler: timer).record()
    expectEqual(got.values, [Loaded(2)])
    timer.advance(by: .seconds(10))
    expectEqual(got.values, [Loaded(2), Loaded(3)])
    let sent = transport.requests.dropFirst().map { $0.headers["Cache-Control"] }
    expectEqual(sent, ["no-cache", "no-cache"])
  }

  @Test(arguments: Place.allCases)
  func revalidateConfirmsAStoredValueBeforeItIsEmitted(place: Place) {
    store(number(1, "max-age=60"), .status(304).header("ETag", "\"1\""))
    let got = updates(.revalidate, place).record()
    expectEqual(got.values, [Loaded(1)])
    expectTrue(got.isCompleted)
    expectEqual(transport.requests.last?.headers["If-None-Match"], "\"1\"")
    expectEqual(transport.requests.count, 2)
  }

  @Test(arguments: Place.allCases)
  func preferCachedEmitsWhatIsStaleAndThenTheNetworksValue(place: Place) {
    store(number(1), number(2))
    timer.advance(by: .seconds(5))
    let got = updates(.preferCached, place).record()
    expectEqual(got.values, [Loaded(1, origin: stale), Loaded(2)])
  }
}
