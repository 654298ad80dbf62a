import TestSupport
import Testing

@Suite struct ExpectEqualTests {
  /// One that fails, and what it says.
  struct Failing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let says: String
    let run: @Sendable () -> Void
  }

  static let failing = [
    Failing(testDescription: "expectEqual", says: "n\n1\ndoes not equal 2") { expectEqual(1, 2, "n") },
    Failing(testDescription: "expectNotEqual", says: "n\n\"a\"\nequals \"a\"") {
      expectNotEqual("a", "a", "n")
    },
    Failing(testDescription: "expectNil", says: "n\n3\nis not nil") { expectNil(3, "n") },
    Failing(testDescription: "expectNotNil", says: "n\nnil instead of a Int") {
      expectNotNil(Int?.none, "n")
    },
    Failing(testDescription: "expectTrue", says: "n\nfalse instead of true") { expectTrue(false, "n") },
    Failing(testDescription: "expectFalse", says: "n\ntrue instead of false") { expectFalse(true, "n") },
  ]

  @Test(arguments: failing) func aFailureSaysTheValuesAfterTheComment(_ failing: Failing) {
    withKnownIssue {
      failing.run()
    } matching: {
      $0.comments.map(\.rawValue) == [failing.says]
    }
  }

  @Test func aFailureIsReportedAtTheCall() {
    let line = #line + 2
    withKnownIssue {
      expectEqual(1, 2)
    } matching: { issue in
      issue.sourceLocation.map { [$0.line, $0.column] } == [line, 18]
        && issue.sourceLocation?.fileID == #fileID
    }
  }

  @Test func whatHoldsIsNoFailure() {
    expectEqual([1], [1])
    expectEqual(Int?.none, nil)
    expectNotEqual(1, nil)
    expectNil(Int?.none)
    expectNotNil(1)
    expectTrue(true)
    expectFalse(false)
  }

  @Test func aCommentIsMadeOnlyForAFailure() {
    var made = 0
    func comment() -> Comment {
      made += 1
      return "n"
    }
    expectEqual(1, 1, comment())
    expectTrue(true, comment())
    expectEqual(made, 0)
  }
}
