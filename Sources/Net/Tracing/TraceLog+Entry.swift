extension TraceLog.Entry {
  var isRunning: Bool { !hasEnded || isOpen }

  private mutating func note(_ mark: TraceMark) {
    switch mark {
    case .finished, .failed: hasEnded = true
    case .webSocket(.opened): isOpen = true
    case .webSocket(.closed): isOpen = false
    default: break
    }
  }

  /// Adds steps, and drops the oldest events of a WebSocket beyond the limit.
  mutating func add(_ batch: TraceBatches.Batch, limit: Int, change: Int) -> TraceLog.Growth {
    let former = size
    self.change = change
    size += batch.size
    socketCount += batch.socketCount
    for step in batch.steps { note(step.mark) }
    // Usually all steps arrive together.
    if marks.isEmpty {
      marks = batch.steps
    } else {
      for step in batch.steps {
        if !marks.add(step) { size -= step.mark.size }
      }
    }
    let dropped = socketCount > limit ? dropSocketEvents(keeping: limit - limit / 2) : []
    return (size - former, dropped)
  }

  mutating func add(_ step: TraceLog.Timed, size: Int, limit: Int, change: Int) -> TraceLog.Growth {
    let former = self.size
    self.change = change
    note(step.mark)
    if marks.add(step) { self.size += size }
    if step.mark.isOfWebSocket { socketCount += 1 }
    let dropped = socketCount > limit ? dropSocketEvents(keeping: limit - limit / 2) : []
    return (self.size - former, dropped)
  }

  /// Drops many at once, so that each step is moved once on average.
  mutating func dropSocketEvents(keeping count: Int) -> [TraceLog.Timed] {
    var (kept, dropped): ([TraceLog.Timed], [TraceLog.Timed]) = ([], [])
    var excess = socketCount - count
    for step in marks {
      if excess > 0, step.mark.isOfWebSocket {
        excess -= 1
        size -= step.mark.size
        dropped.append(step)
      } else {
        kept.append(step)
      }
    }
    marks = kept
    socketCount = count
    droppedCount += dropped.count
    return dropped
  }
}
