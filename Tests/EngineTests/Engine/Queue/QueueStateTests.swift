import TestSupport
import Testing

@testable import Net

@Suite struct QueueStateTests {
  /// Enters these hosts and returns the tickets that are admitted at once.
  private func enter(_ hosts: [String], _ state: inout QueueState) -> [Int] {
    hosts.compactMap { host in
      let entry = state.enter(host)
      return entry.hasSlot ? entry.ticket : nil
    }
  }

  @Test func requestsAreAdmittedUpToTheLimit() {
    var state = QueueState(limit: 2, hostLimit: nil)
    expectEqual(enter(["a", "b", "c"], &state), [1, 2])
  }

  @Test func slotsAreAssignedInOrderOfArrival() {
    var state = QueueState(limit: 1, hostLimit: nil)
    expectEqual(enter(["a", "b", "a", "c"], &state), [1])
    expectEqual(state.leave(1), [2])
    expectEqual(state.leave(2), [3])
    expectEqual(state.leave(3), [4])
    expectEqual(state.leave(4), [])
    expectEqual(enter(["a"], &state), [5])
  }

  @Test func requestsToOtherHostsOvertakeABusyHost() {
    var state = QueueState(limit: 2, hostLimit: 1)
    expectEqual(enter(["a", "a", "b", "c"], &state), [1, 3])
    expectEqual(state.leave(3), [4])
    expectEqual(state.leave(1), [2])
  }

  @Test func anOvertakenRequestGoesBeforeLaterOnes() {
    var state = QueueState(limit: 2, hostLimit: 1)
    expectEqual(enter(["a", "b", "a", "b", "b", "a"], &state), [1, 2])
    expectEqual(state.leave(1), [3])
    expectEqual(state.leave(2), [4])
    expectEqual(state.leave(4), [5])
    expectEqual(state.leave(3), [6])
  }

  @Test func theHostLimitAppliesWithoutATotalLimit() {
    var state = QueueState(limit: nil, hostLimit: 2)
    expectEqual(enter(["a", "a", "a", "b", "b", "b"], &state), [1, 2, 4, 5])
    expectEqual(state.leave(4), [6])
    expectEqual(state.leave(2), [3])
  }

  @Test func aTicketThatLeavesTheQueueIsSkipped() {
    var state = QueueState(limit: 1, hostLimit: nil)
    _ = enter(["a", "a", "a"], &state)
    expectEqual(state.leave(2), [])
    expectEqual(state.leave(1), [3])
  }

  @Test func leavingTwiceFreesOneSlot() {
    var state = QueueState(limit: 1, hostLimit: nil)
    _ = enter(["a", "a", "a"], &state)
    expectEqual(state.leave(1), [2])
    expectEqual(state.leave(1), [])
    expectEqual(state.leave(99), [])
  }

  @Test(arguments: [0, -1, Int.min]) func limitsBelowOneCountAsOne(limit: Int) {
    var state = QueueState(limit: limit, hostLimit: limit)
    expectEqual(enter(["a", "a"], &state), [1])
  }

  @Test func aThousandCancelledTicketsAreSkipped() {
    var state = QueueState(limit: 1, hostLimit: nil)
    _ = enter(Array(repeating: "a", count: 1002), &state)
    for ticket in 2...1001 { #expect(state.leave(ticket).isEmpty) }
    expectEqual(state.leave(1), [1002])
  }

  @Test func ticketsThatLeaveWhileNoSlotIsFreeAreSkipped() {
    var state = QueueState(limit: 1, hostLimit: nil)
    _ = enter(["a"] + (0..<1_000).map { "h\($0 % 5)" }, &state)
    let waiting = (2...1_001).filter { $0.isMultiple(of: 7) }
    for ticket in 2...1_001 where !waiting.contains(ticket) { #expect(state.leave(ticket).isEmpty) }
    var admitted = state.leave(1)
    for index in waiting.indices.dropFirst() { admitted += state.leave(waiting[index - 1]) }
    expectEqual(admitted, waiting)
  }

  @Test(.heavy, arguments: [(1, nil), (nil, 1), (8, 1)] as [(Int?, Int?)])
  func manyWaitingHostsTakeLinearTime(
    limit: Int?, hostLimit: Int?
  ) {
    expectLinearTime(from: 500) { time(of: $0, QueueState(limit: limit, hostLimit: hostLimit)) }
  }

  /// The time in which two requests for each of this many hosts get their slots, one after another.
  private func time(of hosts: Int, _ state: QueueState) -> Duration {
    processorTime {
      var state = state
      var running = enter((0..<2 * hosts).map { "h\($0 % hosts)" }, &state)
      var next = 0
      while next < running.count {
        running += state.leave(running[next])
        next += 1
      }
    }
  }

  /// Compares with a model that searches the whole queue each time.
  @Test(.heavy, arguments: 0..<40) func theStateMatchesASimpleModel(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = seed % 4 == 3 ? nil : Int.random(in: 1...4, using: &random)
    let hosts = (0..<(seed % 2 == 0 ? 3 : 20)).map { "h\($0)" }
    let hostLimit = Bool.random(using: &random) ? Int.random(in: 1...3, using: &random) : nil
    var state = QueueState(limit: limit, hostLimit: hostLimit)
    var running: [(ticket: Int, host: String)] = []
    var waiting: [(ticket: Int, host: String)] = []
    func admit() -> [Int] {
      var admitted: [Int] = []
      var index = 0
      while index < waiting.count {
        let next = waiting[index]
        let hasRoom = hostLimit.map { limit in running.count { $0.host == next.host } < limit } ?? true
        if limit.map({ running.count < $0 }) ?? true, hasRoom {
          running.append(next)
          admitted.append(next.ticket)
          waiting.remove(at: index)
        } else {
          index += 1
        }
      }
      return admitted
    }
    var failures: [String] = []
    for step in 0..<1000 {
      let all = running + waiting
      if all.isEmpty || Int.random(in: 0..<10, using: &random) < 5 {
        let host = hosts.randomElement(using: &random) ?? "a"
        let entry = state.enter(host)
        waiting.append((entry.ticket, host))
        let expected = admit()
        if (entry.hasSlot ? [entry.ticket] : []) != expected {
          failures.append("step \(step): \(entry), not \(expected)")
        }
      } else if let left = all.randomElement(using: &random) {
        running.removeAll { $0.ticket == left.ticket }
        waiting.removeAll { $0.ticket == left.ticket }
        let (admitted, expected) = (state.leave(left.ticket), admit())
        if admitted != expected { failures.append("step \(step): \(admitted), not \(expected)") }
      }
      if let limit, running.count > limit { failures.append("step \(step): \(running.count) are running") }
    }
    expectEqual(failures, [])
  }
}
