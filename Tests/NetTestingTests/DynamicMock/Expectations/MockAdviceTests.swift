import Foundation
import NetTesting
import TestSupport
import Testing

/// What the reports of mocks advise compiles, and does what they say.
@Suite(.netTesting) struct MockAdviceTests {
  private let failures = CollectedFailures()

  private func mockExample() -> MockExample { failures.collect { MockExample(line: 99) } }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func aNumberWithoutALiteralIsSuggestedAsAny(number: Double) {
    let mock = failures.collect { Mock(line: 99) }
    let _: Int = mock.call.save(number, orElse: 0)
    expectEqual(failures.messages.first?.contains("expect.save(any(), "), true, "\(failures.messages)")
  }

  @Test func aRangeIsACountOfEveryExpectation() {
    let example = mockExample()
    example.expect.find(3).to(.return("x"), times: 0...1)
    example.expect.foo.to(.return("x"), times: 0...1)
    example.expect.foo.toBeSet(to: "a", times: 0...1)
    example.expect.owner.toBeRead(times: 0...1)
    example.expect.baz().toBeCalled(times: 0...1)
    let find = failures.collect { Mocked<Int, String>("find", afterEach: .test) }
    find.expect(3).to(.return("x"), times: 0...1)
    find.expect(4).toCall(times: 0...1) { "\($0)" }
    failures.collect {
      example.verify()
      find.verify()
    }
    expectEqual(failures.messages, [])
    #expect((example.find(3), example.foo, find(3), find(4)) == ("x", "x", "x", "4"))
    example.foo = "a"
    expectEqual(failures.messages, [])
    example.foo = "a"
    expectEqual(failures.messages.first?.contains("once too often"), true)
  }

  @Test func aRangeRequiresItsLowerBound() {
    let example = mockExample()
    example.expect.foo.toBeSet(to: "a", times: 2...)
    example.expect.foo.to(.return("x"), times: 2...3)
    failures.collect { example.verify() }
    expectEqual(failures.messages.count, 2)
  }

  @Test func theAdviceOnASetThatIsOptionalCanBeFollowed() {
    let example = mockExample()
    example.expect.foo.toBeSet(to: "a", times: 1...)
    failures.collect { example.verify() }
    expectEqual(failures.messages.first?.hasSuffix("If it is optional, write times: .anyNumber."), true)
    let optional = mockExample()
    optional.expect.foo.toBeSet(to: "a", times: .anyNumber)
    failures.collect { optional.verify() }
    expectEqual(failures.messages.count, 1)
  }

  @Test func theAdviceOnASetTooManyCanBeFollowed() {
    let example = mockExample()
    example.expect.foo.toBeSet(to: "a")
    (example.foo, example.foo) = ("a", "a")
    expectEqual(failures.messages.first?.hasSuffix("To allow more: times: 2, or times: .anyNumber."), true)
    let stated = mockExample()
    stated.expect.foo.toBeSet(to: "a", times: 1)
    (stated.foo, stated.foo) = ("a", "a")
    expectEqual(failures.messages.last?.hasSuffix("or .and.toBeCalled(times: .anyNumber)."), true)
    let more = mockExample()
    more.expect.foo.toBeSet(to: "a", times: 1).and.toBeCalled(times: .anyNumber)
    for _ in 0..<3 { more.foo = "a" }
    expectEqual(failures.messages.count, 2)
  }

  @Test func aCallOutOfOrderIsNotCalledNoCall() {
    let example = mockExample()
    inOrder {
      example.expect.foo.to(.return("a"))
      example.expect.find(1).to(.return("b"))
    }
    _ = (example.find(1), example.foo)
    failures.collect { example.verify() }
    expectEqual(
      failures.messages.last?.hasPrefix("find(1) is expected once, and was not called in order."), true)
  }

  private protocol Store { func save(_ data: Data) -> Int }

  private final class MockStore: Store, Mockable {
    let mock: Mock

    init(_ mock: Mock) { self.mock = mock }

    func save(_ data: Data) -> Int { mock.call.save(data) }
  }

  @Test func anArgumentOfTheSameTypeIsReportedWithItsDifference() {
    let store = failures.collect { MockStore(Mock()) }
    let zeros = Data(count: 100)
    store.expect.save(equalTo(zeros + [1])).to(.return(1))
    _ = store.save(zeros + [2])
    let text = failures.messages.joined()
    #expect(text.contains("they differ at byte 100: 01, 02"), "\(text)")
    #expect(!text.contains("of type"), "\(text)")
  }
}
