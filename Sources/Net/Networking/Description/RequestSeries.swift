/// The requests that a subscription starts one after another, such as the polls of a stream or its pages.
///
/// The series ends when the session that sends them cancels all its requests or has finished, even between two
/// requests. No later request of the series is sent.
package final class RequestSeries: Sendable {
  /// Ends the waiting series for this reason.
  ///
  /// It calls no closure of the user itself; the closure that it returns does.
  typealias End = @Sendable (NetworkError.Reason) -> @Sendable () -> Void

  private struct Membership: Sendable {
    let session: any AnyObject & Sendable
    /// How often all requests of the session had been cancelled before the first one of the series.
    let cancellations: Int
    var registration: (any Cancellation)?
  }

  private struct State: Sendable {
    /// One for each session that has sent a request of the series; usually there is only one.
    var memberships: [Membership] = []
    var isOver = false
  }

  private let state = Lock(State())
  private let onEnd: (@Sendable (NetworkError) -> Void)?

  /// Creates a series without requests.
  ///
  /// - Parameter onEnd: Called if the session ends the series, even while a request of it runs. Nil if nothing waits
  ///   between two requests.
  package init(onEnd: (@Sendable (NetworkError) -> Void)? = nil) { self.onEnd = onEnd }

  /// Adds a request that a session has accepted after this many cancellations of all its requests.
  ///
  /// - Parameters:
  ///   - session: The identity of the session.
  ///   - cancellations: How often all its requests had been cancelled.
  ///   - name: Names the request in an error.
  ///   - register: Registers the series with the session.
  /// - Returns: False if all requests were cancelled since the first one of the series, or it is closed: a request that
  ///   is made while the session ends the series is not sent.
  func enter(
    _ session: any AnyObject & Sendable, after cancellations: Int,
    named name: @autoclosure () -> UnsentRequest,
    register: (@escaping End) -> (any Cancellation)?
  ) -> Bool {
    let (isAccepted, isFirst) = state.withLock { state in
      if state.isOver { return (false, false) }
      if let known = state.memberships.first(where: { $0.session === session }) {
        return (known.cancellations == cancellations, false)
      }
      state.memberships.append(Membership(session: session, cancellations: cancellations))
      return (true, true)
    }
    guard isFirst, let onEnd else { return isAccepted }
    let name = name()
    let registration = register { reason in
      {
        var error = NetworkError(reason)
        error.unsent = name
        onEnd(error)
      }
    }
    let isKept = state.withLock { state in
      guard !state.isOver, let index = state.memberships.firstIndex(where: { $0.session === session }) else {
        return false
      }
      state.memberships[index].registration = registration
      return true
    }
    if !isKept { registration?.cancel() }
    return true
  }

  /// Called when the subscription has ended, so the sessions need not end the series.
  package func close() {
    let memberships = state.withLock { state in
      state.isOver = true
      defer { state.memberships = [] }
      return state.memberships
    }
    for membership in memberships { membership.registration?.cancel() }
  }
}
