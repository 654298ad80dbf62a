import Foundation

/// The state of a ``SharedExchange`` as a pure value: its members, and the events that each of them still has to
/// receive.
struct SharedExchangeState: Sendable {
  private struct Member: Sendable {
    let receiver: any TransportReceiver
    var inbox = EventInbox()
  }

  /// The numbers of the current members.
  private var joined: Set<Int> = []
  private var lastNumber = 0
  private var members: [Int: Member] = [:]
  /// All events so far, for members that join later.
  private var history: [TransportEvent] = []
  private var isStarted = false
  /// Whether the last event has arrived, or the last member has left.
  private(set) var isOver = false

  /// Returns the number of a new member, or nil if it is too late to join.
  mutating func join() -> Int? {
    guard !isOver else { return nil }
    lastNumber += 1
    joined.insert(lastNumber)
    return lastNumber
  }

  /// Registers the receiver of a member.
  ///
  /// Returns whether the caller must start the request, and whether it must deliver events.
  mutating func attach(_ number: Int, _ receiver: any TransportReceiver) -> (starts: Bool, delivers: Bool) {
    guard joined.contains(number), members[number] == nil else { return (false, false) }
    var member = Member(receiver: receiver)
    var delivers = false
    for event in history where member.inbox.add(event) { delivers = true }
    members[number] = member
    defer { isStarted = true }
    return (!isStarted, delivers)
  }

  /// Adds an event; returns the members that the caller must deliver to.
  mutating func add(_ event: TransportEvent) -> [Int] {
    guard !isOver else { return [] }
    isOver = event.isLast
    history.append(event)
    return members.keys.sorted().filter { members[$0]?.inbox.add(event) == true }
  }

  /// Returns the next event for a member; nil ends the delivery.
  mutating func next(_ number: Int) -> (event: TransportEvent, receiver: any TransportReceiver)? {
    guard let event = members[number]?.inbox.next(), let receiver = members[number]?.receiver else {
      return nil
    }
    guard number > 1, case .head(var head) = event else { return (event, receiver) }
    head.cacheStatus = .coalesced
    return (.head(head), receiver)
  }

  mutating func pause(_ number: Int) { members[number]?.inbox.isPaused = true }

  /// Returns whether the caller must deliver.
  mutating func proceed(_ number: Int) -> Bool {
    members[number]?.inbox.isPaused = false
    return members[number]?.inbox.begins() ?? false
  }

  /// What must be done after a member has left.
  struct Leave: Sendable {
    /// Whether nobody waits for the request any more.
    var isLast = false
    /// Whether the request must be cancelled.
    var cancels = false
    /// Released without the lock held.
    var receiver: (any TransportReceiver)?
  }

  mutating func leave(_ number: Int) -> Leave {
    guard joined.remove(number) != nil else { return Leave() }
    var leave = Leave(receiver: members.removeValue(forKey: number)?.receiver)
    guard joined.isEmpty, !isOver else { return leave }
    isOver = true
    leave.isLast = true
    leave.cancels = isStarted
    return leave
  }
}
