/// Handles in the order they came, in their own memory.
///
/// Not an array: that one asks each time whether it is shared, retains what is taken out of it, and moves as it grows.
/// The blocks stay below the size at which the allocator of GNU tidies up all small objects that were given back to it,
/// which those that stood in a bag before are.
@safe @usableFromInline
struct HandleList: @unchecked Sendable {  // Its owner guards it, and lets go of it with `consumeEach` alone.
  /// How many have been put into the last block, which is not among the full ones.
  @usableFromInline var used = 0
  @usableFromInline var capacity = 16
  @usableFromInline var places: UnsafeMutablePointer<Handle>
  /// Those of the full blocks counted.
  @usableFromInline var count = 0
  private var full: [Block] = []

  // Owned by the list, which alone reaches into it.
  @safe private struct Block {
    let places: UnsafeMutablePointer<Handle>
    let count: Int
  }

  private static var largestBlock: Int { 120 }

  @usableFromInline
  init() {
    unsafe places = .allocate(capacity: 16)
  }

  @inlinable
  mutating func append(_ handle: consuming Handle) {
    if used == capacity { addBlock() }
    // There is room, and nothing stands there.
    unsafe (places + used).initialize(to: consume handle)
    used &+= 1
    count &+= 1
  }

  /// Whether it is true of one of them.
  func contains(where isOver: (Handle) -> Bool) -> Bool {
    if unsafe Self.contains(places, count: used, isOver) { return true }
    return full.contains { unsafe Self.contains($0.places, count: $0.count, isOver) }
  }

  /// Drops those for which it is true.
  mutating func removeAll(where isOver: (Handle) -> Bool) {
    guard contains(where: isOver) else { return }
    let old = self
    self = HandleList()
    old.consumeEach { if !isOver($0) { append($0) } }
  }

  /// Takes out each in turn, then lets go of the memory.
  ///
  /// The list must not be used any more.
  consuming func consumeEach(_ body: (Handle) -> Void) {
    for block in full { unsafe Self.consume(block.places, count: block.count, body) }
    unsafe Self.consume(places, count: used, body)
  }

  private static func contains(
    _ places: UnsafeMutablePointer<Handle>, count: Int, _ isOver: (Handle) -> Bool
  ) -> Bool {
    for place in 0..<count where unsafe isOver(places[place]) { return true }
    return false
  }

  private static func consume(
    _ places: UnsafeMutablePointer<Handle>, count: Int, _ body: (Handle) -> Void
  ) {
    // The places up to `count` are filled, and each is moved from once.
    for place in 0..<count { unsafe body((places + place).move()) }
    unsafe places.deallocate()
  }

  @usableFromInline
  mutating func addBlock() {
    full.append(unsafe Block(places: places, count: used))
    capacity = min(Self.largestBlock, 4 * capacity)
    used = 0
    unsafe places = .allocate(capacity: capacity)
  }
}
