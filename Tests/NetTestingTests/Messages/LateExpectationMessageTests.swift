import Net
import NetTesting
import TestSupport
import Testing

/// The messages of stubs and expectations that are stated after the requests and calls that they are for.
@Suite struct LateExpectationMessageTests {
  private let failures = CollectedFailures()

  private func transport() -> MockTransport {
    failures.collect {
      let transport = MockTransport()
      transport.stub(.everything, with: .status(200))
      return transport
    }
  }

  private func get(_ url: String, over transport: MockTransport) async {
    _ = await NetworkSession(transport: transport).get(url).response(.data)
  }

  @Test func aStubThatIsAddedAfterItsRequest() async {
    let transport = transport()
    await get("https://h/a", over: transport)
    transport.stub(.get("https://h/a"), with: .status(201), times: 1)
    transport.verify()
    expectEqual(
      failures.messages,
      [
        """
        The stub for GET https://h/a was expected to answer 1 time, but answered 0. If fewer are fine, write \
        `times: .optionally(1)`. GET https://h/a was sent before the stub was added here, and a stub answers no earlier \
        request: add it first.
        """
      ])
  }

  @Test func aStubThatIsAddedAfterAnotherRequest() async {
    let transport = transport()
    await get("https://h/b", over: transport)
    transport.stub(.get("https://h/a"), with: .status(201), times: 1)
    await get("https://h/c", over: transport)
    transport.verify()
    expectEqual(
      failures.messages,
      [
        """
        The stub for GET https://h/a was expected to answer 1 time, but answered 0. If fewer are fine, write \
        `times: .optionally(1)`.
        """
      ])
  }

  @Test(arguments: [
    (1, "Calls: ping().\nThe call came before the expectation was stated here: state it first."),
    (2, "Calls: ping(), ping().\nAll of them came before the expectation was stated here: state it first."),
  ])
  func anExpectationThatIsStatedAfterItsCalls(_ count: Int, _ words: String) {
    failures.collect {
      let mock = Mock(afterEach: TestScope())
      mock.expect.ping().toAlways(.return(()))
      for _ in 0..<count { mock.call.ping() as Void }
      mock.call.other() as Void
      mock.expect.ping().toBeCalled()
      mock.verify()
    }
    expectEqual(
      failures.messages.last,
      "ping() is expected once, and was not called.\n\(words)\nIf it is optional, write times: 0...1.")
  }

  @Test func anExpectationThatIsStatedBetweenItsCalls() {
    failures.collect {
      let mock = Mock(afterEach: TestScope())
      mock.expect.ping().toAlways(.return(()))
      mock.call.ping() as Void
      mock.expect.ping().toBeCalled(times: 2)
      mock.call.ping() as Void
      mock.verify()
    }
    expectEqual(
      failures.messages,
      [
        """
        ping() is expected 2 times, and was called once.
        Calls: ping(), ping().
        The first one came before the expectation was stated here: state it first.
        If it is optional, write times: 0...2.
        """
      ])
  }
}
