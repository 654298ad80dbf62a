/// A serial queue on the threads of a crew: its blocks run one at a time, in the order they are added.
///
/// They take turns with the jobs of the crew, so what a block adds to the crew follows on the same thread. A block that
/// takes long delays those behind it, but no jobs, because another thread of the crew continues with these. Blocks run
/// even while jobs block all threads of the crew, so they must not wait for a job.
final class CrewLane: Sendable {
  private struct Line: Sendable {
    var blocks = FIFO<JobCrew.Job>()
    /// Whether a job of the crew runs blocks, or will.
    var isServed = false
  }

  let crew: JobCrew
  private let line = Lock(Line())

  init(_ crew: JobCrew) { self.crew = crew }

  func async(_ block: @escaping JobCrew.Job) {
    let begins = line.withLock { line in
      line.blocks.append(block)
      defer { line.isServed = true }
      return !line.isServed
    }
    if begins { serveSoon() }
  }

  private func serveSoon() { crew.add(callsOut: false) { self.serve() } }

  /// Runs the blocks that wait.
  ///
  /// Those that are added meanwhile get in line behind the jobs of the crew, which would wait without end otherwise.
  private func serve() {
    var blocks = line.withLock { line in
      defer { line.blocks = FIFO() }
      return line.blocks
    }
    while let block = blocks.popFirst() { block() }
    let hasMore = line.withLock { line in
      line.isServed = !line.blocks.isEmpty
      return line.isServed
    }
    if hasMore { serveSoon() }
  }
}
