import NetTesting
import Testing

private protocol Counting {
  func baz(buz: Int) -> Int
}

private final class MockCounting: Counting, Mockable {
  let mock = Mock()
  func baz(buz: Int) -> Int { mock.call.baz(buz: buz) }
}

private struct Account: Sendable, Equatable { var name: String }

private struct Service: Sendable {
  let find: @Sendable (Int, String) -> Account
}

/// The samples of the article "Dynamic mocks" that are not in scenario S7.
@Suite struct DynamicMocksTests {
  @Test(.netTesting) func readingTheCalls() {
    let example = MockCounting()
    example.expect.baz(buz: any()).toAlways(.return(0))
    _ = (example.baz(buz: 2), example.baz(buz: 3))
    // snippet: calls
    #expect(example.calls.map(\.description) == ["baz(buz: 2)", "baz(buz: 3)"])
    #expect(example.calls.baz.last?.arguments.buz == 3)
    // snippet.end
  }

  @Test(.netTesting) func typedMocks() {
    // snippet: types
    let find = Mocked<Int, String, Account>("find", afterEach: .test)
    find.expect(greaterThan(3), any()).toCall { id, realm in Account(name: "\(realm)/\(id)") }
    let service = Service(find: find.function)
    // snippet.end
    #expect(service.find(4, "staff") == Account(name: "staff/4"))
  }
}
