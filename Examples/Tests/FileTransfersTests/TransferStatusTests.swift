import FileTransfers
import Net
import Testing

@Suite struct TransferStatusTests {
  private func status(
    _ completed: Int64, of total: Int64?, from start: Int64 = 0, after elapsed: Duration = .seconds(3)
  ) -> TransferStatus {
    TransferStatus(TransferProgress(completed: completed, total: total), from: start, after: elapsed)
  }

  @Test func theBarShowsAmountRateAndTimeLeft() {
    #expect(
      status(4_500_000, of: 10_000_000).bar(width: 79)
        == "[============>              ]   45%  4.5 MB of 10.0 MB  1.5 MB/s  0:04 left")
  }

  @Test func theBarKeepsItsLengthWhenTheTextChanges() {
    let bars = stride(from: Int64(0), to: 100_000_000, by: 999_999).map {
      status($0, of: 100_000_000).bar(width: 79).prefix { $0 != "]" }.count
    }
    #expect(Set(bars) == [28])
  }

  @Test func theBarHasAtMostFortyMarks() {
    #expect(status(1, of: 1).bar(width: 200).hasPrefix("[" + String(repeating: "=", count: 40) + "]"))
  }

  @Test(arguments: 0...60)
  func textThatDoesNotFitIsOmitted(width: Int) {
    #expect(status(4_500_000, of: 10_000_000).bar(width: width).count <= width)
  }

  @Test func aNarrowTerminalOmitsTheBarThenTheFacts() {
    let status = status(4_500_000, of: 10_000_000)
    #expect(status.bar(width: 50) == " 45%  4.5 MB of 10.0 MB  1.5 MB/s  0:04 left")
    #expect(status.bar(width: 40) == " 45%  4.5 MB of 10.0 MB  1.5 MB/s")
    #expect(status.bar(width: 3) == "45%")
    #expect(status.bar(width: -1) == "")
  }

  @Test func aCompleteTransferShowsAFullBarAndTheTimeTaken() {
    #expect(
      status(10_000_000, of: 10_000_000, after: .seconds(65)).bar(width: 60)
        == "[======================]  100%  10.0 MB  153.8 kB/s  in 1:05")
  }

  @Test func withoutATotalThereIsNoBarAndNoTimeLeft() {
    #expect(status(4_500_000, of: nil).bar(width: 80) == "4.5 MB  1.5 MB/s")
    #expect(status(4_500_000, of: nil).line == "4.5 MB, 1.5 MB/s")
    #expect(!status(4_500_000, of: nil).isComplete)
  }

  @Test func atTheStartThereIsNoRate() {
    #expect(status(0, of: 10, after: .zero).line == "0%, 0 B of 10 B")
    #expect(status(5, of: 10, after: .zero).rate == nil)
    #expect(status(0, of: 10).secondsLeft == nil)
  }

  @Test func theRateExcludesBytesFromBeforeTheStart() {
    let status = status(8_000_000, of: 10_000_000, from: 5_000_000)
    #expect(status.rate == 1_000_000)
    #expect(status.secondsLeft == 2)
    #expect(status.line == "80%, 8.0 MB of 10.0 MB, 1.0 MB/s, 0:02 left")
  }

  @Test func anEmptyFileIsComplete() {
    #expect(status(0, of: 0, after: .zero).line == "100%, 0 B, in 0:00")
  }

  @Test func percentagesAreRoundedDown() {
    #expect(status(9_999_999, of: 10_000_000).line.hasPrefix("99%, "))
  }

  @Test func aTimeOfMoreThanAHundredHoursIsOmitted() {
    #expect(status(1, of: .max).line == "0%, 1 B of 9.2 EB, 0 B/s")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
    (4_200_000, "4.2 MB"), (7_000_000_000, "7.0 GB"),
  ])
  func bytesAreFormattedWithSIPrefixes(count: Int64, words: String) {
    #expect(status(count, of: nil, after: .zero).line == words)
  }

  @Test(arguments: [(1, "0:01"), (59, "0:59"), (60, "1:00"), (3_600, "1:00:00"), (7_384, "2:03:04")])
  func timesAreFormattedWithColons(seconds: Int, words: String) {
    #expect(status(1, of: 1, after: .seconds(seconds)).line.hasSuffix("in \(words)"))
  }
}
