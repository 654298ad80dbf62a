import TestSupport
import Testing

@testable import NetTesting

/// Expects that a check of one law of a contract fails once, with a message that names the law, and returns the
/// message.
///
/// - `subject`: What the contract calls an implementation.
/// - `limit`: How long the check waits for what does not come.
@discardableResult
func expectBreach<Law: CustomStringConvertible>(
  of name: String, among laws: [Law], by subject: String, within limit: Duration = .milliseconds(200),
  check: (Law) async -> Void
) async throws -> String {
  let law = try #require(laws.first { $0.description == name })
  let collected = CollectedFailures()
  await ContractPatience.$limit.withValue(limit) {
    await collected.collectAsync { await check(law) }
  }
  expectEqual(collected.messages.count, 1)
  let message = try #require(collected.messages.first)
  #expect(message.hasPrefix("the \(subject) breaks the law \"\(name)\": "))
  return message
}
