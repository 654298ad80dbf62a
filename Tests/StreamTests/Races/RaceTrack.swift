import Dispatch
import Foundation
import Synchronization
import TestSupport

/// Two threads, created once, that run races side by side.
///
/// The threads meet before each batch. Within it they keep pace without blocking: the one ahead checks the other's
/// position a few times and then continues, so that a suspended thread does not hold up the other.
final class RaceTrack: Sendable {
  /// One thread's position in the batch, and the semaphore on which it waits for the next.
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
  /// Returns false if they do not end within half a minute, for example because two threads wait for each other.
  func run(_ races: [Race]) -> Bool {
    batch.value = races
    for lane in [left, right] {
      lane.position.store(0, ordering: .relaxed)
    }
    for lane in [left, right] { lane.start.signal() }
    defer { batch.value = [] }
    return [left, right].allSatisfy { $0.done.wait(timeout: .patience) == .success }
  }

  /// Ends the threads.
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
        // Varies the timing from race to race.
        looks = 0
        while lane === right, looks < index % 16 { looks += 1 }
        body(race)
      }
      lane.done.signal()
    }
  }
}
