extension NetworkingContract {
  /// A guarantee of every `Networking`.
  public struct Law: Sendable, CustomStringConvertible {
    /// The guarantee, as a sentence.
    public let description: String
    /// The features that an implementation needs for the law to apply.
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

  /// All laws.
  public static let laws: [Law] =
    lifeLaws + requestLaws + outcomeLaws + deliveryLaws + cancellationLaws + policyLaws
    + transferLaws

  /// The laws that apply to an implementation with these features.
  public static func laws(for features: Features) -> [Law] {
    laws.filter { features.isSuperset(of: $0.features) }
  }
}
