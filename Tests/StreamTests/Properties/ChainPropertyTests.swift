import TestSupport
import Testing

/// Random chains of operators emit what a reference of pure functions over timelines says, when it says so, and release
/// everything at the end.
///
/// The order of events at equal times is defined: what a call causes comes inside it, and what is due at the same time
/// comes in the order in which it was scheduled (``Place``).
@Suite(.heavy) struct ChainPropertyTests {
  @Test func chainsDoWhatTheReferenceSays() {
    expectNoDifferences({ ChainPlan(seed: $0) }) { ChainRun($0).differences() }
  }
}
