import Foundation
import Measuring
import Testing

@Suite struct ReportTests {
  private let figures = [
    Figure(workload: "push", subject: .stream, ns: 20, mallocs: 0),
    Figure(workload: "push", subject: .openCombine, ns: 130, mallocs: 1.5),
    Figure(workload: "push", subject: .floor, ns: 10, mallocs: nil),
    Figure(workload: "zip", subject: .stream, ns: 1, mallocs: nil),
  ]

  @Test func theTableHasARowForEachWorkload() {
    let lines = Report.table(figures, units: ["push": "element"]).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(cells(lines[2]) == ["push", "element", "20", "130", "10", "6.50", "2", "0", "1.50"])
    #expect(cells(lines[3]) == ["zip", "", "1", "–", "–", "–", "–", "–", "–"])
    #expect(Set(lines.map(\.count)).count == 1)
  }

  @Test func aMissingNumberIsNullInTheJSON() throws {
    let data = try Report.json(figures)
    let objects = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(objects.count == 4)
    #expect(objects[0]["workload"] as? String == "push")
    #expect(objects[1]["subject"] as? String == "OpenCombine")
    #expect(objects[1]["ns"] as? Double == 130)
    #expect(objects[2]["subject"] as? String == "floor")
    #expect(objects[2]["mallocs"] is NSNull)
  }

  @Test func aVerdictLineShowsTheBarAndTheValue() {
    let verdict = Bar.faster("push", than: .openCombine, atLeast: 12).verdict(figures)
    #expect(
      Report.line(verdict) == "SHORT  push: at least 12 times faster than OpenCombine; it is 6.50")
  }

  private func cells(_ line: Substring) -> [String] {
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
