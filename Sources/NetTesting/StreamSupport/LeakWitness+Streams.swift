import Stream

extension LeakWitness {
  /// Checks whether a recorded subscription has ended and its closures have been released.
  ///
  /// A test that awaited the end may get here before the thread that delivered it has released them.
  static func recording(
    of subscription: any Disposable, release: RecordingToken.Release, at place: SourcePlace,
    isOver: @escaping @Sendable () -> Bool
  ) -> LeakWitness {
    LeakWitness(
      at: place, giveUp: { subscription.dispose() },
      leak: {
        guard isOver() else {
          return """
            The test ended while the subscription that is recorded here was live.
            Record it with afterEach:, or dispose of the recording.
            """
        }
        if release.comes(within: grace) { return nil }
        return """
          The subscription that was recorded here has ended, but its closures are still in memory.
          An operator is still handling an event, or retains its observer: release it at the end and on disposal.
          """
      })
  }

  /// Checks whether a test observable still has subscriptions.
  static func testable(
    at place: SourcePlace, subscriptions: @escaping @Sendable () -> [Subscription]
  ) -> LeakWitness {
    LeakWitness(at: place) {
      let live = subscriptions().filter { $0.unsubscribe == nil }
      guard !live.isEmpty else { return nil }
      let count = live.count == 1 ? "a live subscription" : "\(live.count) live subscriptions"
      return """
        The test ended with \(count) to the observable that was created here, started at \
        \(list(live.map { "\($0.subscribe)" })).
        Dispose of what the code under test returns: record(afterEach:), disposed(afterEach:).
        """
    }
  }
}
