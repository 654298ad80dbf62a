import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct EmptyLiteralTests {
  private struct Flags: OptionSet, Sendable {
    var rawValue = 0
  }

  private final class Store: Mockable {
    let mock: Mock
    init(line: UInt = #line) { mock = Mock(line: line) }

    func names() -> [String] { mock.call.names() }
    func numbers() throws -> Set<Int> { try mock.throwing.call.numbers() }
    func ages() async -> [String: Int] { await mock.async.call.ages() }
    func flags() -> Flags { mock.call(orElse: Flags(rawValue: 1)).flags() }
    func found() -> [Int]? { mock.call.found() }
    func count() -> Int { mock.call.count() }
    func anything() -> Any? { mock.call.anything() }
    func something() throws -> Any { try mock.throwing.call.something() }
    func sendable() -> any Sendable { mock.call(orElse: 0 as any Sendable).sendable() }
    func printable() -> any CustomStringConvertible { mock.call.printable() }
    var ids: [Int] {
      get { mock.get.ids }
      set { mock.set.ids = newValue }
    }
  }

  private let store = Store()

  @Test func aMockReturnsAnEmptyCollectionOfTheTypeOfItsMember() async throws {
    store.expect.names().to(.return([]))
    store.expect.numbers().to(.return([]))
    store.expect.ages().to(.return([:]))
    store.expect.flags().to(.return([]))
    store.expect.found().to(.return([]))
    expectEqual(store.names(), [])
    expectEqual(try store.numbers(), [])
    expectEqual(await store.ages(), [:])
    expectEqual(store.flags(), [])
    expectEqual(store.found(), .some([]))
  }

  @Test func aClosureOfAMockReturnsAnEmptyArray() {
    store.expect.names().to(.call { _ in [] })
    expectEqual(store.names(), [])
  }

  @Test func aMemberThatReturnsAnyValueReturnsAnEmptyCollection() throws {
    store.expect.anything().to(.return([]))
    store.expect.something().to(.return([:]))
    store.expect.sendable().to(.return([]))
    store.expect.printable().to(.return([]))
    expectEqual((store.anything() as? [Any])?.isEmpty, true)
    expectEqual((try store.something() as? [AnyHashable: Any])?.isEmpty, true)
    #expect(store.sendable() is [Any])
    #expect(store.printable() is [Any])
    store.expect.anything().to(.call { _ in [] })
    expectEqual((store.anything() as? [Any])?.isEmpty, true)
  }

  @Test func aClosureOfAMockReturnsNil() async {
    store.expect.found().to(.call { _ in nil })
    expectNil(store.found())
  }

  @Test func aPropertyIsSetToAnEmptyArray() {
    let failures = CollectedFailures()
    let store = failures.collect { Store() }
    store.expect.ids.toBeSet(to: [])
    store.ids = [1]
    expectEqual(failures.messages.count, 1)
    store.ids = []
    expectEqual(failures.messages.count, 1)
  }

  @Test func aPropertyIsSetToAnEmptyArraySeveralTimes() {
    store.expect.ids.toBeSet(to: [], times: 1...2)
    store.ids = []
    store.ids = []
    store.expect.ids.toBeSet(to: [3], times: 1...2)
    store.ids = [3]
  }

  @Test func anEmptyCollectionOfAnotherTypeIsStillWrong() {
    let failures = CollectedFailures()
    let store = failures.collect { Store(line: 3) }
    store.expect.names().to(.return([Int]()), line: 4)
    store.expect.count().to(.return([]), line: 5)
    _ = store.names()
    _ = store.count()
    expectEqual(
      failures.messages,
      [
        """
        names() returns [] of type Array<Int>, but its mock asks for Array<String>.
        Give it a value of that type (EmptyLiteralTests.swift:4).
        """,
        """
        count() returns [] of type EmptyLiteral, but its mock asks for Int.
        Give it a value of that type (EmptyLiteralTests.swift:5).
        """,
      ])
  }

  @Test func aStubRespondsWithAnEmptyCollectionOfTheRequestedType() async throws {
    let network = NetworkingMock()
    network.stub(.get("/names"), with: [])
    network.stub(.get("/ages"), with: [:])
    network.stub(.get("/found"), with: .value([]).header("ETag", "1"))
    expectEqual(try await network.get("/names").object(as: [String].self), [])
    expectEqual(try await network.get("/ages").object(as: [String: Int].self), [:])
    expectEqual(try await network.get("/found").object(as: [Int]?.self), .some([]))
  }

  @Test func anEmptyResultHasTheRequestedType() async throws {
    let network = NetworkingMock()
    network.mockResponse(.success([]))
    expectEqual(try await network.get("/names").object(as: [String].self), [])
  }

  @Test func aFailureNeedsNoType() async {
    let network = NetworkingMock()
    network.mockResponse(.failure(URLError(.timedOut)))
    await #expect(throws: NetworkError.self) { try await network.get("/names").object(as: [String].self) }
  }

  @Test func aHeldRequestIsCompletedWithAnEmptyCollection() {
    let network = NetworkingMock(delivery: .held)
    let got = Captured<Result<[String], NetworkError>>()
    network.get("/names").responseObject(as: [String].self) { got.set($0.result) }
    network.pending.first?.complete(with: [])
    expect(got.value).to(beSuccess([]))
  }

  @Test func anEmptyLiteralForAnotherTypeFailsTheTest() async {
    let failures = CollectedFailures()
    let network = failures.collect { NetworkingMock(line: 3) }
    network.stub(.get("/count"), with: [], line: 4)
    await #expect(throws: NetworkError.self) { try await network.get("/count").object(as: Int.self) }
    expectEqual(failures.lines, [4])
    expectEqual(failures.messages.first?.contains("but the code under test asked for Int"), true)
  }
}
