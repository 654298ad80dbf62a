public import Net

/// The guarantees of every `Networking`, as a test suite for your own implementation, with one call in its tests.
///
/// ```swift
/// @Test(arguments: NetworkingContract.laws)
/// func keeps(_ law: NetworkingContract.Law) async {
///   await NetworkingContract.check([law], over: { script in
///     NetworkSession(configuration: script.configuration, transport: URLSessionTransport(), timer: script.timer)
///   })
/// }
///
/// @Test(arguments: NetworkingContract.laws(for: .all.subtracting(.callbackQueue)))
/// func theMockKeeps(_ law: NetworkingContract.Law) async {
///   await NetworkingContract.check([law], scripted: { script in
///     let network = NetworkingMock(configuration: script.configuration, timer: script.timer)
///     network.stub(.everything, respondingWith: { script.response(to: $0) })
///     return network
///   })
/// }
/// ```
///
/// Each law gets its own implementation and server, so laws may run in parallel. A broken law fails the test at the
/// line of the call, with the law and what was found. A law waits up to 30 seconds of real time for an
/// expected event. <doc:Contracts> describes the laws.
public enum NetworkingContract {
  /// The optional features of an implementation.
  public struct Features: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It follows redirects.
    public static let redirects = Features(rawValue: 1 << 0)
    /// It ends requests that exceed their timeouts, measured by its timer.
    public static let timeouts = Features(rawValue: 1 << 1)
    /// It calls interceptors, and retries if one decides so.
    public static let interceptors = Features(rawValue: 1 << 2)
    /// It calls handlers without a queue on the callback queue of its configuration.
    public static let callbackQueue = Features(rawValue: 1 << 3)
    /// It delivers bodies to consumers and files, and reports the progress of an upload.
    public static let transfers = Features(rawValue: 1 << 4)
    /// All features, as a `NetworkSession` has them.
    public static let all: Features = [.redirects, .timeouts, .interceptors, .callbackQueue, .transfers]
  }

  /// Checks an implementation with a ``MockServer`` as its server.
  ///
  /// - Parameters:
  ///   - laws: The laws to check; all by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeNetwork: Creates a new implementation for each law, with the script's configuration and timer.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    over makeNetwork: @escaping @Sendable (ContractScript) throws -> any Networking
  ) async {
    let place = SourcePlace(file: file, line: line)
    await ContractBreach.report(laws, brokenBy: "network", at: place) { law in
      try await ContractScript.served(at: place) { script, _ in
        try await law.check(NetworkingTrial(script: script, make: makeNetwork))
      }
    }
  }

  /// Checks an implementation that responds from memory.
  ///
  /// - Parameters:
  ///   - laws: The laws to check; all by default.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  ///   - makeNetwork: Creates a new implementation for each law, with the script's configuration and timer, that
  ///     responds according to the script.
  public static func check(
    _ laws: [Law] = laws, file: StaticString = #filePath, line: UInt = #line,
    scripted makeNetwork: @escaping @Sendable (ContractScript) throws -> any Networking
  ) async {
    let place = SourcePlace(file: file, line: line)
    await ContractBreach.report(laws, brokenBy: "network", at: place) { law in
      let script = ContractScript.inMemory
      try await law.check(NetworkingTrial(script: script, make: makeNetwork))
    }
  }
}
