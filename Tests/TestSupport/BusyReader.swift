import Net

/// An actor whose jobs run only when the test says so, as if others kept it busy.
package actor BusyReader {
  private nonisolated let executor = HeldExecutor()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// The elements of the sequence as text, and its end: `end`, or the error.
  package nonisolated let log = Locked<[String]>([])

  package init() {}

  /// Iterates a sequence in a new task.
  package nonisolated func start<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, as text: @escaping @Sendable (Elements.Element) -> String
  ) -> Task<Void, Never> {
    Task { await read(elements, text) }
  }

  private func read<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, _ text: @Sendable (Elements.Element) -> String
  ) async {
    do {
      for try await element in elements { log.update { $0.append(text(element)) } }
      log.update { $0.append("end") }
    } catch {
      log.update { $0.append("\((error as? NetworkError)?.reason as Any? ?? error)") }
    }
  }

  /// Runs jobs until the condition holds.
  package nonisolated func work(until isDone: () -> Bool) async {
    await waitPatiently {
      executor.runJobs()
      return isDone()
    }
  }

  /// Runs jobs until the log has this many entries.
  package nonisolated func work(untilCount count: Int = 1) async { await work { log.value.count >= count } }

  /// Waits for a job, and leaves it.
  package nonisolated func waitForWork() async { await waitPatiently { executor.hasJobs } }
}

/// Keeps jobs until the test runs them.
private final class HeldExecutor: SerialExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  var hasJobs: Bool { !jobs.value.isEmpty }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.update { $0.append(job) }
  }

  func runJobs() {
    while let job = jobs.update({ $0.isEmpty ? nil : $0.removeFirst() }) {
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}
