import Net

/// How the responses of a service differ from those of a cassette.
///
/// ``Cassette/drift(against:methods:redaction:prepare:)`` returns it. Its text names each difference.
public struct CassetteDrift: Sendable, Hashable {
  /// A request whose response has changed.
  public struct Change: Sendable, Hashable {
    /// The method and the URL, redacted.
    public var request: String
    /// The differences: `body at items[].name: was string, is missing`.
    public var differences: [String]

    /// Creates a change.
    public init(request: String, differences: [String]) {
      self.request = request
      self.differences = differences
    }
  }

  /// A request whose responses were not compared.
  public struct Omission: Sendable, Hashable {
    /// The method and the URL, redacted.
    public var request: String
    /// Why they were not compared.
    public var reason: String

    /// Creates an omission.
    public init(request: String, reason: String) {
      self.request = request
      self.reason = reason
    }
  }

  /// How many requests were compared.
  public var comparedCount: Int
  /// The requests whose responses have changed.
  public var changes: [Change]
  /// The requests that the service did not respond to.
  public var unanswered: [Omission]
  /// The requests that were not sent, or whose recorded responses cannot be compared.
  public var notCompared: [Omission]

  /// Creates a drift from its parts.
  public init(
    comparedCount: Int = 0, changes: [Change] = [], unanswered: [Omission] = [], notCompared: [Omission] = []
  ) {
    self.comparedCount = comparedCount
    self.changes = changes
    self.unanswered = unanswered
    self.notCompared = notCompared
  }

  /// Whether at least one request was compared, all were answered, and nothing has changed.
  public var isNone: Bool { comparedCount > 0 && changes.isEmpty && unanswered.isEmpty }
}

extension CassetteDrift: CustomStringConvertible {
  /// The number of compared requests, and the differences, line by line.
  public var description: String {
    let count = comparedCount.counted("request")
    var lines = [
      comparedCount == 0
        ? "No request was compared."
        : changes.isEmpty
          ? "\(count) compared, no response has changed." : "\(count) compared, \(changes.count) changed:"
    ]
    for change in changes { lines += ["  \(change.request)"] + change.differences.map { "    \($0)" } }
    if !unanswered.isEmpty { lines += ["Did not respond:"] + unanswered.map(Self.line) }
    if !notCompared.isEmpty { lines += ["Not compared:"] + notCompared.map(Self.line) }
    return lines.joined(separator: "\n")
  }

  private static func line(_ omission: Omission) -> String { "  \(omission.request): \(omission.reason)" }
}
