import Foundation
import Net
import NetTesting
import Testing

@Suite(.netTesting) struct MockTests {
  private let failures = CollectedFailures()

  private func mockExample() -> MockExample { failures.collect { MockExample(line: 99) } }

  @Test func aPropertyReturnsTheExpectedValue() {
    let example = mockExample()
    example.expect.foo.to(.return("bar"))
    #expect(example.foo == "bar")
    #expect(failures.messages.isEmpty)
  }

  @Test func andAddsAnExpectationForTheNextCall() {
    let example = mockExample()
    example.expect.foo.to(.return("first")).and.to(.return("second")).and.toAlways(.return("then"))
    #expect([example.foo, example.foo, example.foo, example.foo] == ["first", "second", "then", "then"])
  }

  @Test func timesRepeatsTheExpectation() {
    let example = mockExample()
    example.expect.foo.to(.return("bar"), times: 2)
    #expect([example.foo, example.foo, example.foo] == ["bar", "bar", ""])
    #expect(failures.messages.count == 1)
  }

  @Test func aFunctionReturnsWithoutACast() {
    let example = mockExample()
    example.expect.mixed("a", count: greaterThan(1), [1, 2]).to(.return(["x"]))
    #expect(example.mixed("a", count: 2, [1, 2]) == ["x"])
  }

  @Test func nilIsReturnedAndMatched() {
    let example = mockExample()
    example.expect.find(nil).to(.return(nil))
    example.expect.find(3).to(.return("three"))
    #expect(example.find(nil) == nil)
    #expect(example.find(3) == "three")
    #expect(failures.messages.isEmpty)
  }

  @Test func aClosureReadsItsArgumentsByLabelAndPosition() {
    let example = mockExample()
    example.expect.baz(buz: any()).to(.call { arguments in try arguments.buz + 1 })
    example.expect.mixed(any(), count: any(), any()).to(
      .call { arguments in Array(repeating: try arguments[0] as String, count: try arguments.count as Int) })
    #expect(example.baz(buz: 3) == 4)
    #expect(failures.messages.isEmpty)
  }

  @Test func aClosureMayUseTheMockItself() {
    let example = mockExample()
    example.expect.baz(buz: 3).to(
      .call { _ in
        example.expect.foo.to(.return("inner"))
        return example.foo.count
      })
    #expect(example.baz(buz: 3) == 5)
  }

  @Test func aClosureForAVoidMemberMayReturnAValue() {
    let example = mockExample()
    let set = Lock<Set<Int>>([])
    example.expect.baz().to(.call { _ in set.withLock { $0.insert(1).inserted } })
    example.baz()
    #expect(set.withLock { $0 } == [1])
    #expect(failures.messages.isEmpty)
  }

  @Test func aClosureThatReturnsNilRuns() {
    let example = mockExample()
    let count = Lock(0)
    example.expect.find(3).to(
      .call { _ in
        count.withLock { $0 += 1 }
        return nil
      })
    #expect(example.find(3) == nil)
    #expect(count.withLock { $0 } == 1)
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
    #expect(got == 7)
  }

  @Test func aThrowingMemberThrowsTheExpectedError() {
    let example = mockExample()
    example.expect.save(any()).to(.throw(StoreError.full))
    #expect(throws: StoreError.full) { try example.save("x") }
    #expect(failures.messages.isEmpty)
  }

  @Test func aThrowingPropertyThrowsTheExpectedError() throws {
    let example = mockExample()
    example.expect.size.to(.return(3)).and.to(.throw(StoreError.full))
    #expect(try example.size == 3)
    #expect(throws: StoreError.full) { try example.size }
  }

  @Test func aTypedErrorKeepsItsType() {
    let example = mockExample()
    example.expect.load(1).to(.throw(StoreError.full))
    do throws(StoreError) {
      _ = try example.load(1)
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == .full)
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
    #expect(await fetched == 42)
    example.expect.fetchOwner(1).to(.return(Owner(name: "a"))).and.to(.throw(StoreError.gone))
    #expect(try await example.fetchOwner(1) == Owner(name: "a"))
    await #expect(throws: StoreError.gone) { try await example.fetchOwner(1) }
  }

  @Test func anAsyncVoidMemberThrowsTheExpectedError() async {
    let example = mockExample()
    example.expect.upload(any()).toBeCalled().and.to(.throw(StoreError.full))
    await #expect(throws: Never.self) { try await example.upload("x") }
    await #expect(throws: StoreError.full) { try await example.upload("y") }
    #expect(example.mock.calls.upload.count == 2)
    #expect(failures.messages.isEmpty)
  }

  @Test func anExpectedAssignmentIsAccepted() {
    let example = mockExample()
    example.expect.foo.toBeSet(to: "bar").and.toBeCalled()
    example.foo = "bar"
    example.foo = "bar"
    #expect(failures.messages.isEmpty)
    example.foo = "buz"
    #expect(failures.messages.count == 1)
  }

  @Test func theLogHasEveryCallInOrder() {
    let example = mockExample()
    example.expect.baz(buz: any()).toAlways(.return(0))
    example.expect.foo.toAlways(.return("bar"))
    example.baz()
    _ = (example.baz(buz: 3), example.foo, example.baz(buz: 4))
    example.foo = "x"
    #expect(
      example.calls.map(\.description) == ["baz()", "baz(buz: 3)", "foo", "baz(buz: 4)", "foo = \"x\""])
    #expect(example.calls.baz.count == 3)
    #expect(example.calls.baz.last?.arguments.buz == 4)
    #expect(example.calls.baz.last?.arguments[0] == 4)
    #expect(example.calls.baz.last?.arguments.argumentLabels == ["buz"])
    #expect(example.calls.baz.last?.arguments.argumentCount == 1)
    #expect(example.calls.baz.last?.arguments.buz == String?.none)
    #expect(example.calls["foo"].map(\.member.kind) == [.get, .set])
    #expect(example.calls.map(\.wasExpected) == [false, true, true, true, false])
  }

  @Test func theLogWithholdsArgumentsThatAreNotSendable() {
    let example = mockExample()
    example.expect.notify(any()).toBeCalled()
    example.notify { _ in }
    #expect(example.calls.notify.first?.arguments[0] == Int?.none)
    let shared: (any Sendable)? = example.calls.notify.first?.arguments[0]
    #expect(shared == nil)
    let mock = failures.collect { Mock() }
    mock.call.keep([NotShared()])
    let list: [any Sendable]? = mock.calls.keep.first?.arguments[0]
    #expect(list == nil)
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
    #expect(file.baz(buz: 3) == 0)
    log.baz()
    log.baz()
    #expect(file.baz(buz: 3) == 4)
    log.baz()
    #expect(failures.messages.count == 2)
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
    #expect(values == [0, 4, 9])
    #expect(failures.messages.count == 1)
  }
}
