extension TransportContract {
  /// A guarantee of every transport.
  ///
  /// ```swift
  /// @Test(arguments: TransportContract.laws)
  /// func keeps(_ law: TransportContract.Law) async {
  ///   await TransportContract.check([law]) { MyTransport() }
  /// }
  /// ```
  public struct Law: Sendable, CustomStringConvertible {
    /// The guarantee, as a sentence.
    public let description: String
    /// Whether the law is about sockets (a connection that breaks, bytes that are not HTTP), so that it does not apply
    /// to a transport that responds from memory.
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

  /// All laws.
  public static let laws: [Law] =
    orderLaws + contentLaws + responseLaws + cancellationLaws + pauseLaws + failureLaws

  /// The laws that apply to a transport that responds from memory.
  public static let lawsWithoutSockets: [Law] = laws.filter { !$0.isAboutSockets }
}
