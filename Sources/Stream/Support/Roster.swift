/// What stands in a ``Roster`` and knows where.
@usableFromInline
protocol RosterMember: AnyObject {
  /// The place in the roster, nil outside. Only the roster sets it.
  var place: Int? { get set }
}

/// Objects in the order they came.
///
/// Where one has left there is a hole, until half of the places are holes.
///
/// A subject goes through it for every element, so going through it retains nothing, neither the list nor its
/// members. Whoever does that sees to it that nobody changes the roster meanwhile; the subject has its gate.
@safe @usableFromInline
struct Roster<Member: RosterMember>: ~Copyable {
  // This value owns the buffer, and cannot be copied. Of each member in it `append` has made a retain.
  @usableFromInline private(set) var places: UnsafeMutableBufferPointer<Unmanaged<Member>?>
  /// How many places are in use, holes among them.
  @usableFromInline private(set) var count = 0
  private(set) var holes = 0

  @usableFromInline
  init() {
    unsafe places = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  /// Puts a member at the end.
  mutating func append(_ member: Member) {
    if unsafe count == places.count { grow() }
    unsafe places.initializeElement(at: count, to: Unmanaged.passRetained(member))
    member.place = count
    count += 1
  }

  /// Takes a member out, if it is in, and leaves a hole.
  mutating func remove(_ member: Member) {
    if let place = member.place { _ = remove(at: place) }
  }

  /// Takes out the member that stands there, and leaves a hole.
  mutating func remove(at place: Int) -> Member? {
    // The retain that `append` made goes to the caller.
    guard let member = unsafe places[place]?.takeRetainedValue() else { return nil }
    unsafe places[place] = nil
    member.place = nil
    holes += 1
    return member
  }

  /// Closes the holes when there are more of them than members, so that leaving costs the same however many there
  /// are.
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
    // The retains are those that `append` made.
    for place in 0..<count { unsafe places[place]?.release() }
    unsafe places.deallocate()
  }
}
