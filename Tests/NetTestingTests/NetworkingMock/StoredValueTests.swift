import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// Values of stubs whose responses a cache stores, in virtual time.
@Suite struct StoredValueTests {
  private struct Item: Codable, Hashable, Sendable { var name: String }

  private struct Whole: ResponseSerializer {
    func serialize(_ response: ReceivedResponse) -> ReceivedResponse { response }
  }

  private let timer = TestScheduler()
  private let cache = HTTPCache.memory(limit: 1 << 20)

  private func mock() -> NetworkingMock {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cache = cache
    return NetworkingMock(configuration: configuration, timer: timer)
  }

  private func stored(_ name: String, _ control: String = "max-age=100") -> StubResponse {
    .value(Item(name: name)).header("Cache-Control", control).header("ETag", "\"1\"")
  }

  @Test func theMockThatStoredAValueReturnsIt() async throws {
    let mock = mock()
    mock.stub(.get("/a"), with: stored("a"), times: 1)
    for _ in 0..<2 { expectEqual(try await mock.get("a").object(as: Item.self), Item(name: "a")) }
  }

  @Test func anotherMockDoesNotReturnItsOwnValueForAStoredOne() async throws {
    let first = mock()
    first.stub(.get("/a"), with: stored("a"))
    _ = try await first.get("a").object(as: Item.self)
    let failures = CollectedFailures()
    let second = failures.collect { mock() }
    second.stub(.get("/b"), with: Item(name: "b"))
    expectEqual(try await second.get("b").object(as: Item.self), Item(name: "b"))
    let response = await second.get("a").response(.decodable(of: Item.self))
    expectNil(response.value)
    #expect(response.error?.underlyingError is StubMisuse)
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("has the value of another mock"), true)
  }

  @Test func anotherMockDecodesTheStoredBytesOfChunks() async throws {
    let chunks = StubResponse.value([Data("{\"name\":".utf8), Data("\"a\"}".utf8)])
    let first = mock()
    first.stub(.get("/a"), with: chunks.header("Cache-Control", "max-age=100"))
    _ = try await first.get("a").object(as: Item.self)
    let second = mock()
    expectEqual(try await second.get("a").object(as: Item.self), Item(name: "a"))
  }

  @Test func aSerializerThatReturnsTheResponseReceivesIt() async throws {
    let mock = mock()
    mock.stub(.get("/a"), with: stored("a"))
    expectEqual(try await mock.get("a").response(Whole()).result.get().head.status, 200)
  }

  @Test func headIsAnsweredWithTheHeadOfAStoredValue() async throws {
    let mock = mock()
    mock.stub(.get("/a"), with: stored("a"))
    _ = try await mock.get("a").object(as: Item.self)
    let response = await mock.head("a").response(.void)
    expectNil(response.error)
    expectEqual(response.cacheStatus, .hit(age: .zero))
    expectEqual(response.response?.headers["ETag"], "\"1\"")
  }

  @Test func anotherMockAnswersHeadWithTheHeadOfAStoredValue() async throws {
    let first = mock()
    first.stub(.get("/a"), with: stored("a"))
    _ = try await first.get("a").object(as: Item.self)
    let failures = CollectedFailures()
    let second = failures.collect { mock() }
    let response = await second.head("a").response(.void)
    expectNil(response.error)
    expectEqual(response.cacheStatus, .hit(age: .zero))
    expectEqual(failures.messages, [])
  }

  @Test func theValueOfHeadDoesNotReplaceTheStoredOne() async throws {
    let mock = mock()
    mock.stub(.get("/a"), with: stored("a"))
    mock.stub(.head("/a"), with: stored("head"))
    _ = try await mock.get("a").object(as: Item.self)
    let head = await mock.head("a").cache(.reload).response(.decodable(of: Item.self))
    expectEqual(head.value, Item(name: "head"))
    expectEqual(try await mock.get("a").object(as: Item.self), Item(name: "a"))
  }

  @Test func coalescedRequestsReceiveTheSameValue() {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.coalesces = true
    let mock = NetworkingMock(configuration: configuration, timer: timer)
    mock.stub(.get("/a"), with: StubResponse.value(Item(name: "a")).delivered(.held), times: 1)
    let got = Captured<Item?>()
    for _ in 0..<2 {
      mock.get("a").response(delivery: .inline, responseSerializer: .decodable(of: Item.self)) {
        got.set($0.value)
      }
    }
    mock.pending.first?.complete()
    expectEqual(got.values, [Item(name: "a"), Item(name: "a")])
  }
}
