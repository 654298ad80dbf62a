import Foundation
import NetMeasuring
import Testing

@Suite struct NetReportTests {
  private let figures = [
    NetFigure(
      workload: "requests-16", subject: .netStream, value: .requests(rps: 4000.04, cpu: 250.26, rss: 40)),
    NetFigure(workload: "layer", subject: .net, value: .layer(us: 9.87, mallocs: nil)),
    NetFigure(workload: "lines", subject: .net, value: .reading(mibps: 1234.56, mallocs: 0.04)),
    NetFigure(workload: "crowd", subject: .net, value: .crowd(answered: 7, of: 9, rps: 12.34)),
    NetFigure(workload: "decoding", subject: .net, value: .latency(quiet: 0.51, busy: 0.84)),
    NetFigure(workload: "idle", subject: .net, value: .idle(kb: 12.34, wakeUps: 0.5)),
  ]

  @Test func eachKindOfFigureHasItsJSONKeys() throws {
    let json = try JSONSerialization.jsonObject(with: NetReport.json(figures))
    let objects = try #require(json as? [[String: Any]])
    #expect(Set(objects[0].keys) == ["workload", "subject", "rps", "cpu_us", "rss_mb"])
    #expect(objects[0]["rps"] as? Double == 4000)
    #expect(objects[0]["cpu_us"] as? Double == 250.3)
    #expect(Set(objects[1].keys) == ["workload", "subject", "us", "mallocs"])
    #expect(objects[1]["mallocs"] is NSNull)
    #expect(Set(objects[2].keys) == ["workload", "subject", "mib_per_s", "mallocs"])
    #expect(objects[2]["mib_per_s"] as? Double == 1234.6)
    #expect(Set(objects[3].keys) == ["workload", "subject", "answered", "of", "rps"])
    #expect(objects[3]["answered"] as? Int == 7)
    #expect(Set(objects[4].keys) == ["workload", "subject", "p99_quiet_ms", "p99_busy_ms"])
    #expect(Set(objects[5].keys) == ["workload", "subject", "kb_each", "wake_ups_per_s"])
    #expect(objects[5]["kb_each"] as? Double == 12.3)
  }

  @Test func theTableHasARowForEachFigure() {
    let lines = NetReport.table(figures).split(separator: "\n")
    #expect(lines.count == 8)
    #expect(Set(lines.map(\.count)).count == 1)
    #expect(
      lines[2].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        == ["requests-16", "NetStream", "4000", "250.3", "40.0", "–", "–", "–", "–", "–", "–", "–"])
    #expect(
      lines[4].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        == ["lines", "Net", "–", "–", "–", "–", "1235", "0.0", "–", "–", "–", "–"])
    #expect(
      lines[5].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        == ["crowd", "Net", "12", "–", "–", "–", "–", "–", "7 of 9", "–", "–", "–"])
    #expect(lines[6].contains("| 0.5 / 0.8 |"))
    #expect(
      lines[7].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        == ["idle", "Net", "–", "–", "–", "–", "–", "–", "–", "–", "12.3", "0.5"])
  }
}
