import Foundation

/// Runs blocks one at a time, in the order they are added, and never inside the call that adds them.
package protocol SerialLane: Sendable {
  /// Adds a block.
  func add(_ block: @escaping @Sendable () -> Void)
}

/// A serial queue on ``BlockingThreads``: its blocks may block, which delays only those behind them.
package final class BlockingLane: SerialLane {
  private struct Line: Sendable {
    var blocks = FIFO<@Sendable () -> Void>()
    /// Whether a thread runs the blocks, or will.
    var isServed = false
    /// The thread that runs a block.
    var thread: ObjectIdentifier?
  }

  private let threads: BlockingThreads
  private let line = Lock(Line())

  package init(on threads: BlockingThreads) { self.threads = threads }

  /// Creates a lane on which a body is opened and read.
  package convenience init() { self.init(on: .bodies) }

  /// Whether this is called from a block of the lane.
  package var isCurrent: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return line.withLock { $0.thread == thread }
  }

  package func add(_ block: @escaping @Sendable () -> Void) {
    let begins = line.withLock { line in
      line.blocks.append(block)
      defer { line.isServed = true }
      return !line.isServed
    }
    if begins { threads.add { self.serve() } }
  }

  /// Runs the blocks until none waits.
  private func serve() {
    let thread = ObjectIdentifier(Thread.current)
    while let block = next(on: thread) { block() }
  }

  private func next(on thread: ObjectIdentifier) -> (@Sendable () -> Void)? {
    line.withLock { line in
      let block = line.blocks.popFirst()
      line.isServed = block != nil
      line.thread = block.map { _ in thread }
      return block
    }
  }
}
