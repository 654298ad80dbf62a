import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockTests {
  private let failures = CollectedFailures()

  private func mockExample() -> MockExample { failures.collect { MockExample(line: 99) } }

  @Test func aPropertyReturnsTheExpectedValue() {
    let example = mockExample()
    example.expect.foo.to(.return("bar"))
    expectEqual(example.foo, "bar")
    expectTrue(failures.messages.isEmpty)
  }

  @Test func andAddsAnExpectationForTheNextCall() {
    let example = mockExample()
    example.expect.foo.to(.return("first")).and.to(.return("second")).and.toAlways(.return("then"))
    expectEqual([example.foo, example.foo, example.foo, example.foo], ["first", "second", "then", "then"])
  }

  @Test func timesRepeatsTheExpectation() {
    let example = mockExample()
    example.expect.foo.to(.return("bar"), times: 2)
    expectEqual([example.foo, example.foo, example.foo], ["bar", "bar", ""])
    expectEqual(failures.messages.count, 1)
  }

  @Test func aCountThatAProhibitionOverridesHasNoEffectOnWhatFollowsIt() {
    let example = mockExample()
    example.expect.foo.to(.return("first"), times: 1)
    expectEqual(example.foo, "first")
    example.expect.foo.toBeRead(times: .never)
    example.expect.foo.to(.return("then"), times: 1...)
    expectEqual([example.foo, example.foo, example.foo], ["then", "then", "then"])
    expectEqual(failures.messages, [])
  }

  @Test func aFunctionReturnsWithoutACast() {
    let example = mockExample()
    example.expect.mixed("a", count: greaterThan(1), [1, 2]).to(.return(["x"]))
    expectEqual(example.mixed("a", count: 2, [1, 2]), ["x"])
  }

  @Test func nilIsReturnedAndMatched() {
    let example = mockExample()
    example.expect.find(nil).to(.return(nil))
    example.expect.find(3).to(.return("three"))
    expectNil(example.find(nil))
    expectEqual(example.find(3), "three")
    expectTrue(failures.messages.isEmpty)
  }

  @Test func nilIsReturnedAsAnOptionalOfAnyType() {
    let mock = failures.collect { Mock() }
    mock.expect.find(any()).toAlways(.return(nil))
    mock.expect.read(any()).toAlways(.call { arguments in [try arguments[0] as Any?] })
    let (value, sendable, twice): (Any?, (any Sendable)?, Int??) = (
      mock.call.find(1), mock.call.find(2), mock.call.find(3)
    )
    let read: [Any?] = mock.call.read(nil)
    expectEqual([value == nil, sendable == nil, twice == nil], [true, true, true])
    expectEqual(read.map { $0 == nil }, [true])
  }

  @Test func theDefaultOfAnOptionalOfAnyTypeIsNil() {
    let mock = failures.collect { Mock() }
    mock.expect.find(1).toBeCalled()
    let (expected, unexpected): (Any?, (any Sendable)?) = (mock.call.find(1), mock.call.find(2))
    expectEqual([expected == nil, unexpected == nil], [true, true])
  }

  @Test func aClosureReadsItsArgumentsByLabelAndPosition() {
    let example = mockExample()
    example.expect.baz(buz: any()).to(.call { arguments in try arguments.buz + 1 })
    example.expect.mixed(any(), count: any(), any()).to(
      .call { arguments in Array(repeating: try arguments[0] as String, count: try arguments.count as Int) })
    expectEqual(example.baz(buz: 3), 4)
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aClosureMayUseTheMockItself() {
    let example = mockExample()
    example.expect.baz(buz: 3).to(
      .call { _ in
        example.expect.foo.to(.return("inner"))
        return example.foo.count
      })
    expectEqual(example.baz(buz: 3), 5)
  }

  @Test func aClosureForAVoidMemberMayReturnAValue() {
    let example = mockExample()
    let set = Lock<Set<Int>>([])
    example.expect.baz().to(.call { _ in set.withLock { $0.insert(1).inserted } })
    example.baz()
    expectEqual(set.withLock { $0 }, [1])
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aClosureThatReturnsNilRuns() {
    let example = mockExample()
    let count = Lock(0)
    example.expect.find(3).to(
      .call { _ in
        count.withLock { $0 += 1 }
        return nil
      })
    expectNil(example.find(3))
    expectEqual(count.withLock { $0 }, 1)
  }

  @Test func aCallbackThatIsNotSendableReachesTheClosure() {
    let example = mockExample()
    example.expect.notify(any()).to(
      .call { arguments in
        let callback: (Int) -> Void = try arguments[0]
        callback(7)
      })
    var got = 0
    example.notify { got = $0 }
    expectEqual(got, 7)
  }

  @Test func aThrowingMemberThrowsTheExpectedError() {
    let example = mockExample()
    example.expect.save(any()).to(.throw(StoreError.full))
    #expect(throws: StoreError.full) { try example.save("x") }
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aThrowingPropertyThrowsTheExpectedError() throws {
    let example = mockExample()
    example.expect.size.to(.return(3)).and.to(.throw(StoreError.full))
    expectEqual(try example.size, 3)
    #expect(throws: StoreError.full) { try example.size }
  }

  @Test func aTypedErrorKeepsItsType() {
    let example = mockExample()
    example.expect.load(1).to(.throw(StoreError.full))
    do throws(StoreError) {
      _ = try example.load(1)
      Issue.record("nothing was thrown")
    } catch {
      expectEqual(error, .full)
    }
  }

  @Test func anAsyncMemberMaySuspend() async throws {
    let example = mockExample()
    let gate = Captured<Int>()
    example.expect.fetch(any()).to(
      .callAsync { arguments in
        let id: Int = try arguments[0]
        return await gate.next().map { $0 + id } ?? 0
      })
    async let fetched = example.fetch(1)
    gate.set(41)
    expectEqual(await fetched, 42)
    example.expect.fetchOwner(1).to(.return(Owner(name: "a"))).and.to(.throw(StoreError.gone))
    expectEqual(try await example.fetchOwner(1), Owner(name: "a"))
    await #expect(throws: StoreError.gone) { try await example.fetchOwner(1) }
  }

  @Test func anAsyncVoidMemberThrowsTheExpectedError() async {
    let example = mockExample()
    example.expect.upload(any()).toBeCalled().and.to(.throw(StoreError.full))
    await #expect(throws: Never.self) { try await example.upload("x") }
    await #expect(throws: StoreError.full) { try await example.upload("y") }
    expectEqual(example.mock.calls.upload.count, 2)
    expectTrue(failures.messages.isEmpty)
  }

  @Test func anExpectedAssignmentIsAccepted() {
    let example = mockExample()
    example.expect.foo.toBeSet(to: "bar").and.toBeCalled()
    example.foo = "bar"
    example.foo = "bar"
    expectTrue(failures.messages.isEmpty)
    example.foo = "buz"
    expectEqual(failures.messages.count, 1)
  }

  @Test func theLogHasEveryCallInOrder() {
    let example = mockExample()
    example.expect.baz(buz: any()).toAlways(.return(0))
    example.expect.foo.toAlways(.return("bar"))
    example.baz()
    _ = (example.baz(buz: 3), example.foo, example.baz(buz: 4))
    example.foo = "x"
    expectEqual(
      example.calls.map(\.description), ["baz()", "baz(buz: 3)", "foo", "baz(buz: 4)", "foo = \"x\""])
    expectEqual(example.calls.baz.count, 3)
    expectEqual(example.calls.baz.last?.arguments.buz, 4)
    expectEqual(example.calls.baz.last?.arguments[0], 4)
    expectEqual(example.calls.baz.last?.arguments.argumentLabels, ["buz"])
    expectEqual(example.calls.baz.last?.arguments.argumentCount, 1)
    expectEqual(example.calls.baz.last?.arguments.buz, String?.none)
    expectEqual(example.calls["foo"].map(\.member.kind), [.get, .set])
    expectEqual(example.calls.map(\.wasExpected), [false, true, true, true, false])
  }

  @Test func theLogWithholdsArgumentsThatAreNotSendable() {
    let example = mockExample()
    example.expect.notify(any()).toBeCalled()
    example.notify { _ in }
    expectEqual(example.calls.notify.first?.arguments[0], Int?.none)
    let shared: (any Sendable)? = example.calls.notify.first?.arguments[0]
    expectNil(shared)
    let mock = failures.collect { Mock() }
    mock.call.keep([NotShared()])
    let list: [any Sendable]? = mock.calls.keep.first?.arguments[0]
    expectNil(list)
  }

  private final class NotShared {}

  @Test func eventuallyWakesWhenTheLogGrows() async {
    let example = mockExample()
    example.expect.baz().toAlways(.return(()))
    Task { example.baz() }
    await expect(example.calls.baz.count).toEventually(equal(1))
  }

  @Test func aCallOrderCanSpanSeveralMocks() {
    let (file, log) = (mockExample(), mockExample())
    inOrder {
      file.expect.foo(1).to(.return("open"))
      log.expect.baz().toBeCalled(times: 1...)
      file.expect.baz(buz: 3).to(.return(4))
    }
    _ = file.foo(1)
    expectEqual(file.baz(buz: 3), 0)
    log.baz()
    log.baz()
    expectEqual(file.baz(buz: 3), 4)
    log.baz()
    expectEqual(failures.messages.count, 2)
  }

  @Test func aNumberBelowAllIntegersIsLessThanAnInteger() {
    let found = failures.collect {
      let mock = Mock(afterEach: TestScope())
      mock.expect.wait(lessThan(3)).toBeCalled(times: 2)
      mock.call.wait(-1e300) as Void
      mock.call.wait(-Double.infinity) as Void
      mock.verify()
      return mock.calls.wait.count
    }
    expectEqual(found, 2)
    expectEqual(failures.messages, [])
  }

  @Test func anOrderOfOneExpectationHasNoResultToUse() {
    let file = mockExample()
    inOrder { file.expect.foo(1).to(.return("open")) }
    expectEqual(file.foo(1), "open")
  }

  @Test func anOrderInsideAnotherIsPartOfIt() {
    let (file, log) = (mockExample(), mockExample())
    inOrder {
      file.expect.foo(1).to(.return("open"))
      inOrder {
        log.expect.baz().toBeCalled()
        log.expect.foo(2).to(.return("log"))
      }
      file.expect.baz(buz: 3).to(.return(4))
    }
    _ = file.foo(1)
    log.baz()
    expectEqual(file.baz(buz: 3), 0)
    _ = log.foo(2)
    expectEqual(file.baz(buz: 3), 4)
    expectEqual(failures.messages.count, 1)
  }

  @Test func aFallbackOfTheSetUpDoesNotHideACallOutOfTurn() {
    let example = mockExample()
    example.expect.baz(buz: 3).toAlways(.return(9))
    inOrder {
      example.expect.foo(1).to(.return("open"))
      example.expect.baz(buz: 3).to(.return(4))
    }
    let early = example.baz(buz: 3)
    _ = example.foo(1)
    let values: [Int] = [early, example.baz(buz: 3), example.baz(buz: 3)]
    expectEqual(values, [0, 4, 9])
    expectEqual(failures.messages.count, 1)
  }
}
