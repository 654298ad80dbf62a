extension MockServer {
  /// Lets a scope that checks for leaks look at the open requests when all else has ended, and stop the server.
  ///
  /// A connection that a client keeps for its next request is none: not every client can be told to close it.
  func watchLeaks(in scope: TestScope?) -> Bool {
    scope?.watch(LeakWitness(at: ledger.place, giveUp: stop) { [self] in leak }) ?? false
  }

  private var leak: String? {
    // A client has closed before the server can know.
    core.waitUntilIdle(within: LeakWitness.grace)
    let open = core.read { $0.openRequests }.map { "\($0)" }
    guard !open.isEmpty else { return nil }
    let count = open.count == 1 ? "a connection" : "\(open.count) connections"
    return """
      The test ended with \(count) open to the server that is made here, in the middle of \(list(open)).
      Cancel what the test has begun, or let it have its answer. The server stops now.
      """
  }
}
