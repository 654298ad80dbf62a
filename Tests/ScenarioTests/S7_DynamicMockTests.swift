import Net
import NetTesting
import Testing
import XCTest

// snippet: object
private protocol Example {
  var foo: String { get }
  func baz()
  func baz(buz: Int) -> Int
  func incrementBy(_ amount: Int)
  func save() throws
}

private final class MockExample: Example, Mockable {
  let mock = Mock()
  var foo: String { mock.get.foo }
  func baz() { mock.call.baz() }
  func baz(buz: Int) -> Int { mock.call.baz(buz: buz) }
  func incrementBy(_ amount: Int) { mock.call.incrementBy(amount) }
  func save() throws { try mock.throwing.call.save() }
}
// snippet.end

private struct TestSubject {
  let example: any Example

  func doAThing() { if example.foo == "baz" { example.baz() } }
}

/// A subject with a bug: it does not call `baz()`.
private struct BrokenSubject {
  let example: any Example

  func doAThing() { _ = example.foo }
}

private struct Full: Error {}

final class S7_DynamicMockTests: XCTestCase {
  // snippet: test
  func test_S7_theExpectedCallsAreMade() {
    let example = MockExample().verified(afterEach: self)
    example.expect.foo.to(.return("baz"))
    example.expect.baz().toBeCalled()

    TestSubject(example: example).doAThing()
  }
  // snippet.end

  func test_S7_aProhibitedMemberIsNotCalled() {
    let example = MockExample().verified(afterEach: self)
    example.expect.foo.to(.return("bar"))
    example.expect.baz().toBeCalled(times: .never)
    TestSubject(example: example).doAThing()
    XCTAssertEqual(example.calls.map(\.description), ["foo"])
  }

  func test_S7_aClosureChangesTheStateOfTheTest() {
    let example = MockExample().verified(afterEach: self)
    let total = Captured<Int>()
    example.expect.incrementBy(1).to(.call { arguments in total.set(try arguments[0]) })
    example.incrementBy(1)
    XCTAssertEqual(total.values, [1])
  }

  func test_S7_aMemberThrows() {
    let example = MockExample().verified(afterEach: self)
    example.expect.save().to(.throw(Full()))
    XCTAssertThrowsError(try example.save()) { XCTAssertTrue($0 is Full) }
  }

  func test_S7_anUnusedFallbackDoesNotFail() {
    let example = MockExample().verified(afterEach: self)
    example.expect.foo.toAlways(.return("x"))
    example.verify()
  }

  #if !canImport(ObjectiveC)
    // The failures reported to the framework. While this is not nil, they do not fail the test.
    private var told: [String]?

    func test_S7_aBrokenSubjectFailsAtTheLineOfTheExpectation() {
      let example = MockExample().verified(afterEach: self)
      example.expect.foo.to(.return("baz"))
      example.expect.baz().toBeCalled()
      let line = #line - 1
      BrokenSubject(example: example).doAThing()
      told = []
      example.verify()
      XCTAssertEqual(
        told, ["S7_DynamicMockTests.swift:\(line): failed - baz() is expected once, and was not called."])
      told = nil
    }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      guard told != nil else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      let file = filePath.split(separator: "/").last ?? ""
      told?.append("\(file):\(lineNumber): \(description.split(separator: "\n").first ?? "")")
    }
  #endif
}

@Suite(.netTesting) struct S7_DynamicMock {
  @Test func theExpectedCallsAreMade() {
    let example = MockExample()
    example.expect.foo.to(.return("baz"))
    example.expect.baz().toBeCalled()
    TestSubject(example: example).doAThing()
  }

  @Test func aBrokenSubjectFailsAtTheLineOfTheExpectation() {
    let example = MockExample()
    example.expect.foo.to(.return("baz"))
    example.expect.baz().toBeCalled()
    let line = #line - 1
    BrokenSubject(example: example).doAThing()
    withKnownIssue {
      example.verify()
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.hasPrefix("baz() is expected once, and was not called.") == true
    }
  }

  @Test func aWrongArgumentFailsWithATable() {
    let example = MockExample()
    example.expect.baz(buz: equalTo(3)).to(.return(4))
    let line = #line - 1
    withKnownIssue {
      #expect(example.baz(buz: 5) == 0)
    } matching: { issue in
      issue.sourceLocation?.line == line && issue.comments.first?.rawValue.contains("≠ buz") == true
    }
    #expect(example.baz(buz: 3) == 4)
  }

  @Test(arguments: 1...20) func everyTestCaseHasItsOwnMock(number: Int) {
    let example = MockExample()
    example.expect.baz(buz: number).to(.return(number))
    #expect(example.baz(buz: number) == number)
  }
}
