extension TransportContract {
  /// One promise of every transport.
  ///
  /// ```swift
  /// @Test(arguments: TransportContract.laws)
  /// func keeps(_ law: TransportContract.Law) async {
  ///   await TransportContract.check([law]) { MyTransport() }
  /// }
  /// ```
  public struct Law: Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    public let description: String
    /// Whether it speaks of sockets (a connection that breaks, bytes that are not HTTP), so that a transport
    /// that answers from memory has nothing to do with it.
    public let isAboutSockets: Bool

    let check: @Sendable (TransportTrial) async throws -> Void

    init(
      _ description: String, isAboutSockets: Bool = false,
      check: @escaping @Sendable (TransportTrial) async throws -> Void
    ) {
      self.description = description
      self.isAboutSockets = isAboutSockets
      self.check = check
    }
  }

  /// All promises.
  public static let laws: [Law] =
    orderLaws + contentLaws + responseLaws + cancellationLaws + pauseLaws + failureLaws

  /// The promises that a transport keeps which answers from memory.
  public static let lawsWithoutSockets: [Law] = laws.filter { !$0.isAboutSockets }
}
