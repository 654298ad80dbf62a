import Net
import Stream
import TestSupport
import Testing

@testable import NetTesting

/// A test that throws, or is cancelled or skipped, is not failed by what it has not used.
///
/// `scripts/check-failures` runs such tests of XCTest.
@Suite struct CutShortTests {
  private struct Broken: Error {}

  enum Ending: CaseIterable, Sendable {
    case completes, throwsAnError, isCancelled
  }

  /// Returns the failures of a test that runs the body and then ends in this way.
  private func failures(
    of ending: Ending, checksLeaks: Bool = false, _ body: @escaping @Sendable () throws -> Void
  ) async throws -> [String] {
    let failures = CollectedFailures()
    let (test, testCase) = (try #require(Test.current), Test.Case.current)
    let run = Task {
      await failures.collectAsync {
        try? await NetTestingTrait(checksLeaks: checksLeaks).provideScope(for: test, testCase: testCase) {
          try body()
          switch ending {
          case .completes: break
          case .throwsAnError: throw Broken()
          case .isCancelled: while !Task.isCancelled { await Task.yield() }
          }
        }
      }
    }
    if ending == .isCancelled { run.cancel() }
    await run.value
    return failures.messages
  }

  private func expectedCount(_ ending: Ending) -> Int { ending == .completes ? 1 : 0 }

  @Test(arguments: Ending.allCases) func anUnusedStub(ending: Ending) async throws {
    let messages = try await failures(of: ending) {
      let network = NetworkingMock(afterEach: .test)
      network.stub(.get("/a"), with: .text("a"), times: 1)
    }
    expectEqual(messages.count, expectedCount(ending), "\(messages)")
  }

  @Test(arguments: Ending.allCases) func anUnusedResponseOfAServer(ending: Ending) async throws {
    let messages = try await failures(of: ending) {
      let server = MockServer(afterEach: .test)
      server.enqueue(.text("a"))
      try server.start()
    }
    expectEqual(messages.count, expectedCount(ending), "\(messages)")
  }

  @Test(arguments: Ending.allCases) func anUnmetExpectationOfAMock(ending: Ending) async throws {
    let messages = try await failures(of: ending) { Mock().expect.save().toBeCalled() }
    expectEqual(messages.count, expectedCount(ending), "\(messages)")
  }

  /// The first test is cut short.
  ///
  /// The mock is tied to each test, or joins its scope.
  @Test(arguments: [false, true]) func theNextTestOfASharedMockFailsForItsOwnExpectations(isTied: Bool) {
    let failures = CollectedFailures()
    let (mock, network) = failures.collect {
      TestScope.$current.withValue(nil) { (Mock(), NetworkingMock()) }
    }
    let place = SourcePlace(file: #filePath, line: #line)
    for (line, isCutShort): (UInt, Bool) in [(1, true), (2, false)] {
      let scope = TestScope()
      if isTied { mock.verify(afterEach: scope, at: place) }
      TestScope.$current.withValue(isTied ? nil : scope) {
        mock.expect.save().toBeCalled(file: "/t/A.swift", line: line)
        network.stub(.get("/a"), with: .text("a"), times: 1, file: "/t/A.swift", line: line)
      }
      TestScope.$isCutShort.withValue(isCutShort) { scope.end() }
    }
    expectEqual(failures.lines, isTied ? [2] : [2, 2])
  }

  @Test(arguments: Ending.allCases) func anUnmetExpectationOfAWebSocket(ending: Ending) async throws {
    let messages = try await failures(of: ending) {
      let network = NetworkingMock(afterEach: .test)
      network.stub(.webSocket("/chat"), with: .script { $0.expect(.text("hi")) })
      _ = ReceivedUpdates(network.webSocket("/chat"))
    }
    expectEqual(messages.count, expectedCount(ending), "\(messages)")
  }

  @Test(arguments: Ending.allCases) func anOpenSubscription(ending: Ending) async throws {
    let (subject, kept) = (PublishSubject<Int>(), Captured<Recording<Int>>())
    let messages = try await failures(of: ending, checksLeaks: true) { kept.set(subject.record()) }
    expectEqual(messages.count, expectedCount(ending), "\(messages)")
    // It is cleaned up in any case.
    expectFalse(subject.hasObservers)
  }

  @Test(arguments: Ending.allCases) func aRequestWithoutAStubIsAFailure(ending: Ending) async throws {
    let messages = try await failures(of: ending) {
      NetworkingMock(afterEach: .test).get("https://h/a").resume()
    }
    expectEqual(messages.count, 1, "\(messages)")
    expectEqual(messages.first?.hasPrefix("No stub answers GET https://h/a"), true)
  }

  @Test(arguments: Ending.allCases) func whatTheTestItselfVerifiesIsAFailure(ending: Ending) async throws {
    let messages = try await failures(of: ending) {
      let network = NetworkingMock(afterEach: .test)
      network.stub(.get("/a"), with: .text("a"), times: 1)
      network.verify()
    }
    expectEqual(messages.count, 1, "\(messages)")
  }
}
