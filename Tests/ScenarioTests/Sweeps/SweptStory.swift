import NetTesting
import Testing

/// A scenario as a body that sweeps can run, and what they allow it.
struct SweptStory: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The faults of its sweep: all, unless ``allowance`` says why not.
  var faults = FaultVocabulary.standard
  /// The checks of each run: all, unless ``allowance`` says why not.
  var checks = Checks.all
  /// Why a fault or a check is left out; nil if none is.
  var allowance: String?
  /// Stubs the network, runs the client, and returns its result as text.
  var run: @Sendable (SweepNetwork) async throws -> String

  /// The checks of a sweep.
  enum Checks: Sendable {
    case all
    /// An unsafe request may be sent again.
    case exceptDuplicates
  }

  init(_ name: String, _ run: @escaping @Sendable (SweepNetwork) async throws -> String) {
    testDescription = name
    self.run = run
  }

  /// A copy whose sweep leaves out these faults.
  func without(_ faults: FaultVocabulary, because reason: String) -> SweptStory {
    var story = self
    story.faults = FaultVocabulary(self.faults.faults.filter { !faults.faults.contains($0) })
    story.allowance = reason
    return story
  }

  /// A copy whose sweep allows that an unsafe request is sent again.
  func allowingDuplicates(because reason: String) -> SweptStory {
    var story = self
    story.checks = .exceptDuplicates
    story.allowance = reason
    return story
  }

  /// Sweeps the faults, pairs of them included.
  func sweepFaults() async throws -> SweepReport {
    let sweep = everyFault(of: faults, in: run)
    return switch checks {
    case .all: try await sweep.report()
    case .exceptDuplicates: try await sweep.report(.endsInTime, .noLeak, .sameResultOr())
    }
  }
}
