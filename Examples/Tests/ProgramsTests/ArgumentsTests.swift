import Programs
import Testing

@Suite struct ArgumentsTests {
  @Test func argumentsAreReturnedInOrder() {
    var arguments = Arguments(["a", "b"])
    #expect(arguments.next() == "a")
    #expect(arguments.next() == "b")
    #expect(arguments.next() == nil)
  }

  @Test func anOptionTakesANumber() throws {
    var arguments = Arguments(["7"])
    #expect(try arguments.number(of: "--n", in: 1...9) == 7)
  }

  @Test(arguments: [[], ["x"], ["0"], ["10"]])
  func anInvalidNumberThrows(rest: [String]) {
    var arguments = Arguments(rest)
    #expect(throws: UsageError(description: "--n takes a number from 1 to 9")) {
      try arguments.number(of: "--n", in: 1...9)
    }
  }

  @Test(arguments: [[], ["example.com"], ["ftp://example.com"], ["http://"]])
  func anInvalidURLThrows(rest: [String]) {
    var arguments = Arguments(rest)
    #expect(throws: UsageError(description: "--url takes an http or https URL")) {
      try arguments.url(of: "--url")
    }
  }
}
