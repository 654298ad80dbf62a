import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What opens a file while the process may open no more.
@Suite struct DescriptorWaitTests {
  private static func error(_ code: POSIXErrorCode) -> NetworkError {
    NetworkError(.transfer(.fileUnwritable(URL(filePath: "/a"))), underlyingError: POSIXError(code))
  }

  /// Performs an action that fails with these errors before it succeeds, and returns the results so far after a time.
  private func results(
    of failures: [NetworkError], after time: Duration
  ) -> (calls: Int, results: [Result<Int, NetworkError>]) {
    let timer = TestScheduler()
    let calls = Locked(0)
    let results = Locked<[Result<Int, NetworkError>]>([])
    DescriptorWait(timer).perform { () throws(NetworkError) in
      let call = calls.update { calls -> Int in
        calls += 1
        return calls
      }
      if call <= failures.count { throw failures[call - 1] }
      return call
    } done: { result in
      results.update { $0.append(result) }
    }
    timer.advance(by: time)
    return (calls.value, results.value)
  }

  @Test(arguments: [POSIXErrorCode.EMFILE, .ENFILE]) func aMissingDescriptorIsWaitedFor(
    code: POSIXErrorCode
  ) throws {
    let ended = results(of: [Self.error(code), Self.error(code)], after: .milliseconds(40))
    expectEqual(try ended.results.map { try $0.get() }, [3])
  }

  @Test func itIsTriedAgainAfter20Milliseconds() {
    let ended = results(of: [Self.error(.EMFILE)], after: .milliseconds(19))
    expectEqual(ended.calls, 1)
    expectTrue(ended.results.isEmpty)
  }

  @Test func theLastErrorEndsTheWaitAfterHalfAMinute() throws {
    let failures = Array(repeating: Self.error(.EMFILE), count: 10_000)
    #expect(results(of: failures, after: .milliseconds(29_999)).results.isEmpty)
    let ended = results(of: failures, after: .seconds(30))
    expectEqual(ended.calls, 1501)
    let error = try #require(throws: NetworkError.self) { try ended.results.first?.get() }
    #expect("\(error)".contains("Too many open files"))
  }

  @Test func anotherErrorIsReportedAtOnce() {
    let ended = results(of: [Self.error(.EACCES)], after: .zero)
    expectEqual(ended.calls, 1)
    expectEqual(ended.results.count, 1)
  }
}
