import Foundation
import Net
import Testing

@testable import NetTesting

#if canImport(FoundationXML)
  import FoundationXML
  import TestSupport
#endif

/// The values of sweeps: the text that repeats a run, seeds, grids.
@Suite struct SweepValuesTests {
  private let place = SourcePlace(file: "/t/PaymentTests.swift", line: 12)

  @Test(arguments: [
    "1:status-500", "1:status-500 seed:7", "order:2,1,x", "", "1:['a  b']:dropped", "1:['a   b']:null seed:7",
    "1:['seed:3  x']:dropped",
  ])
  func aRepeatParsesItsOwnDescription(text: String) { expectEqual("\(SweepRepeat(text))", text) }

  @Test(arguments: ["  1:a  b", "1:a  b  ", " 1:a  b seed:2 "])
  func spacesAroundARepeatAreIgnored(text: String) { expectEqual(SweepRepeat(text).cell, "1:a  b") }

  @Test(arguments: [
    (
      #"1:['a\tb']:dropped"#, #"repeating: "1:['a\\tb']:dropped" to"#,
      #"NETTESTING_SWEEP="T.swift:1 1:['a\\tb']:dropped""#
    ),
    (
      "1:['$ref']:null", "repeating: \"1:['$ref']:null\" to",
      #"NETTESTING_SWEEP="T.swift:1 1:['\$ref']:null""#
    ),
    ("1:['`a`']:null", "repeating: \"1:['`a`']:null\" to", #"NETTESTING_SWEEP="T.swift:1 1:['\`a\`']:null""#),
  ])
  func aRepeatIsPrintedAsSwiftAndTheShellReadIt(cell: String, literal: String, variable: String) {
    let line = SweepRepeat(cell).line(at: SourcePlace(file: "/t/T.swift", line: 1))
    #expect(line.contains(literal))
    #expect(line.contains(variable))
  }

  @Test func theEnvironmentVariableAppliesToItsLine() {
    let environment = [SweepRepeat.variable: "PaymentTests.swift:12 2:timeout seed:9"]
    let found = SweepRepeat.fromEnvironment(for: place, in: environment)
    expectEqual(found, SweepRepeat(cell: "2:timeout", seed: 9))
    let other = SourcePlace(file: "/t/PaymentTests.swift", line: 1)
    expectNil(SweepRepeat.fromEnvironment(for: other, in: environment))
    expectNil(SweepRepeat.fromEnvironment(for: place, in: [:]))
  }

  @Test func theLinePrintedForTheEnvironmentVariableIsParsed() {
    let printed = SweepRepeat("2:timeout seed:9").environment(at: place)
    expectEqual(printed, #"NETTESTING_SWEEP="PaymentTests.swift:12 2:timeout seed:9""#)
    let value = String(printed.dropFirst(#"NETTESTING_SWEEP=""#.count).dropLast())
    expectEqual(
      SweepRepeat.fromEnvironment(for: place, in: [SweepRepeat.variable: value]), "2:timeout seed:9")
  }

  @Test func equalSeedsProduceTheSameNumbers() {
    var (first, second, other) = (SweepSeed(3).generator, SweepSeed(3).generator, SweepSeed(4).generator)
    let numbers = (0..<4).map { _ in first.next() }
    expectEqual(numbers, (0..<4).map { _ in second.next() })
    expectNotEqual(numbers, (0..<4).map { _ in other.next() })
  }

  @Test func aSampleHasDifferentNumbersInOrder() {
    var generator = SweepSeed.standard.generator
    let sample = generator.sample(50, below: 1_000)
    #expect(sample.count == 50 && Set(sample).count == 50 && sample == sample.sorted())
    expectEqual(generator.sample(5, below: 3), [0, 1, 2])
    #expect(generator.sample(5, below: 0).isEmpty)
  }

  private var grid: SweepGrid {
    var grid = SweepGrid(
      rows: ["no-connection", "timeout"], columns: ["GET https://h/a?b=<&>", "POST https://h/b"])
    grid[0, 0] = .passed
    grid[0, 1] = .duplicate
    grid.note(.passed, row: 0, column: 1)
    grid[1, 1] = .endless
    grid[7, 7] = .leak
    return grid
  }

  @Test func aNameThatIsAddedLaterHasNoCell() {
    var grid = grid
    grid.columns.append("GET https://h/c")
    grid[0, 2] = .passed
    expectEqual(grid[0, 2], .none)
    #expect(grid.svg(title: "a").contains("https://h/c"))
  }

  @Test func faultsAreEqualIfTheirNamesHaveTheSameCodePoints() {
    let faults = ["\u{E9}", "e\u{301}", "\u{E9}"].map { SweepFault($0, .cancel(.sent)) }
    expectEqual(FaultVocabulary(faults).faults.count, 2)
    expectEqual(Set(faults).count, 2)
  }

  @Test func aGridIsText() {
    expectEqual(
      grid.text,
      """
      1 GET https://h/a?b=<&>
      2 POST https://h/b
                    1 2
      no-connection . D
      timeout         T
      . passed   T did not end in time   D unsafe request sent again
      """)
  }

  @Test(arguments: [Trace.Appearance.automatic, .light, .dark])
  func aGridIsAPictureWithoutScript(appearance: Trace.Appearance) throws {
    let svg = grid.svg(title: "Faults & more", appearance: appearance)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("aria-label=\"Faults &amp; more: 2 of 3 runs failed\""))
    #expect(!svg.contains("<script") && !svg.contains("href"))
    expectEqual(svg.contains("prefers-color-scheme"), appearance == .automatic)
  }

  @Test func simplerOrdersAreNearerToTheOrderOfSending() throws {
    let order = try #require(DeliveryOrder("order:3,1,2,x"))
    expectEqual(
      order.simpler.map(\.description),
      [
        "order:3,1,2", "order:3,1,x", "order:3,2,x", "order:1,2,x", "order:1,3,2,x",
      ])
    expectEqual(DeliveryOrder("order:"), DeliveryOrder())
    expectEqual(DeliveryOrder("\(DeliveryOrder())"), DeliveryOrder())
    #expect(DeliveryOrder("order:,") == nil && DeliveryOrder("order:1,") == nil)
    #expect(DeliveryOrder("1,2") == nil && DeliveryOrder("order:1,a") == nil)
  }
}
