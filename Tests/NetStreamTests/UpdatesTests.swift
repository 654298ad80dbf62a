import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Synchronization
import TestSupport
import Testing

/// Values from the cache, and what replaces them, in virtual time.
@Suite struct UpdatesTests {
  private let timer = TestScheduler()
  private let transport: MockTransport
  private let network: NetworkSession
  private let decoder = CountingDecoder()

  init() {
    transport = MockTransport(timer: timer)
    var configuration = SessionConfiguration()
    configuration.cache = .memory(limit: 1 << 20)
    configuration.decoder = decoder
    configuration.timeouts = RequestTimeouts()
    network = NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  private func stub(_ responses: StubResponse...) {
    transport.stub(.get("https://example.com/items"), withSequence: responses)
  }

  private func items(_ numbers: String, tag: String = "1", control: String = "max-age=1") -> StubResponse {
    StubResponse.json("[\(numbers)]").header("ETag", "\"\(tag)\"").header("Cache-Control", control)
  }

  private let unchanged = StubResponse.status(304).header("ETag", "\"1\"")

  private var updates: Updates<[Int]> { network.stream.get("https://example.com/items").updates() }

  @Test func withoutAStoredValueTheNetworksValueIsEmitted() {
    stub(items("1"))
    let got = updates.record()
    expectEqual(got.values, [Loaded([1])])
    expectTrue(got.isCompleted)
  }

  @Test func aFreshStoredValueCompletesWithoutTheNetwork() {
    stub(items("1", control: "max-age=60"))
    _ = updates.record()
    let got = updates.record()
    expectEqual(got.values, [Loaded([1], origin: .stored(age: .zero, isStale: false))])
    expectTrue(got.isCompleted)
    expectEqual(transport.requests.count, 1)
  }

  @Test func aStaleValueIsFollowedByTheNetworksValue() {
    stub(items("1"), items("1, 2", tag: "2"))
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let got = updates.record()
    expectEqual(got.values, [Loaded([1], origin: .stored(age: .seconds(5), isStale: true)), Loaded([1, 2])])
    expectTrue(got.isCompleted)
  }

  @Test func anUnchangedValueIsNotDecodedTwice() {
    stub(items("1"), unchanged)
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let before = decoder.count
    let got = updates.record()
    expectEqual(got.values, [Loaded([1], origin: .stored(age: .seconds(5), isStale: true))])
    expectTrue(got.isCompleted)
    expectEqual(decoder.count, before + 1)
    expectEqual(transport.requests.last?.headers["If-None-Match"], "\"1\"")
  }

  @Test func anEqualBodyWithoutValidatorsIsNotEmittedAgain() {
    let plain = StubResponse.json("[1]")
    stub(plain, plain)
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let got = updates.record()
    expectEqual(got.values, [Loaded([1], origin: .stored(age: .seconds(5), isStale: true))])
    expectTrue(got.isCompleted)
    expectEqual(transport.requests.count, 2)
  }

  @Test func aFailureRepeatsTheStoredValueAndCompletes() {
    stub(items("1"), .failure(URLError(.notConnectedToInternet)))
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let got = updates.record()
    expectEqual(got.values.map(\.value), [[1], [1]])
    #expect(got.values.last?.failure?.underlyingError is URLError)
    expectEqual(got.values.last?.isStale, true)
    expectTrue(got.isCompleted)
  }

  @Test func staleIfErrorDoesNotHideTheFailure() {
    stub(items("1", control: "max-age=1, stale-if-error=600"), .failure(URLError(.notConnectedToInternet)))
    _ = updates.record()
    timer.advance(by: .seconds(5))
    expectNotNil(updates.record().values.last?.failure)
  }

  @Test func withoutAStoredValueAFailureFailsTheStream() {
    stub(.failure(URLError(.notConnectedToInternet)))
    let got = updates.record()
    expectTrue(got.values.isEmpty)
    #expect(got.error is NetworkError)
  }

  @Test func aStoredValueThatCannotBeDecodedIsReplaced() {
    stub(
      StubResponse.text("no JSON").header("Content-Type", "application/json").header(
        "Cache-Control", "max-age=60"), items("1"))
    _ = network.get("https://example.com/items").resume()
    let got = updates.record()
    expectEqual(got.values, [Loaded([1])])
    expectTrue(got.isCompleted)
    expectEqual(transport.requests.count, 2)
  }

  @Test func aStoredValueThatCannotBeDecodedIsNotConfirmed() {
    stub(items("true"), items("1"))
    _ = network.get("https://example.com/items").resume()
    timer.advance(by: .seconds(5))
    expectEqual(updates.record().values, [Loaded([1])])
    expectNil(transport.requests.last?.headers["If-None-Match"])
  }

  @Test func aValueConfirmedAfterAFailureIsNotStale() {
    stub(items("1"), .failure(URLError(.timedOut)), unchanged)
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let got = updates.polling(every: .seconds(60), scheduler: timer).record()
    timer.advance(by: .seconds(60))
    expectEqual(got.values.map(\.isStale), [true, true, false])
    expectEqual(got.values.last, Loaded([1]))
  }

  @Test func cancelAllWhileTheStoredValueIsLookedForSendsNothing() {
    let adapter = HeldAdapter()
    let got = network.stream.get("https://example.com/items").intercept(adapter).updates(of: [Int].self)
      .record()
    expectEqual(adapter.held.count, 1)
    network.cancelAll()
    expectEqual((got.error as? NetworkError)?.reason, .cancelled)
    expectEqual(adapter.held.count, 1)
    expectTrue(transport.requests.isEmpty)
  }

  @Test func anAdapterThatFailsIsAskedOnce() {
    let adapter = HeldAdapter()
    let got = network.stream.get("https://example.com/items").intercept(adapter).updates(of: [Int].self)
      .record()
    adapter.held.value?(.failure(URLError(.userAuthenticationRequired)))
    expectEqual((got.error as? NetworkError)?.reason, .interceptor)
    expectEqual(adapter.held.count, 1)
  }

  @Test func onlyCachedUpdatesNeverUseTheNetwork() {
    stub(items("1"), items("2"))
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let got = network.stream.get("https://example.com/items").cache(.onlyCached).updates(of: [Int].self)
      .record()
    expectEqual(got.values, [Loaded([1], origin: .stored(age: .seconds(5), isStale: true))])
    expectEqual(transport.requests.count, 1)
  }

  @Test func disposingCancelsTheRequest() {
    stub(items("1"), items("2", tag: "2").delay(.seconds(1)))
    _ = updates.record()
    timer.advance(by: .seconds(5))
    updates.asObservable().subscribe().dispose()
    expectEqual(transport.cancelCount, 1)
  }

  @Test func aRefreshSendsARequestAndEmitsOnlyChanges() {
    stub(items("1", control: "max-age=60"), unchanged, items("2", tag: "2"))
    let pulls = PublishSubject<Void>()
    let got = updates.refreshed(on: pulls).record()
    expectEqual(got.values, [Loaded([1])])
    pulls.onNext(())
    expectEqual(got.values.count, 1)
    expectEqual(transport.requests.count, 2)
    pulls.onNext(())
    expectEqual(got.values, [Loaded([1]), Loaded([2])])
    expectFalse(got.isCompleted)
    pulls.onCompleted()
    expectTrue(got.isCompleted)
  }

  @Test func pollingSendsARequestPerPeriod() {
    stub(items("1"), unchanged, unchanged, items("2", tag: "2"))
    let got = updates.polling(every: .seconds(60), scheduler: timer).record()
    timer.advance(by: .seconds(150))
    expectEqual(got.values, [Loaded([1])])
    expectEqual(transport.requests.count, 3)
    timer.advance(by: .seconds(60))
    expectEqual(got.values, [Loaded([1]), Loaded([2])])
    expectEqual(transport.requests.map { $0.headers["If-None-Match"] }, [nil, "\"1\"", "\"1\"", "\"1\""])
  }

  @Test func aFailedPollRepeatsTheValueAndTheNextSuccessClearsTheFailure() {
    stub(items("1"), .failure(URLError(.timedOut)), unchanged)
    let got = updates.polling(every: .seconds(60), scheduler: timer).record()
    timer.advance(by: .seconds(120))
    expectEqual(got.values.map { $0.failure == nil }, [true, false, true])
    expectEqual(got.values.map(\.value), [[1], [1], [1]])
  }

  @Test func aConfirmedValueIsNotCalledStaleByALaterFailure() {
    stub(items("1"), unchanged, .failure(URLError(.timedOut)))
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let pulls = PublishSubject<Void>()
    let got = updates.refreshed(on: pulls).record()
    pulls.onNext(())
    expectEqual(got.values.map(\.isStale), [true, false, false])
    expectNotNil(got.values.last?.failure)
  }

  @Test func aStaleValueThatIsConfirmedIsEmittedOnceMoreIfTheStreamContinues() {
    stub(items("1"), unchanged, unchanged)
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let before = decoder.count
    let pulls = PublishSubject<Void>()
    let got = updates.refreshed(on: pulls).record()
    expectEqual(got.values, [Loaded([1], origin: .stored(age: .seconds(5), isStale: true)), Loaded([1])])
    pulls.onNext(())
    expectEqual(got.values.count, 2)
    expectEqual(decoder.count, before + 1)
    expectFalse(got.isCompleted)
  }

  @Test func aStaleValueThatCannotBeConfirmedOfflineIsNotEmittedAgain() {
    stub(items("1"))
    _ = updates.record()
    timer.advance(by: .seconds(5))
    let pulls = PublishSubject<Void>()
    let got = network.stream.get("https://example.com/items").cache(.onlyCached).updates(of: [Int].self)
      .refreshed(on: pulls).record()
    pulls.onNext(())
    expectEqual(got.values, [Loaded([1], origin: .stored(age: .seconds(5), isStale: true))])
  }

  @Test func withoutACacheThereIsOneValueFromTheNetwork() {
    let plain = NetworkSession(transport: transport, timer: timer)
    stub(items("1"), items("2"))
    let got = plain.stream.get("https://example.com/items").updates(of: [Int].self).record()
    expectEqual(got.values, [Loaded([1])])
    expectEqual(transport.requests.count, 1)
  }

  @Test func monitorsReceiveNoFailureWhenNothingIsStored() {
    stub(items("1"))
    let lines = Captured<String>()
    var configuration = network.configuration
    configuration.monitors = [LoggingMonitor(level: .error) { _, line in lines.set(line) }]
    let monitored = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let got = monitored.stream.get("https://example.com/items").updates(of: [Int].self).record()
    expectEqual(got.values, [Loaded([1])])
    expectEqual(lines.values, [])
  }

  @Test func aMockedValueIsEmitted() {
    let mock = NetworkingMock(timer: timer)
    mock.stub(.get("/items"), with: .value([1, 2]))
    let got = mock.stream.get("/items").updates(of: [Int].self).record()
    expectEqual(got.values, [Loaded([1, 2])])
    expectEqual(mock.requestCallCount, 1)
    expectEqual(mock.requests.count, 1)
  }
}

/// Counts how often it decodes.
private final class CountingDecoder: DataDecoder {
  private let decoded = Mutex(0)

  var count: Int { decoded.withLock { $0 } }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    decoded.withLock { $0 += 1 }
    return try JSONDecoder().decode(type, from: data)
  }
}

/// Keeps each request that it must adapt.
private final class HeldAdapter: RequestInterceptor {
  let held = Captured<@Sendable (Result<TransportRequest, any Error>) -> Void>()

  func adapt(
    _ request: TransportRequest,
    completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
  ) {
    held.set(completion)
  }
}
