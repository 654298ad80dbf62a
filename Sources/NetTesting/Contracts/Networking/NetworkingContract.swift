public import Net

/// What every `Networking` keeps to, as a suite that anyone's implementation runs: one call in its tests.
///
/// ```swift
/// @Test(arguments: NetworkingContract.laws)
/// func keeps(_ law: NetworkingContract.Law) async {
///   await NetworkingContract.check([law], over: { script in
///     NetworkSession(configuration: script.configuration, transport: URLSessionTransport(), timer: script.timer)
///   })
/// }
///
/// @Test(arguments: NetworkingContract.laws(for: .transfers))
/// func theMockKeeps(_ law: NetworkingContract.Law) async {
///   await NetworkingContract.check([law], scripted: { script in
///     let network = NetworkingMock(configuration: script.configuration, timer: script.timer)
///     network.stub(.everything, respondingWith: { script.response(to: $0) })
///     return network
///   })
/// }
/// ```
///
/// Each law gets its own implementation and server, so laws may run in parallel. A law that is broken
/// fails the test at the line of the call, naming the law and what was found. What does not come is waited for
/// 30 seconds, in real time. <doc:Contracts> says what the laws are for.
public enum NetworkingContract {
  /// What not every implementation does.
  public struct Features: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of the bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It follows redirects by itself.
    public static let redirects = Features(rawValue: 1 << 0)
    /// It ends requests that take too long, measured on its timer.
    public static let timeouts = Features(rawValue: 1 << 1)
    /// It asks interceptors, and sends again when one says so.
    public static let interceptors = Features(rawValue: 1 << 2)
    /// It calls handlers that name no queue on the callback queue of its configuration.
    public static let callbackQueue = Features(rawValue: 1 << 3)
    /// It hands bodies to consumers and files, and tells of the progress of an upload.
    public static let transfers = Features(rawValue: 1 << 4)
    /// All of them: what a `NetworkSession` does.
    public static let all: Features = [.redirects, .timeouts, .interceptors, .callbackQueue, .transfers]
  }

  /// Holds an implementation against the laws, with a ``MockServer`` at the other side.
  ///
  /// - Parameters:
  ///   - laws: Which; all of them by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeNetwork: Makes a new implementation for each law, with the script's configuration and timer.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    over makeNetwork: @escaping @Sendable (ContractScript) throws -> any Networking
  ) async {
    let place = SourcePlace(file: file, line: line)
    for law in laws {
      await report(law, at: place) {
        try await ContractScript.served(at: place) { script, _ in
          try await law.check(NetworkingTrial(script: script, make: makeNetwork))
        }
      }
    }
  }

  /// Holds an implementation that answers from memory against the laws.
  ///
  /// - Parameters:
  ///   - laws: Which; all of them by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeNetwork: Makes a new implementation for each law, with the script's configuration and timer, which
  ///     answers as the script says.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    scripted makeNetwork: @escaping @Sendable (ContractScript) throws -> any Networking
  ) async {
    let place = SourcePlace(file: file, line: line)
    for law in laws {
      await report(law, at: place) {
        let script = ContractScript(baseURL: ContractScript.inMemoryURL, clock: ContractClock())
        try await law.check(NetworkingTrial(script: script, make: makeNetwork))
      }
    }
  }

  private static func report(
    _ law: Law, at place: SourcePlace, _ body: () async throws -> Void
  ) async {
    await ContractBreach.report(law.description, brokenBy: "network", at: place, body)
  }
}
