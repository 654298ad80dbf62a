import Measuring
import Testing

@Suite struct OptionsTests {
  @Test func withoutArgumentsEveryWorkloadIsIncluded() throws {
    let options = try Options([])
    #expect(options == Options())
    #expect(options.includes("push-subject"))
  }

  @Test func everyOptionIsParsed() throws {
    let options = try Options(["--json", "a.json", "--filter", "push", "--rounds", "3", "--check"])
    #expect(options.json == "a.json")
    #expect(options.rounds == 3)
    #expect(options.checks)
    #expect(options.includes("push-create"))
    #expect(!options.includes("zip"))
  }

  @Test(arguments: [
    ["--json"], ["--rounds", "0"], ["--rounds", "few"], ["--fast"], ["--smoke", "--check"],
  ])
  func invalidArgumentsThrow(arguments: [String]) {
    #expect(throws: Options.Refusal.self) { try Options(arguments) }
  }
}
