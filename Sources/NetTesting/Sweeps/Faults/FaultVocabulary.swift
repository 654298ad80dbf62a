import Net

/// The faults that a sweep tries.
///
/// ```swift
/// try await everyFault(of: .standard, in: { network in try await pay(network) }).expect()
/// try await everyFault(of: .cancellations + [.timeout], in: { network in try await pay(network) }).expect()
/// ```
public struct FaultVocabulary: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// The faults, in the order in which they are tried.
  public var faults: [SweepFault]

  /// Creates a vocabulary; a fault that is contained twice is tried once.
  public init(_ faults: [SweepFault]) {
    var names = Set<ExactText>()
    self.faults = faults.filter { names.insert(ExactText($0.name)).inserted }
  }

  /// Creates a vocabulary.
  public init(arrayLiteral faults: SweepFault...) { self.init(faults) }

  /// Cancellation at every event of a request.
  public static let cancellations: FaultVocabulary = [
    .cancelAfterSending, .cancelAfterHead, .cancelAfterChunk, .cancelAtEnd,
  ]

  /// Failures of the connection, and no response at all.
  public static let connections: FaultVocabulary = [
    .noConnection, .tlsRefused, .resetBeforeHead, .resetInsideHead, .resetInsideChunk, .resetAtEnd, .timeout,
  ]

  /// Responses other than successes.
  public static let statuses: FaultVocabulary = [
    .status(500), .unavailable, .unauthorized, .rateLimited, .redirectLoop,
  ]

  /// Bodies that are truncated, mislabelled, empty or slow.
  public static let bodies: FaultVocabulary = [.truncatedJSON, .wrongContentType, .emptyBody, .slowBody]

  /// Failures that do not go away: see ``SweepFault/lasting(_:)``.
  ///
  /// Leave them out for code that should try again for as long as it takes.
  public static let outages: FaultVocabulary = [
    .lasting(.noConnection), .lasting(.unavailable), .lasting(.unauthorized),
  ]

  /// All faults that the sweep knows.
  public static let standard = cancellations + connections + statuses + bodies + outages

  /// The faults of both vocabularies.
  public static func + (left: FaultVocabulary, right: FaultVocabulary) -> FaultVocabulary {
    FaultVocabulary(left.faults + right.faults)
  }
}
