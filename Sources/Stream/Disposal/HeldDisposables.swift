/// What a bag holds.
///
/// It cannot be copied, because the compiler would retain it for each of its moves.
@usableFromInline
enum HeldDisposable: ~Copyable, Sendable {
  case handle(Handle)
  /// The action of a disposable that nobody else has, which therefore needs no object that knows whether it has run.
  case action(@Sendable () -> Void)

  /// Whether nothing is left to dispose of.
  var isSpent: Bool {
    switch self {
    case .handle(let handle): handle.isSpent
    case .action: false
    }
  }

  @usableFromInline
  consuming func dispose() {
    switch consume self {
    case .handle(let handle): handle.dispose()
    case .action(let action): action()
    }
  }
}

/// Disposables in the order of insertion, in manually managed memory.
///
/// Not an array: an array checks for shared storage at each access, retains elements that are read, and moves them when
/// it grows. Blocks are small, because a large allocation makes glibc's allocator consolidate all small freed objects,
/// among which are those that a bag held before.
@safe @usableFromInline
struct HeldDisposables: @unchecked Sendable {  // Its owner guards it, and frees it only with `consumeEach`.
  /// The number of disposables in the last block, which is not in `full`.
  @usableFromInline var used = 0
  @usableFromInline var capacity = 16
  @usableFromInline var places: UnsafeMutablePointer<HeldDisposable>
  /// The number of disposables, including those in full blocks.
  @usableFromInline var count = 0
  private var full: [Block] = []

  // Owned by the list, which alone accesses its memory.
  @safe private struct Block {
    let places: UnsafeMutablePointer<HeldDisposable>
    let count: Int
  }

  private static var largestBlock: Int { 120 }

  @usableFromInline
  init() {
    unsafe places = .allocate(capacity: 16)
  }

  @inlinable
  mutating func append(_ disposable: consuming HeldDisposable) {
    if used == capacity { addBlock() }
    // There is room, and this memory is not initialised.
    unsafe (places + used).initialize(to: consume disposable)
    used &+= 1
    count &+= 1
  }

  /// Whether the predicate is true for any of them.
  func contains(where isOver: (borrowing HeldDisposable) -> Bool) -> Bool {
    if unsafe Self.contains(places, count: used, isOver) { return true }
    return full.contains { unsafe Self.contains($0.places, count: $0.count, isOver) }
  }

  /// Removes those for which the predicate is true.
  mutating func removeAll(where isOver: (borrowing HeldDisposable) -> Bool) {
    guard contains(where: isOver) else { return }
    let old = self
    self = HeldDisposables()
    old.consumeEach { if !isOver($0) { append($0) } }
  }

  /// Moves each one out, in order, then frees the memory.
  ///
  /// The list must not be used afterwards.
  consuming func consumeEach(_ body: (consuming HeldDisposable) -> Void) {
    for block in full { unsafe Self.consume(block.places, count: block.count, body) }
    unsafe Self.consume(places, count: used, body)
  }

  private static func contains(
    _ places: UnsafeMutablePointer<HeldDisposable>, count: Int, _ isOver: (borrowing HeldDisposable) -> Bool
  ) -> Bool {
    for place in 0..<count where unsafe isOver(places[place]) { return true }
    return false
  }

  private static func consume(
    _ places: UnsafeMutablePointer<HeldDisposable>, count: Int, _ body: (consuming HeldDisposable) -> Void
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
