import TestSupport
import Testing

@testable import NetTesting

/// Expects that a check of one law of a contract fails once, with a message that names the law, and returns the
/// message.
///
/// A check that waits for what does not come ends at a limit, which is short, so that the test is. On a busy machine the
/// check may end before what does come, and say that this is missing. If it says something else than it should, it is
/// therefore run again with the usual limit.
///
/// - `subject`: What the contract calls an implementation.
/// - `found`: What the message says.
/// - `limit`: How long the check waits for what does not come.
@discardableResult
func expectBreach<Law: CustomStringConvertible>(
  of name: String, among laws: [Law], by subject: String, saying found: String = "",
  within limit: Duration = .milliseconds(200), check: (Law) async -> Void
) async throws -> String {
  let law = try #require(laws.first { $0.description == name })
  let usual = ContractPatience.limit
  func failures(within limit: Duration) async -> [String] {
    let collected = CollectedFailures()
    await ContractPatience.$limit.withValue(limit) {
      await collected.collectAsync { await check(law) }
    }
    return collected.messages
  }
  var messages = await failures(within: limit)
  if limit < usual, messages.first?.contains(found) == false { messages = await failures(within: usual) }
  expectEqual(messages.count, 1)
  let message = try #require(messages.first)
  #expect(message.hasPrefix("the \(subject) breaks the law \"\(name)\": "))
  return message
}
