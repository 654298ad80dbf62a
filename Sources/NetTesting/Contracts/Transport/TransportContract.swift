public import Net

/// What every transport keeps to, as a suite that anyone's implementation runs: one call in its tests.
///
/// A transport that goes to the network is tried against a ``MockServer``, one that answers from memory is
/// handed the answers:
///
/// ```swift
/// @Test(arguments: TransportContract.laws)
/// func keeps(_ law: TransportContract.Law) async {
///   await TransportContract.check([law]) { URLSessionTransport() }
/// }
///
/// @Test(arguments: TransportContract.lawsWithoutSockets)
/// func theMockKeeps(_ law: TransportContract.Law) async {
///   await TransportContract.check([law], scripted: { script in
///     let transport = MockTransport(timer: script.timer)
///     transport.stub(.everything) { request in script.response(to: request) }
///     return transport
///   })
/// }
/// ```
///
/// In an `XCTestCase`, `await TransportContract.check { MyTransport() }` tries them all. Each law gets a
/// transport and a separate server, so laws may run in parallel. A law that is broken fails the test at the
/// line of the call, naming the law and what was found. What does not come is waited for 30 seconds, in real
/// time. <doc:Contracts> says what the laws are for.
public enum TransportContract {
  /// Holds a transport that goes to the network against the laws.
  ///
  /// - Parameters:
  ///   - laws: Which; all of them by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeTransport: Makes a new transport for each law.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    over makeTransport: @Sendable () throws -> any Transport
  ) async {
    let place = SourcePlace(file: file, line: line)
    for law in laws {
      await report(law, at: place) {
        try await ContractScript.served(at: place) { script, server in
          try await law.check(TransportTrial(transport: makeTransport(), script: script, server: server))
        }
      }
    }
  }

  /// Holds a transport that answers from memory against the laws that are not about sockets.
  ///
  /// - Parameters:
  ///   - laws: Which; those about sockets are passed over.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeTransport: Makes a new transport for each law, which answers as the script says.
  public static func check(
    _ laws: [Law] = lawsWithoutSockets, file: StaticString = #filePath, line: UInt = #line,
    scripted makeTransport: @Sendable (ContractScript) throws -> any Transport
  ) async {
    let place = SourcePlace(file: file, line: line)
    for law in laws where !law.isAboutSockets {
      await report(law, at: place) {
        let script = ContractScript(baseURL: ContractScript.inMemoryURL, clock: ContractClock())
        try await law.check(TransportTrial(transport: makeTransport(script), script: script, server: nil))
      }
    }
  }

  private static func report(
    _ law: Law, at place: SourcePlace, _ body: () async throws -> Void
  ) async {
    await ContractBreach.report(law.description, brokenBy: "transport", at: place, body)
  }
}
