import NetTesting
import TestSupport
import Testing

@Suite struct MockServerLateStubTests {
  private let failures = CollectedFailures()

  @Test func aStubThatIsAddedAfterTheServerHasStoppedIsUnused() throws {
    let scope = TestScope()
    let server = failures.collect { MockServer(afterEach: scope) }
    try server.start()
    server.stop()
    server.stub(.get("/any"), with: .status(204))
    server.stub(.get("/late"), with: .status(204), times: 1, line: 9)
    server.enqueue(.status(200))
    expectEqual(failures.messages, [])
    scope.end()
    expectEqual(failures.messages.count, 2)
    expectEqual(failures.lines.first, 9)
    #expect(failures.messages.allSatisfy { $0.hasSuffix("It was added after the server had stopped.") })
    server.verify()
    expectEqual(failures.messages.count, 2)
  }
}
