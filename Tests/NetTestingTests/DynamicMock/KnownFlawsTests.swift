import Dispatch
import Net
import NetTesting
import TestSupport
import Testing

/// Known flaws of other dynamic mocks, with one test for each.
@Suite(.netTesting) struct KnownFlawsTests {
  private let failures = CollectedFailures()

  private func mockExample() -> MockExample { failures.collect { MockExample(line: 99) } }

  @Test func aMismatchDoesNotRunTheClosure() {
    let example = mockExample()
    let ran = Captured<Int>()
    example.expect.baz(buz: 3).to(
      .call { _ in
        ran.set(1)
        return 4
      })
    expectEqual(example.baz(buz: 5), 0)
    expectTrue(ran.values.isEmpty)
  }

  @Test func aMismatchDoesNotUseUpTheExpectation() {
    let example = mockExample()
    example.expect.baz(buz: equalTo(3)).to(.return(4))
    expectEqual(example.baz(buz: 5), 0)
    expectEqual(example.baz(buz: 3), 4)
    expectEqual(failures.messages.count, 1)
  }

  @Test func theMatchingExpectationIsChosenRegardlessOfOrder() {
    let example = mockExample()
    example.expect.baz(buz: 1).to(.return(10))
    example.expect.baz(buz: 2).to(.return(20))
    expectEqual(example.baz(buz: 2), 20)
    expectEqual(example.baz(buz: 1), 10)
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aPersistentExpectationDoesNotStarveLaterOnes() {
    let example = mockExample()
    example.expect.baz(buz: any()).toAlways(.return(0))
    example.expect.baz(buz: 3).to(.return(4))
    expectEqual(example.baz(buz: 3), 4)
    expectEqual(example.baz(buz: 3), 0)
    example.verify()
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aVariableExpectationDoesNotAnswerAFunctionOfTheSameName() {
    let mock = failures.collect { Mock() }
    mock.expect.foo.toAlways(.return("the variable"))
    let unexpected: String = mock.call.foo()
    expectEqual(unexpected, "")
    expectEqual(failures.messages.count, 1)
    mock.expect.foo().to(.return("the function"))
    let (function, variable): (String, String) = (mock.call.foo(), mock.get.foo)
    expectEqual([function, variable], ["the function", "the variable"])
  }

  @Test func aWrongReturnTypeDoesNotCrash() {
    let example = mockExample()
    example.expect.foo.to(.return(3), file: "/t/A.swift", line: 5)
    expectEqual(example.foo, "")
    expectEqual(failures.lines, [5])
  }

  @Test func anEmptyArrayOfAnotherTypeFailsTheTest() {
    let example = mockExample()
    example.expect.mixed("", count: 0, any()).to(.return([Int]()))
    expectEqual(example.mixed("", count: 0, []), [])
    expectEqual(failures.messages.count, 1)
  }

  @Test func anUnexpectedCallDoesNotCrash() {
    let example = mockExample()
    expectEqual(example.foo, "")
    expectEqual(example.baz(buz: 1), 0)
    expectNil(example.find(1))
    expectEqual(example.mixed("", count: 0, []), [])
    expectEqual(example.owner, Owner(name: "nobody"))
    expectEqual(example.owner(of: 3), Owner(name: "nobody"))
    expectEqual(failures.messages.count, 6)
    expectEqual(Set(failures.lines), [99])
  }

  @Test func anUnexpectedCallOfAThrowingMemberThrows() async {
    let example = mockExample()
    #expect(throws: MockFailure.self) { try example.save("x") }
    #expect(throws: MockFailure.self) { try example.size }
    #expect(throws: StoreError.gone) { try example.load(1) }
    await #expect(throws: MockFailure.self) { try await example.fetchOwner(1) }
    expectEqual(failures.messages.count, 4)
  }

  @Test func withoutAValueToReturnTheProcessStopsWithTheReport() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // Keeps the failure from being recorded in this process; other tests check that it is reported.
      TestReporter.$override.withValue(TestReporter { _, _ in }) {
        let mock = Mock(line: 99)
        mock.expect.owner(1).to(.return(Owner(name: "a")))
        let _: Owner = mock.call.owner(3)
      }
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      said.contains(
        """
        To expect it: expect.owner(3).to(.return(…))
        The process stops here: the member does not throw, and returns Owner, of which there is no value to go on \
        with. Give one: mock.call(orElse: …), or make Owner a MockDefault.
        """))
  }

  @Test func anErrorThatTheMemberCannotThrowDoesNotCrash() {
    let example = mockExample()
    example.expect.foo.to(.throw(StoreError.full), file: "/t/A.swift", line: 5)
    example.expect.load(1).to(.throw(MockFailureOfOurs()), file: "/t/A.swift", line: 6)
    expectEqual(example.foo, "")
    #expect(throws: StoreError.gone) { try example.load(1) }
    expectEqual(failures.lines, [5, 6])
  }

  @Test func anArgumentOfAnotherTypeDoesNotCrash() {
    let example = mockExample()
    example.expect.baz(buz: any()).to(
      .call { arguments in try (arguments.buz as String).count }, file: "/t/A.swift", line: 5)
    expectEqual(example.baz(buz: 3), 0)
    expectEqual(failures.lines, [5])
  }

  @Test func anUnusedPersistentExpectationDoesNotFailVerify() {
    let example = mockExample()
    example.expect.foo.toAlways(.return("x"))
    example.verify()
    expectTrue(failures.messages.isEmpty)
  }

  @Test func unmetExpectationsFailOnceAtTheirLines() {
    let scope = TestScope()
    let example = failures.collect { MockExample() }.verified(afterEach: scope)
    example.expect.baz().toBeCalled(file: "/t/A.swift", line: 5)
    example.expect.foo.to(.return("x"), times: 2, file: "/t/A.swift", line: 6)
    _ = example.foo
    example.verify()
    scope.end()
    expectEqual(failures.lines, [5, 6])
  }

  @Test func aMockCreatedInATestIsVerifiedAtItsEnd() {
    let scope = TestScope()
    failures.collect {
      TestScope.$current.withValue(scope) {
        _ = MockExample().expect.baz().toBeCalled(file: "/t/A.swift", line: 5)
      }
    }
    scope.end()
    expectEqual(failures.lines, [5])
  }

  @Test(.heavy) func concurrentCallsAreCountedExactly() {
    let example = mockExample()
    let answered = Captured<Int>()
    example.expect.baz(buz: greaterThanOrEqualTo(0)).to(
      .call { arguments in
        answered.set(try arguments.buz)
        return try arguments.buz as Int
      }, times: 500)
    DispatchQueue.concurrentPerform(iterations: 600) { number in
      example.expect.baz(buz: -number - 1).toAlways(.return(-1))
      _ = example.baz(buz: number)
    }
    expectEqual(answered.values.count, 500)
    expectEqual(failures.messages.count, 100)
    expectEqual(example.calls.count, 600)
    expectEqual(Set(example.calls.baz.compactMap { $0.arguments.buz as Int? }), Set(0..<600))
  }

  private struct MockFailureOfOurs: Error {}
}
