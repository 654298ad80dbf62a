import NetTesting

protocol Example: Sendable {
  var foo: String { get nonmutating set }
  var owner: Owner { get }
  var size: Int { get throws }

  func foo(_ times: Int) -> String
  func baz()
  func baz(buz: Int) -> Int
  func mixed(_ text: String, count: Int, _ more: [Int]) -> [String]
  func find(_ id: Int?) -> String?
  func owner(of id: Int) -> Owner
  func save(_ text: String) throws
  func load(_ id: Int) throws(StoreError) -> String
  func fetch(_ id: Int) async -> Int
  func fetchOwner(_ id: Int) async throws -> Owner
  func upload(_ text: String) async throws
  func notify(_ callback: @escaping (Int) -> Void)
}

struct Owner: Sendable, Equatable { var name: String }

enum StoreError: Error, Equatable { case full, gone }

/// A mock with every kind of member that can be forwarded.
final class MockExample: Example, Mockable {
  let mock: Mock

  init(line: UInt = #line) { mock = Mock(line: line) }

  var foo: String {
    get { mock.get.foo }
    set { mock.set.foo = newValue }
  }

  var owner: Owner { mock.get(orElse: Owner(name: "nobody")).owner }
  var size: Int { get throws { try mock.throwing.get.size } }

  func foo(_ times: Int) -> String { mock.call.foo(times) }
  func baz() { mock.call.baz() }
  func baz(buz: Int) -> Int { mock.call.baz(buz: buz) }
  func mixed(_ text: String, count: Int, _ more: [Int]) -> [String] {
    mock.call.mixed(text, count: count, more)
  }
  func find(_ id: Int?) -> String? { mock.call.find(id) }
  func owner(of id: Int) -> Owner { mock.call(orElse: Owner(name: "nobody")).owner(of: id) }
  func save(_ text: String) throws { try mock.throwing.call.save(text) }
  func load(_ id: Int) throws(StoreError) -> String {
    try mock.throwing(StoreError.self, orElse: .gone).call.load(id)
  }
  func fetch(_ id: Int) async -> Int { await mock.async.call.fetch(id) }
  func fetchOwner(_ id: Int) async throws -> Owner { try await mock.async.throwing.call.fetchOwner(id) }
  func upload(_ text: String) async throws { try await mock.async.throwing.call.upload(text) }
  func notify(_ callback: @escaping (Int) -> Void) { mock.call.notify(callback) }
}
