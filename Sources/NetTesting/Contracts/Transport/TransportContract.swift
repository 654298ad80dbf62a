public import Net

/// The guarantees of every transport, as a test suite for your own implementation, with one call in its tests.
///
/// A transport that uses the network is tested with a ``MockServer``. One that responds from memory receives the
/// responses from the contract:
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
/// In an `XCTestCase`, `await TransportContract.check { MyTransport() }` checks all laws. Each law gets its own
/// transport and server, so laws may run in parallel. A broken law fails the test at the line of the call, with the
/// law and what was found. Something that does not happen is awaited for 30 seconds, in real time. <doc:Contracts>
/// describes the laws.
public enum TransportContract {
  /// Checks a transport that uses the network.
  ///
  /// - Parameters:
  ///   - laws: The laws to check; all by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeTransport: Creates a new transport for each law.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    over makeTransport: @escaping @Sendable () throws -> any Transport
  ) async {
    let place = SourcePlace(file: file, line: line)
    await ContractBreach.report(laws, brokenBy: "transport", at: place) { law in
      try await ContractScript.served(at: place) { script, server in
        try await law.check(TransportTrial(transport: makeTransport(), script: script, server: server))
      }
    }
  }

  /// Checks a transport that responds from memory with the laws that are not about sockets.
  ///
  /// - Parameters:
  ///   - laws: The laws to check; those about sockets are skipped.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeTransport: Creates a new transport for each law that responds according to the script.
  public static func check(
    _ laws: [Law] = lawsWithoutSockets, file: StaticString = #filePath, line: UInt = #line,
    scripted makeTransport: @escaping @Sendable (ContractScript) throws -> any Transport
  ) async {
    let place = SourcePlace(file: file, line: line)
    await ContractBreach.report(
      laws, brokenBy: "transport", at: place, where: { !$0.isAboutSockets }
    ) { law in
      let script = ContractScript.inMemory
      try await law.check(TransportTrial(transport: makeTransport(script), script: script, server: nil))
    }
  }
}
