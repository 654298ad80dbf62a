/// The slots of requests that were cancelled one by one, until it is known which of the waiting requests are cancelled
/// with them, as a pure value.
///
/// A task group, a bag of subscriptions and a common deadline end their requests one after another, those with a slot
/// usually first. If each slot passed on at once, nearly all the others would be sent only to be cancelled. So the slots
/// are kept for a pause, and for further ones while requests leave the queue.
struct CancelledSlots: Sendable {
  /// The maximum number of pauses in a row, 45 ms in all.
  ///
  /// Requests that time out in the queue all the time must not keep the slots.
  private static let maximumPauses = 5

  private var tickets: [Int] = []
  private var pauses = 0
  private var hasSeenDeparture = false

  /// How long the slots are kept from now on.
  ///
  /// Long enough for a thread that cancels requests and has to wait for a processor. Further pauses are longer, because
  /// then it is known that many requests end.
  var pause: Duration { pauses < 2 ? .milliseconds(5) : .milliseconds(10) }

  /// Keeps the slot of a ticket; returns the pause that begins, after which ``endPause()`` must be called, if one does.
  mutating func keep(_ ticket: Int) -> Duration? {
    tickets.append(ticket)
    guard pauses == 0 else { return nil }
    pauses = 1
    return pause
  }

  /// Called when a waiting request has left the queue.
  mutating func noticeDeparture() { hasSeenDeparture = pauses > 0 }

  /// Returns the tickets to give back, or nil if another pause begins.
  mutating func endPause() -> [Int]? {
    if hasSeenDeparture, pauses < Self.maximumPauses {
      hasSeenDeparture = false
      pauses += 1
      return nil
    }
    defer { self = CancelledSlots() }
    return tickets
  }
}
