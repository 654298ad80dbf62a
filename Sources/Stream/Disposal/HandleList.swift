/// Handles in the order of insertion, in manually managed memory.
///
/// Not an array: an array checks for shared storage at each access, retains elements that are read, and moves them when
/// it grows. Blocks stay below the size at which glibc's allocator consolidates all small freed objects, among which
/// are those that a bag held before.
@safe @usableFromInline
struct HandleList: @unchecked Sendable {  // Its owner guards it, and frees it only with `consumeEach`.
  /// The number of handles in the last block, which is not in `full`.
  @usableFromInline var used = 0
  @usableFromInline var capacity = 16
  @usableFromInline var places: UnsafeMutablePointer<Handle>
  /// The number of handles, including those in full blocks.
  @usableFromInline var count = 0
  private var full: [Block] = []

  // Owned by the list, which alone accesses its memory.
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
    // There is room, and this memory is not initialised.
    unsafe (places + used).initialize(to: consume handle)
    used &+= 1
    count &+= 1
  }

  /// Whether the predicate is true for any handle.
  func contains(where isOver: (Handle) -> Bool) -> Bool {
    if unsafe Self.contains(places, count: used, isOver) { return true }
    return full.contains { unsafe Self.contains($0.places, count: $0.count, isOver) }
  }

  /// Removes the handles for which the predicate is true.
  mutating func removeAll(where isOver: (Handle) -> Bool) {
    guard contains(where: isOver) else { return }
    let old = self
    self = HandleList()
    old.consumeEach { if !isOver($0) { append($0) } }
  }

  /// Moves each handle out, in order, then frees the memory.
  ///
  /// The list must not be used afterwards.
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
    // The first `count` positions are initialised, and each is moved from once.
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
