import Net
import NetTesting
import TestSupport
import Testing

/// Mocks without `afterEach:` verify their stubs at the end of the test that creates them or adds a stub.
@Suite struct StubVerificationTests {
  private let failures = CollectedFailures()

  private func test(_ body: () -> Void) {
    let scope = TestScope()
    failures.collect { TestScope.$current.withValue(scope, operation: body) }
    scope.end()
  }

  private static let mocks: [@Sendable () -> any Stubbing] = [
    { NetworkingMock() }, { MockTransport() }, { URLStubs() }, { MockServer() },
  ]

  @Test(arguments: mocks.indices) func aStubThatMustAnswerFailsTheTestIfItDoesNot(kind: Int) {
    test {
      let mock = Self.mocks[kind]()
      mock.stub(.get("/a"), with: .status(200), times: 2, file: "/t/T.swift", line: 1)
      mock.stub(.get("/b"), withSequence: [.status(200), .status(201)], file: "/t/T.swift", line: 2)
      (mock as? MockServer)?.enqueue(.status(200), file: "/t/T.swift", line: 3)
      mock.stub(.get("/c"), with: .status(200))
      mock.stub(.get("/d"), with: .status(200), times: .optionally)
    }
    expectEqual(failures.lines.sorted(), kind == 3 ? [1, 2, 3] : [1, 2])
  }

  @Test func aStubThatHasAnsweredDoesNotFailTheTest() {
    test {
      let mock = NetworkingMock()
      mock.stub(.get("/a"), with: .status(200), times: 1)
      mock.get("/a").resume()
    }
    expectEqual(failures.messages, [])
  }

  @Test func aSharedMockIsVerifiedByTheTestThatAddsAStub() {
    let mock = failures.collect { NetworkingMock() }
    test { mock.stub(.get("/a"), with: .status(200), times: 1, file: "/t/T.swift", line: 1) }
    expectEqual(failures.lines, [1])
    test {}
    expectEqual(failures.lines, [1])
  }

  /// The mock is created in the test that ends first, or in none.
  @Test(arguments: mocks.indices, [false, true])
  func testsAtTheSameTimeFailForTheirOwnStubsOfASharedMock(kind: Int, isOfTest: Bool) {
    let creator = TestScope()
    let mock = failures.collect {
      TestScope.$current.withValue(isOfTest ? creator : nil, operation: Self.mocks[kind])
    }
    let scopes = (1...2).map { (line: UInt) in
      let scope = TestScope()
      TestScope.$current.withValue(scope) {
        mock.stub(.get("/\(line)"), with: .status(200), times: 1, file: "/t/T.swift", line: line)
      }
      return scope
    }
    creator.end()
    expectEqual(failures.lines, [])
    scopes[1].end()
    expectEqual(failures.lines, [2])
    scopes[0].end()
    expectEqual(failures.lines, [2, 1])
    withExtendedLifetime(mock) {}
  }

  @Test func aStubThatIsAddedOutsideOfATestIsVerifiedByTheTestThatMadeTheMock() {
    let scope = TestScope()
    let mock = failures.collect { TestScope.$current.withValue(scope) { NetworkingMock() } }
    TestScope.$current.withValue(nil) {
      mock.stub(.get("/a"), with: .status(200), times: 1, file: "/t/T.swift", line: 1)
    }
    scope.end()
    withExtendedLifetime(mock) {}
    expectEqual(failures.lines, [1])
  }

  @Test func whatWasVerifiedIsReportedOnce() {
    test {
      let mock = NetworkingMock(afterEach: TestScope.current ?? TestScope())
      mock.stub(.get("/a"), with: .status(200), times: 1, file: "/t/T.swift", line: 1)
      mock.verify()
    }
    expectEqual(failures.lines, [1])
  }

  @Test func withoutATestNothingIsVerified() {
    failures.collect { NetworkingMock().stub(.get("/a"), with: .status(200), times: 1) }
    expectEqual(failures.messages, [])
  }

  @Test func aSweepDoesNotRequireStubsOfItsNetwork() async throws {
    let report = try await everyFault(in: { network in
      network.stub(.get("/a"), with: .text("a"), times: 1)
      network.stub(.get("/b"), with: .text("b"), times: 1)
      return try await network.get("/a").string()
    }).report(.endsInTime)
    expectTrue(report.isPassed, "\(report.text)")
  }
}
