extension MockServer {
  /// Lets a scope that checks for leaks inspect the open requests at the end of the test, and stop the server.
  ///
  /// Idle connections that a client keeps for its next request do not count, because not every client can close them.
  func watchLeaks(in scope: TestScope?) -> Bool {
    scope?.watch(LeakWitness(at: ledger.place, giveUp: giveUp) { [self] in leak }) ?? false
  }

  /// Cancels what runs in the session that sends to this server, if it knows one, and stops.
  func giveUp() {
    ledger.cancelOpen()
    stop()
  }

  private var leak: String? {
    // The server notices only later that a client has closed.
    core.waitUntilIdle(within: LeakWitness.grace)
    let requests = core.read { $0.openRequests }
    let open = requests.map { "\($0)" }
    guard !open.isEmpty else { return OpenRequests(names: ledger.waitingNames(beside: requests)).leak }
    let count = open.count == 1 ? "a connection" : "\(open.count) connections"
    return """
      The test ended with \(count) open to the server that was created here, during \(list(open)).
      Cancel or complete the requests of the test. The server stops now.
      """
  }
}
