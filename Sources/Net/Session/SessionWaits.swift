/// What waits to start a request of a session later.
final class SessionWaits: Sendable {
  typealias Cancel = @Sendable () -> @Sendable () -> Void

  private struct Contents: Sendable {
    var waits: [Int: Cancel] = [:]
    var last = 0
  }

  private let contents = Lock(Contents())

  /// Adds a wait; the result removes it.
  func add(_ cancel: @escaping Cancel) -> any Cancellation {
    let number = contents.withLock { contents in
      contents.last += 1
      contents.waits[contents.last] = cancel
      return contents.last
    }
    return Registration(waits: self, number: number)
  }

  /// Removes all waits; returns them in the order in which they began.
  func takeAll() -> [Cancel] {
    let waits = contents.withLock { contents in
      defer { contents.waits = [:] }
      return contents.waits
    }
    return waits.sorted { $0.key < $1.key }.map(\.value)
  }

  private struct Registration: Cancellation {
    let waits: SessionWaits
    let number: Int

    func cancel() {
      // Released here, without the lock held.
      withExtendedLifetime(waits.contents.withLock { $0.waits.removeValue(forKey: number) }) {}
    }
  }
}
