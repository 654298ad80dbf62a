import Testing

@testable import NetTesting

@Suite struct TestIssuesTests {
  private let place = SourcePlace(file: "/t/Tests/CartTests.swift", line: 3)

  @Test(arguments: ["CartTests.swift", "Helpers.swift", nil])
  func anIssueOnTheTaskOfTheTestBelongsToItsSweep(file: String?) {
    #expect(TestIssues.mayBelong(file: file, isOnTestTask: true, to: place))
  }

  @Test func anIssueOnAThreadBelongsToASweepOfItsFile() {
    #expect(TestIssues.mayBelong(file: "CartTests.swift", isOnTestTask: false, to: place))
  }

  @Test(arguments: ["UserTests.swift", "tests.swift", nil])
  func anIssueOnAThreadThatAnotherFileStartedDoesNotBelongToASweep(file: String?) {
    #expect(!TestIssues.mayBelong(file: file, isOnTestTask: false, to: place))
  }
}
