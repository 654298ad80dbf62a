import Foundation

/// The places that the requests of a session share: the shell around ``QueueState``.
final class RequestQueue: Sendable {
  typealias Admission = @Sendable () -> Void

  private struct Contents: Sendable {
    var state: QueueState
    var waiting: [Int: Admission] = [:]
    /// Whom a thread has yet to admit.
    ///
    /// It is there while the thread is at it.
    var admissions: [ObjectIdentifier: [Admission]] = [:]

    /// The next that the thread admits; nil ends its turn.
    mutating func nextAdmission(on thread: ObjectIdentifier) -> Admission? {
      guard var left = admissions.removeValue(forKey: thread), !left.isEmpty else { return nil }
      let next = left.removeFirst()
      admissions[thread] = left
      return next
    }
  }

  private let contents: Lock<Contents>

  /// Makes a queue; nil when there are no limits, and so nothing to wait for.
  init?(limit: Int?, hostLimit: Int?) {
    guard limit != nil || hostLimit != nil else { return nil }
    contents = Lock(Contents(state: QueueState(limit: limit, hostLimit: hostLimit)))
  }

  /// Asks for a place for a request to the host.
  ///
  /// The closure is called when there is one, unless there is one now.
  func enter(_ host: String, _ admission: @escaping Admission) -> (ticket: Int, hasPlace: Bool) {
    contents.withLock { contents in
      let entry = contents.state.enter(host)
      if !entry.hasPlace { contents.waiting[entry.ticket] = admission }
      return entry
    }
  }

  /// Gives a place back, or the wait for one.
  ///
  /// Those who have a place by it are returned, to be admitted when the caller has done what is more urgent.
  func leave(_ ticket: Int) -> [Admission] {
    let (admitted, _) = contents.withLock { contents in
      let admitted = contents.state.leave(ticket).compactMap { contents.waiting.removeValue(forKey: $0) }
      // What waited holds its request, and is released outside the lock.
      return (admitted, contents.waiting.removeValue(forKey: ticket))
    }
    return admitted
  }

  /// Admits them, in order.
  ///
  /// Over a transport that answers inside `resume()` each would end, and admit the next, inside the call that admits
  /// it. What comes up inside such a call is left to the outermost of the thread, so the stack stays flat.
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
