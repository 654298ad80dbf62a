import NetMeasuring
import Testing

@Suite struct NetOptionsTests {
  @Test func withoutArgumentsEveryWorkloadIsIncluded() throws {
    #expect(try NetOptions([]) == NetOptions())
    #expect(try NetOptions([]).includes("layer"))
  }

  @Test func everyOptionIsParsed() throws {
    let options = try NetOptions(["--json", "a.json", "--filter", "requests", "--rounds", "3", "--check"])
    #expect(options.json == "a.json")
    #expect(options.rounds == 3)
    #expect(options.checks)
    #expect(options.includes("requests-16"))
    #expect(!options.includes("layer"))
  }

  @Test(arguments: [
    ["--json"], ["--rounds", "0"], ["--rounds", "few"], ["--fast"], ["--smoke", "--check"],
  ])
  func invalidArgumentsThrow(arguments: [String]) {
    #expect(throws: NetOptions.Refusal.self) { try NetOptions(arguments) }
  }
}
