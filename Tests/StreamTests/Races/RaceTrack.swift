import Dispatch
import Foundation
import Synchronization
import TestSupport

/// Two threads, made once, that run races side by side.
///
/// They meet before each batch, and within it keep pace without waiting: who is ahead looks for the other a few times and
/// then goes on, so that a thread that the machine has put aside holds nobody up.
final class RaceTrack: Sendable {
  /// One thread's slot in the batch, and where it waits for the next.
  private final class Lane: Sendable {
    let position = Atomic(0)
    let start = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
  }

  private let left = Lane()
  private let right = Lane()
  private let batch = Shared<[Race]?>(nil)

  init() {
    Thread.detachNewThread { [self] in run(left, beside: right) { $0.first() } }
    Thread.detachNewThread { [self] in run(right, beside: left) { $0.second() } }
  }

  /// Runs the races and waits for their end.
  ///
  /// False when that did not come within half a minute, as when two threads wait for each other.
  func run(_ races: [Race]) -> Bool {
    batch.value = races
    for lane in [left, right] {
      lane.position.store(0, ordering: .relaxed)
    }
    for lane in [left, right] { lane.start.signal() }
    defer { batch.value = [] }
    return [left, right].allSatisfy { $0.done.wait(timeout: .patience) == .success }
  }

  /// Lets the threads go.
  func close() {
    batch.value = nil
    for lane in [left, right] { lane.start.signal() }
  }

  private func run(_ lane: Lane, beside other: Lane, _ body: (Race) -> Void) {
    while true {
      lane.start.wait()
      guard let races = batch.value else { return }
      for (index, race) in races.enumerated() {
        lane.position.store(index + 1, ordering: .releasing)
        var looks = 0
        while other.position.load(ordering: .acquiring) <= index, looks < 64 { looks += 1 }
        // Makes the moment differ from race to race.
        looks = 0
        while lane === right, looks < index % 16 { looks += 1 }
        body(race)
      }
      lane.done.signal()
    }
  }
}
