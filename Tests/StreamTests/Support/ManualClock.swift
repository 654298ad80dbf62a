import Foundation

/// A clock that a test advances.
///
/// Sleeping ends when the time has been advanced to the deadline, or at cancellation.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper: Sendable {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var nextID = 0
    var cancelled: Set<Int> = []
  }

  private let state = Shared(State())
  /// The number of sleeps that a cancellation has ended.
  let cancellations = Count()

  var now: Instant { state.value.now }
  /// The number of sleeps that have not ended.
  var sleepers: Int { state.value.sleepers.count }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by duration: Duration) {
    let due = state.change { state in
      state.now.offset += duration
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.change { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver: Result<Void, any Error>? = state.change { state in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let isOver { continuation.resume(with: isOver) }
      }
    } onCancel: {
      let sleeper: Sleeper? = state.change { state in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      cancellations.increment()
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
