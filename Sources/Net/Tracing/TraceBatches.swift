/// The steps of running requests that are not in the log yet, as a pure value.
///
/// All threads want the one lock of a recorder's log. The steps of a request are therefore collected here, and enter the
/// log together: when the request ends, when they are many, or when the trace is read. A recorder has several of these,
/// so that requests that run at the same time seldom share one.
struct TraceBatches: Sendable {
  /// The steps of a request in their order, with their size in bytes.
  struct Batch: Sendable {
    var steps: [TraceLog.Timed] = []
    var size = 0
    /// The number of steps that are events of a WebSocket.
    var socketCount = 0
  }

  /// What is added to the log after a step.
  enum Entrance: Sendable {
    case none
    /// The step itself, because the request has ended or its steps are not collected.
    case step
    case batch(Batch)
  }

  /// The maximum number of requests whose steps are collected.
  static let maximumRequests = 64
  /// The number of steps, and of bytes, above which a batch enters the log.
  static let maximumSteps = 32
  static let maximumSize = 4_096

  private var batches: [TraceLog.RequestKey: Batch] = [:]

  /// Begins to collect the steps of a request; returns those of an earlier one with this number.
  mutating func begin(_ key: TraceLog.RequestKey) -> Batch? {
    guard batches.count < Self.maximumRequests else { return batches.removeValue(forKey: key) }
    var batch = Batch()
    batch.steps.reserveCapacity(8)
    return batches.updateValue(batch, forKey: key)
  }

  /// Adds a step; returns what must now be added to the log.
  mutating func add(_ step: TraceLog.Timed, size: Int, to key: TraceLog.RequestKey) -> Entrance {
    guard let index = batches.index(forKey: key) else { return .step }
    if batches.values[index].steps.add(step) { batches.values[index].size += size }
    if step.mark.isOfWebSocket { batches.values[index].socketCount += 1 }
    if step.mark.isEnd { return .batch(batches.remove(at: index).value) }
    guard
      batches.values[index].steps.count >= Self.maximumSteps
        || batches.values[index].size >= Self.maximumSize
    else { return .none }
    return .batch(Self.take(&batches.values[index]))
  }

  /// Removes and returns all collected steps.
  ///
  /// Requests that have not ended continue to be collected.
  mutating func takeAll() -> [(key: TraceLog.RequestKey, batch: Batch)] {
    batches.indices.compactMap { index in
      guard !batches.values[index].steps.isEmpty else { return nil }
      return (batches.keys[index], Self.take(&batches.values[index]))
    }
  }

  private static func take(_ batch: inout Batch) -> Batch {
    defer { batch = Batch() }
    return batch
  }
}

extension [TraceLog.Timed] {
  /// Adds a step of the same request; returns false if it replaces the last one, and needs no more memory.
  ///
  /// Progress is reported for each chunk, and only its first and its latest report are kept.
  mutating func add(_ step: TraceLog.Timed) -> Bool {
    switch (step.mark, last?.mark) {
    case (.receivedBody, .receivedBody?):
      self[count - 1].mark = step.mark
      return false
    case (.sentBody, .sentBody?):
      self[count - 1] = step
      return false
    default:
      append(step)
      return true
    }
  }
}

extension TraceMark {
  /// Whether the request has ended.
  fileprivate var isEnd: Bool {
    switch self {
    case .finished, .failed: true
    default: false
    }
  }
}
