import Dispatch
import TestSupport
import Testing

@testable import Net

@Suite struct DeadlineHeapTests {
  private let deadlines = DeadlineQueue(.global())

  private func entry(_ deadline: UInt64) -> ScheduledDeadline {
    ScheduledDeadline(deadline: deadline, action: ScheduledAction({}, deadlines: deadlines))
  }

  private func popAll(_ heap: inout DeadlineHeap, at now: UInt64 = .max) -> [UInt64] {
    var deadlines: [UInt64] = []
    while let entry = heap.popDue(at: now) { deadlines.append(entry.deadline) }
    return deadlines
  }

  @Test(arguments: [[], [1], [2, 1], [5, 3, 8, 1, 9, 2, 7, 7, 4, 6, 0, 7]] as [[UInt64]])
  func theEarliestDeadlineIsFirst(_ order: [UInt64]) {
    var heap = DeadlineHeap()
    for deadline in order { heap.insert(entry(deadline)) }
    expectEqual(heap.first?.deadline, order.min())
    expectEqual(popAll(&heap), order.sorted())
  }

  @Test func entriesThatAreNotDueStay() {
    var heap = DeadlineHeap()
    for deadline in [30, 10, 20] as [UInt64] { heap.insert(entry(deadline)) }
    expectEqual(popAll(&heap, at: 20), [10, 20])
    expectEqual(heap.first?.deadline, 30)
  }

  @Test func cancelledEntriesAreNotDue() {
    var heap = DeadlineHeap()
    for deadline in [1, 2, 3, 4, 5] as [UInt64] {
      let entry = entry(deadline)
      heap.insert(entry)
      if deadline != 3 { entry.action.cancel() }
    }
    expectEqual(popAll(&heap, at: 4), [3])
    expectEqual(heap.count, 1)
  }

  @Test func compactRemovesCancelledEntriesAndKeepsTheOrder() {
    var heap = DeadlineHeap()
    for deadline in [9, 4, 7, 1, 8, 3, 6, 2, 5] as [UInt64] {
      let entry = entry(deadline)
      heap.insert(entry)
      if deadline.isMultiple(of: 2) { entry.action.cancel() }
    }
    heap.compact()
    expectEqual(heap.count, 5)
    expectEqual(popAll(&heap), [1, 3, 5, 7, 9])
  }
}
