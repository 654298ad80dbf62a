@testable import Net
import NetTesting
import TestSupport
import Testing

/// A call within a call on the same thread leaves its task to the outer one.
@Suite struct TaskResumptionsTests {
  private final class Thread: Sendable {}

  private let first = Thread()
  private let second = Thread()

  private func name(_ task: (any TransportTask)?) -> Int? { (task as? NumberedTask)?.number }

  @Test func aCallOnItsOwnResumesItsTask() {
    var calls = TaskResumptions()
    expectEqual(name(calls.begin(NumberedTask(1), on: ObjectIdentifier(first))), 1)
    expectNil(name(calls.next(on: ObjectIdentifier(first))))
    expectEqual(name(calls.begin(NumberedTask(2), on: ObjectIdentifier(first))), 2)
  }

  @Test func aNestedCallLeavesItsTaskToTheOuterOne() {
    var calls = TaskResumptions()
    _ = calls.begin(NumberedTask(1), on: ObjectIdentifier(first))
    expectNil(name(calls.begin(NumberedTask(2), on: ObjectIdentifier(first))))
    expectNil(name(calls.begin(NumberedTask(3), on: ObjectIdentifier(first))))
    expectEqual(name(calls.next(on: ObjectIdentifier(first))), 2)
    expectEqual(name(calls.next(on: ObjectIdentifier(first))), 3)
    expectNil(name(calls.next(on: ObjectIdentifier(first))))
  }

  @Test func aCallOnAnotherThreadDoesNotWait() {
    var calls = TaskResumptions()
    _ = calls.begin(NumberedTask(1), on: ObjectIdentifier(first))
    expectEqual(name(calls.begin(NumberedTask(2), on: ObjectIdentifier(second))), 2)
    expectNil(name(calls.begin(NumberedTask(3), on: ObjectIdentifier(first))))
    expectNil(name(calls.next(on: ObjectIdentifier(second))))
    expectEqual(name(calls.next(on: ObjectIdentifier(first))), 3)
  }
}

private struct NumberedTask: TransportTask {
  let number: Int

  init(_ number: Int) { self.number = number }

  func resume() {}
  func pause() {}
  func proceed() {}
  func cancel() {}
}
