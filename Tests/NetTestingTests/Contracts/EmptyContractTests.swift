import Net
import NetTesting
import TestSupport
import Testing

/// Contracts that are checked with no law.
@Suite struct EmptyContractTests {
  private func message(_ subject: String) -> String {
    "the \(subject) is checked with no law, so nothing is checked. Pass laws, or leave them out to check all."
  }

  private func failures(_ check: () async -> Void) async -> [String] {
    let collected = CollectedFailures()
    await collected.collectAsync { await check() }
    return collected.messages
  }

  @Test func aTransportWithoutLawsFails() async {
    let messages = await failures {
      await TransportContract.check([]) { MockTransport() }
      await TransportContract.check([], scripted: { _ in MockTransport() })
    }
    expectEqual(messages, [message("transport"), message("transport")])
  }

  @Test func aNetworkWithoutLawsFails() async {
    let messages = await failures {
      await NetworkingContract.check([], over: { _ in NetworkingMock() })
      await NetworkingContract.check([], scripted: { _ in NetworkingMock() })
    }
    expectEqual(messages, [message("network"), message("network")])
  }

  @Test func aStoreWithoutLawsFails() async {
    let messages = await failures {
      await CacheStoreContract.check([]) { HTTPCache.memory(limit: 1 << 20).store }
    }
    expectEqual(messages, [message("store")])
  }

  @Test func aWebSocketTransportWithoutLawsFails() async {
    let messages = await failures {
      await WebSocketContract.check([]) { MockTransport() }
      await WebSocketContract.check([], scripted: { _ in MockTransport() })
    }
    expectEqual(messages, [message("transport"), message("transport")])
  }

  @Test func lawsAboutSocketsAreSkippedInMemory() async {
    let laws = TransportContract.laws.filter(\.isAboutSockets)
    expectFalse(laws.isEmpty)
    expectEqual(
      await failures { await TransportContract.check(laws, scripted: { _ in MockTransport() }) }, [])
  }
}
