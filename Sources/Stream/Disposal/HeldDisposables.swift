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
/// it grows. Blocks stay below the size at which glibc's allocator consolidates all small freed objects, among which
/// are those that a bag held before. So the kinds of the disposables follow the disposables in a block: next to each of
/// them, they would make it half as large again.
@safe @usableFromInline
struct HeldDisposables: @unchecked Sendable {  // Its owner guards it, and frees it only with `consumeEach`.
  // Owned by the list, which alone accesses its memory: room for `capacity` disposables, then a byte for each.
  @safe @usableFromInline struct Block {
    // A structure, because a closure that passes through a generic parameter is wrapped in another one.
    @usableFromInline struct Action: ~Copyable {
      @usableFromInline let run: @Sendable () -> Void

      @inlinable
      init(_ run: consuming @escaping @Sendable () -> Void) { self.run = run }
    }

    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let capacity: Int
    @usableFromInline var count = 0

    @usableFromInline
    init(capacity: Int) {
      unsafe memory = .allocate(
        byteCount: capacity * (MemoryLayout<Action>.stride + 1), alignment: MemoryLayout<Action>.alignment)
      self.capacity = capacity
    }

    @inlinable
    func place(_ index: Int) -> UnsafeMutableRawPointer {
      unsafe memory + index * MemoryLayout<Action>.stride
    }

    @inlinable
    func kind(_ index: Int) -> UnsafeMutableRawPointer { unsafe place(capacity) + index }

    /// Adds a disposable; there is room for it, and that memory is not initialized.
    @inlinable
    mutating func append(_ disposable: consuming HeldDisposable) {
      switch consume disposable {
      case .handle(let handle):
        unsafe place(count).assumingMemoryBound(to: Handle.self).initialize(to: consume handle)
        unsafe kind(count).storeBytes(of: false, as: Bool.self)
      case .action(let action):
        unsafe place(count).assumingMemoryBound(to: Action.self).initialize(to: Action(consume action))
        unsafe kind(count).storeBytes(of: true, as: Bool.self)
      }
      count &+= 1
    }

    func isAction(_ index: Int) -> Bool { unsafe kind(index).load(as: Bool.self) }

    /// Whether one of the disposables holds nothing any more; actions never do.
    var containsSpent: Bool {
      for index in 0..<count where !isAction(index) {
        if unsafe place(index).assumingMemoryBound(to: Handle.self).pointee.isSpent { return true }
      }
      return false
    }

    /// Moves each disposable out, then frees the memory.
    func consumeEach(_ body: (consuming HeldDisposable) -> Void) {
      for index in 0..<count {
        if isAction(index) {
          let action = unsafe place(index).assumingMemoryBound(to: Action.self).move()
          body(.action(action.run))
        } else {
          unsafe body(.handle(place(index).assumingMemoryBound(to: Handle.self).move()))
        }
      }
      unsafe memory.deallocate()
    }
  }

  /// The block that is not full yet.
  @usableFromInline var last: Block
  /// The number of disposables, including those in full blocks.
  @usableFromInline var count = 0
  private var full: [Block] = []

  private static var largestBlock: Int { 59 }

  @usableFromInline
  init() {
    last = Block(capacity: 16)
  }

  @inlinable
  mutating func append(_ disposable: consuming HeldDisposable) {
    if last.count == last.capacity { addBlock() }
    last.append(consume disposable)
    count &+= 1
  }

  /// Removes those that hold nothing any more.
  mutating func removeSpent() {
    guard last.containsSpent || full.contains(where: \.containsSpent) else { return }
    let old = self
    self = HeldDisposables()
    old.consumeEach { if !$0.isSpent { append($0) } }
  }

  /// Moves each one out, in order, then frees the memory.
  ///
  /// The list must not be used afterwards.
  consuming func consumeEach(_ body: (consuming HeldDisposable) -> Void) {
    for block in full { block.consumeEach(body) }
    last.consumeEach(body)
  }

  @usableFromInline
  mutating func addBlock() {
    if full.isEmpty { full.reserveCapacity(16) }
    full.append(last)
    last = Block(capacity: min(Self.largestBlock, 4 * last.capacity))
  }
}
