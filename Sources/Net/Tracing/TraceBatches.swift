/// The steps of running requests that are not in the log yet, as a pure value.
///
/// All threads want the one lock of a recorder's log. The steps of a request are therefore collected here, and enter
/// the log together: when the request ends, when they are many, or when the trace is read. A recorder has several of
/// these, so that requests that run at the same time seldom share one.
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

  /// A list, because it is short: searching it costs less than hashing a key for each step.
  private var batches: [(key: TraceLog.RequestKey, batch: Batch)] = []

  /// Begins to collect the steps of a request; returns those of an earlier one with this number.
  mutating func begin(_ key: TraceLog.RequestKey) -> Batch? {
    let former = index(of: key).map { remove(at: $0) }
    guard former != nil || batches.count < Self.maximumRequests else { return nil }
    var batch = Batch()
    batch.steps.reserveCapacity(8)
    batches.append((key, batch))
    return former
  }

  /// Adds a step; returns what must now be added to the log.
  mutating func add(_ step: TraceLog.Timed, size: Int, to key: TraceLog.RequestKey) -> Entrance {
    guard let index = index(of: key) else { return .step }
    if batches[index].batch.steps.add(step) { batches[index].batch.size += size }
    if step.mark.isOfWebSocket { batches[index].batch.socketCount += 1 }
    if step.mark.isEnd { return .batch(remove(at: index)) }
    guard
      batches[index].batch.steps.count >= Self.maximumSteps
        || batches[index].batch.size >= Self.maximumSize
    else { return .none }
    return .batch(Self.take(&batches[index].batch))
  }

  private func index(of key: TraceLog.RequestKey) -> Int? {
    var index = batches.count - 1
    while index >= 0, batches[index].key != key { index -= 1 }
    return index < 0 ? nil : index
  }

  private mutating func remove(at index: Int) -> Batch {
    batches.swapAt(index, batches.count - 1)
    return batches.removeLast().batch
  }

  /// Removes and returns all collected steps.
  ///
  /// Requests that have not ended continue to be collected.
  mutating func takeAll() -> [(key: TraceLog.RequestKey, batch: Batch)] {
    batches.indices.compactMap { index in
      guard !batches[index].batch.steps.isEmpty else { return nil }
      return (batches[index].key, Self.take(&batches[index].batch))
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
    if case .receivedBody = step.mark, case .receivedBody? = last?.mark {
      self[count - 1].mark = step.mark
      return false
    }
    if case .sentBody = step.mark, case .sentBody? = last?.mark {
      self[count - 1] = step
      return false
    }
    append(step)
    return true
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
