/// A member of a ``Roster``, which knows its position.
@usableFromInline
protocol RosterMember: AnyObject {
  /// The position in the roster, or nil. Only the roster sets it.
  var place: Int? { get set }
}

/// Objects in the order in which they were added.
///
/// A removed member leaves a hole. Holes are closed when they outnumber the members.
///
/// A subject iterates over it for every element, so iterating retains neither the list nor its members. The caller must
/// ensure that the roster does not change meanwhile; a subject uses its gate.
@safe @usableFromInline
struct Roster<Member: RosterMember>: ~Copyable {
  // This value owns the buffer, and cannot be copied. `append` has retained each member in it.
  @usableFromInline private(set) var places: UnsafeMutableBufferPointer<Unmanaged<Member>?>
  /// The only member, if exactly one position is in use.
  ///
  /// Most subjects have one observer. Reading this costs one access to memory; looking the member up costs three, each
  /// of which waits for the one before.
  @usableFromInline private(set) var sole: Unmanaged<Member>?
  /// The number of positions in use, including holes.
  @usableFromInline private(set) var count = 0
  private(set) var holes = 0

  @usableFromInline
  init() {
    unsafe places = UnsafeMutableBufferPointer(start: nil, count: 0)
    unsafe sole = nil
  }

  /// Adds a member at the end.
  mutating func append(_ member: Member) {
    if unsafe count == places.count { grow() }
    unsafe places.initializeElement(at: count, to: Unmanaged.passRetained(member))
    member.place = count
    count += 1
    noteSole()
  }

  /// Removes a member, if it is in the roster, and leaves a hole.
  mutating func remove(_ member: Member) {
    if let place = member.place { _ = remove(at: place) }
  }

  /// Removes and returns the member at a position, and leaves a hole.
  mutating func remove(at place: Int) -> Member? {
    // The retain made in `append` passes to the caller.
    guard let member = unsafe places[place]?.takeRetainedValue() else { return nil }
    unsafe places[place] = nil
    member.place = nil
    holes += 1
    noteSole()
    return member
  }

  /// Closes the holes when they outnumber the members, so the cost of leaving does not depend on the number of members.
  @usableFromInline
  mutating func closeHoles() {
    guard 2 * holes > count else { return }
    var end = 0
    for place in 0..<count {
      guard let member = unsafe places[place] else { continue }
      unsafe places[end] = member
      unsafe member.takeUnretainedValue().place = end
      end += 1
    }
    count = end
    holes = 0
    noteSole()
  }

  private mutating func noteSole() {
    unsafe sole = count == 1 ? places[0] : nil
  }

  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Unmanaged<Member>?>.allocate(
      capacity: max(1, 2 * count))
    _ = unsafe larger.moveInitialize(fromContentsOf: places[..<count])
    unsafe places.deallocate()
    unsafe places = larger
  }

  @inlinable
  deinit {
    // Balances the retains made in `append`.
    for place in 0..<count { unsafe places[place]?.release() }
    unsafe places.deallocate()
  }
}
