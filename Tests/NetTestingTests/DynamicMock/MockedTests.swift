import NetTesting
import TestSupport
import Testing

private protocol Users {
  func find(_ id: Int, in realm: String) -> String
  func save(_ name: String) throws(StoreError) -> Int
}

private final class MockUsers: Users, Mockable {
  let mock = Mock()
  var finding: Mocked<Int, String, String> { Mocked("find(_:in:)", of: mock) }
  var saving: Mocked<String, Int> { Mocked("save", of: mock) }

  func find(_ id: Int, in realm: String) -> String { finding(id, realm) }
  func save(_ name: String) throws(StoreError) -> Int {
    try saving.throwing(name, as: StoreError.self, orElse: .gone)
  }
}

@Suite(.netTesting) struct MockedTests {
  private let failures = CollectedFailures()

  @Test func returnsTypedValues() {
    let users = failures.collect { MockUsers() }
    users.finding.expect(3, "staff").to(.return("trentm")).and.to(.return("again"))
    users.finding.expect(greaterThan(3), any()).toCall { id, realm in "\(realm)/\(id)" }
    expectEqual(users.find(4, in: "guests"), "guests/4")
    expectEqual(users.find(3, in: "staff"), "trentm")
    expectEqual(users.find(3, in: "staff"), "again")
    expectTrue(failures.messages.isEmpty)
  }

  @Test func sharesExpectationsWithTheDynamicMock() {
    let users = failures.collect { MockUsers() }
    users.expect.find(3, in: contains("sta")).to(.return("dynamic"))
    users.finding.expect(3, any()).to(.return("typed"))
    expectEqual(users.find(3, in: "staff"), "dynamic")
    expectEqual(users.find(3, in: "staff"), "typed")
    expectEqual(users.calls.find.map(\.description), ["find(3, in: \"staff\")", "find(3, in: \"staff\")"])
  }

  @Test func throwsTypedErrors() {
    let users = failures.collect { MockUsers() }
    users.saving.expect("a").to(.throw(StoreError.full))
    #expect(throws: StoreError.full) { try users.save("a") }
    #expect(throws: StoreError.gone) { try users.save("b") }
    expectEqual(failures.messages.count, 1)
  }

  @Test func verifyingAFunctionReportsTheCallsThatAreMissing() {
    let find = failures.collect { Mocked<Int, String>("find") }
    find.expect(1).to(.return("one"))
    failures.collect { find.verify() }
    expectEqual(failures.messages.count, 1)
  }

  @Test func canBeUsedAsAClosure() throws {
    let find = failures.collect { Mocked<Int, Int?, String>("find") }
    find.expect(1, nil).to(.return("one"))
    find.expect(2, equalTo(3)).to(.throw(StoreError.gone))
    let (plain, throwing) = (find.function, find.throwingFunction)
    expectEqual(plain(1, nil), "one")
    #expect(throws: StoreError.gone) { try throwing(2, 3) }
    expectEqual(find.calls.count, 2)
  }

  @Test func returnsAFallbackForATypeWithoutADefault() {
    let find = failures.collect { Mocked<Int, Owner>("find") }
    let function = find.function(orElse: Owner(name: "nobody"))
    expectEqual(function(3), Owner(name: "nobody"))
    expectEqual(failures.messages.count, 1)
  }

  @Test func worksWithoutArgumentsAndReturnValue() {
    let scope = TestScope()
    let done = failures.collect { Mocked<Void>("done", afterEach: scope) }
    done.expect().toBeCalled(times: 2...3)
    done()
    scope.end()
    expectEqual(failures.messages.count, 1)
  }

  @Test func suspendsInAnAsyncCall() async throws {
    let fetch = failures.collect { Mocked<Int, String>("fetch") }
    let gate = Captured<String>()
    fetch.expect(any()).to(.callAsync { _ in await gate.next() ?? "" })
    async let fetched = fetch.async(1)
    gate.set("there")
    expectEqual(try await fetched, "there")
  }

  @Test func literalsOfEveryTypeAreMatchers() {
    let all = failures.collect { Mocked<Int, Double, Bool, String, Int?, Int>("all") }
    all.expect(1, 2, true, "a", nil).toAlways(.return(1))
    all.expect(1, 2.5, false, "b", equalTo(4)).toAlways(.return(2))
    expectEqual(all(1, 2, true, "a", nil), 1)
    expectEqual(all(1, 2.5, false, "b", 4), 2)
    expectEqual(all(1, 2.5, false, "b", nil, orElse: -1), -1)
    expectEqual(failures.messages.count, 1)
  }
}
