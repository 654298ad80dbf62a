extension NetworkingContract {
  /// One promise of every `Networking`.
  public struct Law: Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    public let description: String
    /// What an implementation must do for the law to have a meaning.
    public let features: Features

    let check: @Sendable (NetworkingTrial) async throws -> Void

    init(
      _ description: String, features: Features = [],
      check: @escaping @Sendable (NetworkingTrial) async throws -> Void
    ) {
      self.description = description
      self.features = features
      self.check = check
    }
  }

  /// All promises.
  public static let laws: [Law] =
    lifeLaws + requestLaws + outcomeLaws + deliveryLaws + cancellationLaws + policyLaws
    + transferLaws

  /// The promises of an implementation with these features.
  public static func laws(for features: Features) -> [Law] {
    laws.filter { features.isSuperset(of: $0.features) }
  }
}
