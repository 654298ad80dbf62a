public import Net

/// The guarantees of every transport that opens WebSockets, as a test suite for your own implementation.
///
/// A transport that uses the network is tested with a ``MockServer``. One that works in memory receives what the server
/// does from the contract:
///
/// ```swift
/// @Test(arguments: WebSocketContract.laws)
/// func keeps(_ law: WebSocketContract.Law) async {
///   await WebSocketContract.check([law]) { PlatformTransport.standard() }
/// }
///
/// @Test(arguments: WebSocketContract.laws)
/// func theMockKeeps(_ law: WebSocketContract.Law) async {
///   await WebSocketContract.check([law], scripted: { script in
///     let transport = MockTransport(timer: script.timer)
///     transport.stub(.everything) { request in script.response(to: request) }
///     return transport
///   })
/// }
/// ```
///
/// A transport that is not a `WebSocketTransport` breaks every law. The laws are grouped by capability, so an
/// implementation that cannot reject what it does not see may leave out ``frameLaws``. A broken law fails the test at
/// the line of the call, with the law and what was found. <doc:Contracts> describes the laws.
public enum WebSocketContract {
  /// A guarantee of every transport that opens WebSockets.
  public struct Law: Sendable, CustomStringConvertible {
    /// The guarantee, as a sentence.
    public let description: String

    let check: @Sendable (WebSocketTrial) async throws -> Void

    init(
      _ description: String, check: @escaping @Sendable (WebSocketTrial) async throws -> Void
    ) {
      self.description = description
      self.check = check
    }
  }

  /// All laws.
  public static let laws: [Law] = handshakeLaws + messageLaws + closingLaws + pauseLaws + frameLaws

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
      try await ContractScript.served(at: place) { script, _ in
        try await law.check(WebSocketTrial(makeTransport(), script))
      }
    }
  }

  /// Checks a transport that works in memory.
  ///
  /// - Parameters:
  ///   - laws: The laws to check; all by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeTransport: Creates a new transport for each law that responds according to the script.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    scripted makeTransport: @escaping @Sendable (ContractScript) throws -> any Transport
  ) async {
    let place = SourcePlace(file: file, line: line)
    await ContractBreach.report(laws, brokenBy: "transport", at: place) { law in
      let script = ContractScript.inMemory
      try await law.check(WebSocketTrial(makeTransport(script), script))
    }
  }
}
