import Foundation

/// The slots that the requests of a session share: a thread-safe wrapper of ``QueueState``.
final class RequestQueue: Sendable {
  typealias Admission = @Sendable () -> Void

  private struct Contents: Sendable {
    var state: QueueState
    var waiting: [Int: Admission] = [:]
    var cancelled = CancelledSlots()
    /// The closures that each thread still has to call.
    ///
    /// A thread has an entry as long as it is calling its closures.
    var admissions: [ObjectIdentifier: [Admission]] = [:]

    /// Returns the closure that the thread must call next, or nil if none is left.
    mutating func nextAdmission(on thread: ObjectIdentifier) -> Admission? {
      guard var left = admissions.removeValue(forKey: thread), !left.isEmpty else { return nil }
      let next = left.removeFirst()
      admissions[thread] = left
      return next
    }

    /// Returns a ticket to the queue, and the closures of the requests that now get a slot.
    mutating func leave(_ ticket: Int) -> [Admission] {
      state.leave(ticket).compactMap { waiting.removeValue(forKey: $0) }
    }
  }

  private let contents: Lock<Contents>
  private let timer: (any NetworkTimer)?

  /// Creates a queue, or nil without limits.
  ///
  /// - `timer`: Measures how long the slots of cancelled requests are kept. Nil, in virtual time, means not at all.
  init?(limit: Int?, hostLimit: Int?, timer: (any NetworkTimer)?) {
    guard limit != nil || hostLimit != nil else { return nil }
    self.timer = timer
    contents = Lock(Contents(state: QueueState(limit: limit, hostLimit: hostLimit)))
  }

  /// Requests a slot for a request to the host.
  ///
  /// If no slot is free, the closure is called when one is.
  func enter(_ host: String, _ admission: @escaping Admission) -> (ticket: Int, hasSlot: Bool) {
    contents.withLock { contents in
      let entry = contents.state.enter(host)
      if !entry.hasSlot { contents.waiting[entry.ticket] = admission }
      return entry
    }
  }

  /// Gives back a slot, or stops waiting for one, and returns the closures of the requests that now get a slot.
  ///
  /// The caller must pass the returned closures to ``admit(_:)`` when it has done more urgent work.
  func leave(_ ticket: Int) -> [Admission] {
    let (admitted, _) = contents.withLock { contents in
      let admitted = contents.leave(ticket)
      // The closure retains its request and must be released without the lock held.
      return (admitted, contents.waiting.removeValue(forKey: ticket))
    }
    return admitted
  }

  /// Gives back a slot, or stops waiting for one, after a cancellation that may be one of many; see ``CancelledSlots``.
  ///
  /// The caller must pass the returned closures to ``admit(_:)``, as those of ``leave(_:)``.
  func leaveCancelled(_ ticket: Int) -> [Admission] {
    guard let timer else { return leave(ticket) }
    let (isKept, pause) = contents.withLock { contents -> (Bool, Duration?) in
      if contents.waiting[ticket] != nil {
        contents.cancelled.noticeDeparture()
        return (false, nil)
      }
      guard !contents.waiting.isEmpty else { return (false, nil) }
      return (true, contents.cancelled.keep(ticket))
    }
    if let pause { schedule(pause, on: timer) }
    return isKept ? [] : leave(ticket)
  }

  private func schedule(_ pause: Duration, on timer: any NetworkTimer) {
    // Nothing cancels it, because the waiting requests need the slots.
    _ = timer.schedule(after: pause) { [self] in
      let (admitted, next) = contents.withLock { contents -> ([Admission], Duration?) in
        guard let tickets = contents.cancelled.endPause() else { return ([], contents.cancelled.pause) }
        return (tickets.flatMap { contents.leave($0) }, nil)
      }
      if let next { schedule(next, on: timer) } else { admit(admitted) }
    }
  }

  /// Calls the closures in order.
  ///
  /// With a transport that responds inside `resume()`, each request would end, and admit the next one, inside the call
  /// that admits it. Closures that are added during such a call are called by the thread's outermost call, so the stack
  /// does not grow.
  func admit(_ admitted: [Admission]) {
    guard !admitted.isEmpty else { return }
    let thread = ObjectIdentifier(Thread.current)
    let isOutermost = contents.withLock { contents in
      let isOutermost = contents.admissions[thread] == nil
      contents.admissions[thread, default: []] += admitted
      return isOutermost
    }
    guard isOutermost else { return }
    while let next = contents.withLock({ $0.nextAdmission(on: thread) }) { next() }
  }
}
