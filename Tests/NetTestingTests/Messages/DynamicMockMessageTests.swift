import NetTesting
import TestSupport
import Testing

/// The full text of every failure of a dynamic mock.
///
/// Each says what happened, where, and how to fix it.
@Suite(.netTesting) struct DynamicMockMessageTests {
  private let failures = CollectedFailures()

  private func mockExample() -> MockExample { failures.collect { MockExample(line: 99) } }

  @Test func aCallWithoutExpectations() {
    _ = mockExample().baz(buz: 5)
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 5) was called, and nothing is expected of the function baz.
        To expect it: expect.baz(buz: 5).to(.return(…))
        """
      ])
    expectEqual(failures.lines, [99])
  }

  @Test func anUnexpectedCallOfAVoidMember() {
    mockExample().baz()
    expectEqual(
      failures.messages,
      [
        """
        baz() was called, and nothing is expected of the function baz.
        To expect it: expect.baz().toBeCalled()
        """
      ])
  }

  @Test func moreAndFewerArgumentsThanExpected() {
    let mock = failures.collect { Mock(afterEach: TestScope(), line: 99) }
    mock.expect.log(1).to(.return(()), times: 0...1, file: "/t/ExampleTests.swift", line: 7)
    mock.call.log(1, 2)
    mock.call.log()
    expectEqual(
      failures.messages,
      [
        """
        log(1, 2) was called, and no expectation accepts it.
        The expectation is log(1) (ExampleTests.swift:7):
            argument  expected     got
            1st       1            1
          ≠ 2nd       no argument  2
        To expect it: expect.log(1, 2).toBeCalled()
        """,
        """
        log() was called, and no expectation accepts it.
        The expectation is log(1) (ExampleTests.swift:7):
            argument  expected  got
          ≠ 1st       1         no argument
        To expect it: expect.log().toBeCalled()
        """,
      ])
  }

  @Test func unexpectedReadAndWriteOfAProperty() {
    let example = mockExample()
    _ = example.foo
    example.foo = "bar"
    expectEqual(
      failures.messages,
      [
        """
        foo was read, and nothing is expected of the property foo.
        To expect it: expect.foo.to(.return(…))
        """,
        """
        foo = "bar" was set, and nothing is expected of the setting of the property foo.
        To expect it: expect.foo.toBeSet(to: "bar")
        """,
      ])
  }

  @Test func anExpectationOfAMemberOfTheSameName() {
    let example = mockExample()
    example.expect.foo.toAlways(.return("x"), file: "/t/ExampleTests.swift", line: 7)
    _ = example.foo(1)
    expectEqual(
      failures.messages,
      [
        """
        foo(1) was called, and nothing is expected of the function foo.
        There is an expectation of the property foo, foo (ExampleTests.swift:7).
        To expect it: expect.foo(1).to(.return(…))
        """
      ])
  }

  @Test func aMismatchShowsATableOfArguments() {
    let example = mockExample()
    example.expect.mixed(any(), count: 2, [9]).to(.return([""]), file: "/t/ExampleTests.swift", line: 11)
    example.expect.mixed("a", count: greaterThan(3), contains(1)).to(
      .return([""]), file: "/t/ExampleTests.swift", line: 12)
    _ = example.mixed("a", count: 3, [1, 2])
    expectEqual(
      failures.messages,
      [
        """
        mixed("a", count: 3, [1, 2]) was called, and no expectation accepts it.
        The nearest of 2 expectations is mixed("a", count: greater than 3, a sequence with 1) (ExampleTests.swift:12):
            argument  expected           got
            1st       "a"                "a"
          ≠ count     greater than 3     3
            3rd       a sequence with 1  [1, 2]
        To expect it: expect.mixed("a", count: 3, any()).to(.return(…))
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func otherLabelsAndTooFewArgumentsAreShown() {
    let example = mockExample()
    example.expect.save(text: "a", 3).toBeCalled(file: "/t/ExampleTests.swift", line: 12)
    #expect(throws: MockFailure.self) { try example.save("a") }
    expectEqual(
      failures.messages,
      [
        """
        save("a") was called, and no expectation accepts it.
        The expectation is save(text: "a", 3) (ExampleTests.swift:12):
            argument  expected   got
          ≠ 1st       text: "a"  1st: "a"
          ≠ 2nd       3          no argument
        To expect it: expect.save("a").toBeCalled()
        """
      ])
  }

