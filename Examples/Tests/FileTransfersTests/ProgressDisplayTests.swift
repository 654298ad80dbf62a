import FileTransfers
import Net
import NetTesting
import Testing

@Suite struct ProgressDisplayTests {
  private let time = TestScheduler()
  private let written = Captured<String>()

  /// Creates a display of a transfer that has begun after this many bytes.
  private func display(_ device: ProgressDisplay.Device, at start: Int64 = 0) -> ProgressDisplay {
    let display = ProgressDisplay(device, now: { [time] in time.now }, write: written.set)
    display.begin(at: start)
    return display
  }

  private func at(_ completed: Int64, of total: Int64? = 100_000) -> TransferProgress {
    TransferProgress(completed: completed, total: total)
  }

  @Test func onATerminalTheLineIsRewrittenTenTimesASecond() {
    let display = display(.terminal { 16 })
    for step in 1...20 {
      time.advance(by: .milliseconds(20))
      display.show(at(Int64(step) * 1_000))
    }
    #expect(written.count == 5)
    #expect(written.values.allSatisfy { $0.hasPrefix("\r\u{1B}[K") })
  }

  @Test func theEndOfTheTransferIsShownOnce() {
    let display = display(.terminal { 30 })
    display.show(at(99_999))
    display.show(at(100_000))
    display.show(at(100_000))
    #expect(written.count == 2)
    #expect(written.value == "\r\u{1B}[K100%  100.0 kB  in 0:00")
  }

  @Test func eachUpdateReadsTheWidthAndLeavesOneColumnFree() {
    let widths = Captured<Int>()
    widths.set(25)
    let display = display(.terminal { widths.value ?? 0 })
    display.show(at(50_000))
    widths.set(26)
    time.advance(by: .seconds(1))
    display.show(at(50_000))
    #expect(written.values == ["\r\u{1B}[K50%", "\r\u{1B}[K 50%  50.0 kB of 100.0 kB"])
  }

  @Test func withoutATerminalEachTenthIsALine() {
    let display = display(.lines)
    for step in 0...100 { display.show(at(Int64(step) * 1_000)) }
    #expect(written.count == 10)
    #expect(written.values.first == "10%, 10.0 kB of 100.0 kB\n")
    #expect(written.value == "100%, 100.0 kB, in 0:00\n")
  }

  @Test func withoutALengthEachDoublingIsALine() {
    let display = display(.lines)
    for step in 0...9 { display.show(at(Int64(step) * 1_000_000, of: nil)) }
    #expect(written.values == ["1.0 MB\n", "2.0 MB\n", "4.0 MB\n", "8.0 MB\n"])
  }

  @Test func theRateExcludesBytesFromBeforeTheStart() {
    let display = display(.lines, at: 40_000)
    display.begin(at: 0)
    time.advance(by: .seconds(2))
    display.show(at(50_000))
    #expect(written.value == "50%, 50.0 kB of 100.0 kB, 5.0 kB/s, 0:10 left\n")
  }

  @Test func nothingIsShownBeforeTheStart() {
    let display = ProgressDisplay(.lines, now: { .zero }, write: written.set)
    display.show(at(100_000))
    #expect(written.values.isEmpty)
  }

  @Test func onATerminalTheLineEndsOnce() {
    let display = display(.terminal { 80 })
    display.end()
    #expect(written.values.isEmpty)
    display.show(at(50_000))
    display.end()
    display.end()
    #expect(written.values.dropFirst() == ["\n"])
  }
}
