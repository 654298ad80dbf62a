import Net

/// Returns a closure that returns how often it was called: 1, 2, 3 and so on, on any thread.
func callCounter() -> @Sendable () -> Int {
  let count = SharedLock(0)
  return {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