  @Test func valuesThatLookTheSameShowTheirTypes() {
    let example = mockExample()
    example.expect.find(Owner(name: "a")).to(.return(nil), file: "/t/ExampleTests.swift", line: 12)
    example.expect.baz(buz: LooksLikeThree()).to(.return(1), file: "/t/ExampleTests.swift", line: 13)
    _ = example.baz(buz: 3)
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 3) was called, and no expectation accepts it.
        The expectation is baz(buz: 3) (ExampleTests.swift:13):
            argument  expected  got
          ≠ buz       3         3 of type Int
        To expect it: expect.baz(buz: 3).to(.return(…))
        """
      ])
  }

  @Test func oneCallTooMany() {
    let example = mockExample()
    example.expect.baz(buz: 3).to(.return(4), file: "/t/ExampleTests.swift", line: 12)
    _ = (example.baz(buz: 3), example.baz(buz: 3))
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 3) was called once too often: baz(buz: 3) is expected once (ExampleTests.swift:12).
        To allow more: times: 2, or toAlways(…).
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func aProhibitedCall() {
    let example = mockExample()
    example.expect.baz().toBeCalled(times: .never, file: "/t/ExampleTests.swift", line: 12)
    example.baz()
    expectEqual(
      failures.messages,
      [
        """
        baz() was called, and baz() is expected never (ExampleTests.swift:12).
        To allow it, state after that: expect.baz().toBeCalled()
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func oneCallPastAnExactCount() {
    let example = mockExample()
    example.expect.baz(buz: any()).toAlways(.return(0))
    example.expect.baz(buz: 3).to(.return(4), times: 1, file: "/t/ExampleTests.swift", line: 12)
    _ = (example.baz(buz: 3), example.baz(buz: 3))
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 3) was called once too often: baz(buz: 3) is expected once (ExampleTests.swift:12).
        To allow more: times: 2, or .and.toAlways(…).
        """
      ])
  }

  @Test func aMockThatIsNeverVerified() {
    TestScope.$current.withValue(nil) {
      failures.collect {
        _ = Mock().expect.baz(buz: 3).to(.return(4), file: "/t/ExampleTests.swift", line: 12)
      }
    }
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 3) is expected once, but nothing verifies that: the mock does not know when the test ends.
        Add the trait: @Test(.netTesting), or @Suite(.netTesting) for all tests of a suite. A detached task does not \
        inherit it: create the mock outside of that task.
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func theErrorOfAnUnexpectedCallDoesNotRepeatTheReport() {
    let example = mockExample()
    let error = #expect(throws: MockFailure.self) { try example.save("a") }
    expectEqual(error?.report, failures.messages.first)
    expectEqual(
      error?.description,
      "save(\"a\") was called, and nothing is expected of the function save. See the failure of the test.")
  }

  @Test func callsOutOfOrder() {
    let example = mockExample()
    inOrder {
      example.expect.foo(1).to(.return("open"), times: 2, file: "/t/ExampleTests.swift", line: 11)
      example.expect.baz().toBeCalled(times: 0...1, file: "/t/ExampleTests.swift", line: 12)
      example.expect.baz(buz: 1).to(.return(1), file: "/t/ExampleTests.swift", line: 13)
    }
    _ = (example.baz(buz: 1), example.foo(1), example.baz(buz: 1), example.foo(1), example.baz(buz: 1))
    example.baz()
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 1) was called before its turn: foo(1) comes first (ExampleTests.swift:11), is expected 2 times, and was \
        not used yet.
        To allow any order, state one of them outside inOrder { … }.
        """,
        """
        baz(buz: 1) was called before its turn: foo(1) comes first (ExampleTests.swift:11), is expected 2 times, and was \
        used once.
        To allow any order, state one of them outside inOrder { … }.
        """,
        """
        baz() was called after its turn: baz(buz: 1), which comes later (ExampleTests.swift:13), was used already.
        To allow any order, state one of them outside inOrder { … }.
        """,
      ])
    expectEqual(failures.lines, [13, 13, 12])
  }

  @Test func unmetExpectations() {
    let example = mockExample()
    example.expect.baz(buz: 3).to(.return(4), times: 2, file: "/t/ExampleTests.swift", line: 12)
    example.expect.baz(buz: any()).toAlways(.return(0))
    example.expect.foo.toBeSet(to: "x", file: "/t/ExampleTests.swift", line: 13)
    example.expect.baz().toBeCalled(times: 1..., file: "/t/ExampleTests.swift", line: 14)
    for number in 3...9 { _ = example.baz(buz: number) }
    example.verify()
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 3) is expected 2 times, and was called once.
        Calls: baz(buz: 3), baz(buz: 4), baz(buz: 5), baz(buz: 6), baz(buz: 7) and 2 more.
        If it is optional, write times: 0...2.
        """,
        """
        foo = "x" is expected once, and was not set.
        If it is optional, write times: 0...1.
        """,
        """
        baz() is expected at least once, and was not called.
        Calls: baz(buz: 3), baz(buz: 4), baz(buz: 5), baz(buz: 6), baz(buz: 7) and 2 more.
        If it is optional, write toAlways(…).
        """,
      ])
    expectEqual(failures.lines, [12, 13, 14])
  }

  @Test func aValueOfTheWrongType() {
    let example = mockExample()
    example.expect.foo.to(.return(3), file: "/t/ExampleTests.swift", line: 12)
    _ = example.foo
    expectEqual(
      failures.messages,
      [
        """
        foo returns 3 of type Int, but its mock asks for String.
        Give it a value of that type (ExampleTests.swift:12).
        """
      ])
    expectEqual(failures.lines, [12])
  }

  @Test func anExpectationWithoutAReturnValue() {
    let example = mockExample()
    example.expect.owner(of: 1).toBeCalled(file: "/t/ExampleTests.swift", line: 12)
    _ = example.owner(of: 1)
    expectEqual(
      failures.messages,
      [
        """
        owner(of: 1) is expected, but nothing is said of what it returns, and Owner has no default.
        Write to(.return(…)) with a value of that type (ExampleTests.swift:12).
        """
      ])
  }

  @Test func anErrorFromAMemberThatCannotThrowIt() {
    let example = mockExample()
    example.expect.foo.to(.throw(StoreError.full), file: "/t/ExampleTests.swift", line: 12)
    example.expect.load(1).to(.throw(CancellationError()), file: "/t/ExampleTests.swift", line: 13)
    _ = example.foo
    _ = try? example.load(1)
    expectEqual(
      failures.messages,
      [
        """
        foo throws full (StoreError), but its mock does not throw.
        A member that throws is forwarded to mock.throwing (ExampleTests.swift:12).
        """,
        """
        load(1) throws CancellationError() (CancellationError), but its mock throws StoreError only.
        Throw an error of that type (ExampleTests.swift:13).
        """,
      ])
  }

  @Test func aClosureThatReadsAWrongArgument() {
    let example = mockExample()
    example.expect.baz(buz: any()).to(
      .call { arguments in try (arguments.buz as String).count }, file: "/t/ExampleTests.swift", line: 12
    ).and.to(
      .call { arguments in try arguments.baz as Int }, file: "/t/ExampleTests.swift", line: 13
    ).and.to(.call { arguments in try arguments[1] as Int }, file: "/t/ExampleTests.swift", line: 14)
    for _ in 1...3 { _ = example.baz(buz: 3) }
    expectEqual(
      failures.messages,
      [
        """
        The closure that answers baz(buz: anything) could not read its arguments.
        The argument buz is 3 of type Int, but the closure asked for String.
        Ask for an argument that baz has, as its type (ExampleTests.swift:12).
        """,
        """
        The closure that answers baz(buz: anything) could not read its arguments.
        There is no argument baz; there are buz.
        Ask for an argument that baz has, as its type (ExampleTests.swift:13).
        """,
        """
        The closure that answers baz(buz: anything) could not read its arguments.
        There is no argument at position 1; there are buz.
        Ask for an argument that baz has, as its type (ExampleTests.swift:14).
        """,
      ])
  }

  @Test func anAsyncClosureForASynchronousMember() {
    let example = mockExample()
    example.expect.baz(buz: 3).to(.callAsync { _ in 4 }, file: "/t/ExampleTests.swift", line: 12)
    _ = example.baz(buz: 3)
    expectEqual(
      failures.messages,
      [
        """
        baz(buz: 3) is answered by .callAsync, but its mock does not wait.
        A member that is async is forwarded to mock.async (ExampleTests.swift:12).
        """
      ])
  }

  @Test func anArgumentThatIsNotEquatable() {
    let example = mockExample()
    example.expect.notify(NotEquatable()).toBeCalled(
      times: .anyNumber, file: "/t/ExampleTests.swift", line: 12)
    expectEqual(
      failures.messages,
      [
        """
        The argument 1st of notify(a value that cannot be compared) is of type NotEquatable, which is not Equatable, \
        so nothing can be equal to it.
        Use a matcher: satisfying("…") { … }, instance(of: NotEquatable.self), or any(). If it is Equatable on the \
        main actor only, mark it nonisolated.
        """
      ])
  }

  private struct NotEquatable: Sendable {}

  private struct LooksLikeThree: Sendable, Equatable, CustomStringConvertible {
    var description: String { "3" }
  }
}
