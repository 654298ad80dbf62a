import TestSupport
import Testing

/// Elements that several threads send at the same time keep the laws, whatever the operator (laws 1, 2, 6 and 18).
///
/// What is expected depends on the order of the threads as little as the laws do.
@Suite(.heavy) struct ThreadedPropertyTests {
  @Test func threadsThatSendAtOnceKeepTheLaws() {
    expectNoDifferences(ThreadedScript.init(seed:)) { ThreadedRun($0).faults() }
  }
}
