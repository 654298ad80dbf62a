import GitHubFollowers
import NetTesting
import Testing

@Suite struct ProgressLineTests {
  @Test func onATerminalEachStepRewritesTheLine() {
    let written = Captured<String>()
    let line = ProgressLine(isTerminal: true, write: written.set)
    line.show("1")
    line.show("2")
    line.end()
    #expect(written.values == ["\r\u{1B}[K1", "\r\u{1B}[K2", "\n"])
  }

  @Test func withoutATerminalEveryEighthStepAndTheLastAreLines() {
    let written = Captured<String>()
    let line = ProgressLine(isTerminal: false, write: written.set)
    for step in 1...9 { line.show("\(step)") }
    line.end()
    #expect(written.values == ["8\n", "9\n"])
  }

  @Test func endingTwiceWritesOneLineEnding() {
    let written = Captured<String>()
    let line = ProgressLine(isTerminal: true, write: written.set)
    line.show("1")
    line.end()
    line.end()
    #expect(written.values.count == 2)
  }
}
