import Foundation
import Net

/// Makes the runs of a fault sweep, one after the other, and collects their results.
struct FaultSearch<Value: Sendable>: Sendable {
  let body: SweepBody<Value>
  let faults: [SweepFault]
  let settings: SweepSettings
  let runner: SweepRunner
  let checks: [SweepCheck]

  /// How many pairs are tried unless the limits say otherwise.
  static var usualPairs: Int { 100 }

  @concurrent func run() async throws -> SweepReport {
    var report = SweepReport(title: "Fault sweep", place: settings.place)
    var trial = SweepTrial<Value>(settings: settings, runner: runner)
    guard let clean = try await trial.clean(body, checks: checks, into: &report) else { return report }
    if let repeating = settings.repeating {
      try await repeatRun(repeating, clean, &trial, &report)
      return report
    }
    let singles = try await runSingles(clean, &trial, &report)
    if singles.isEmpty {
      report.failures.append(nothingTried)
    } else if report.isPassed {
      try await runPairs(singles, clean, &trial, &report)
    } else {
      report.notes.append("pairs of faults are tried when all single faults pass")
    }
    trial.finish(&report)
    return report
  }

  /// The failure of a sweep that has tried nothing, and so says nothing about the code.
  private var nothingTried: SweepReport.Failure {
    let names = list(faults.map(\.name), limit: 10)
    return SweepReport.Failure(
      run: "the faults",
      message: faults.isEmpty
        ? "The vocabulary has no fault, so nothing was tried."
        : "No fault of the vocabulary can happen to these responses, so nothing was tried: \(names).",
      repeating: settings.name(SweepRepeat.clean))
  }

  /// A single fault, and the requests of its run.
  private struct Tried: Sendable {
    var requests: [SweepRequest]
    var cell: FaultCell
  }

  private func runSingles(
    _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>, _ report: inout SweepReport
  ) async throws -> [Tried] {
    var grid = SweepGrid(rows: faults.map(\.name), columns: clean.requests.map { "\($0.request)" })
    var singles: [Tried] = []
    for (column, sent) in clean.requests.enumerated() {
      for (row, fault) in faults.enumerated() {
        for cell in FaultCell.all(of: fault, at: sent) {
          guard let run = try await run([cell], clean, &trial, &report) else { continue }
          grid.note(run.breach?.sign ?? .passed, row: row, column: column)
          singles.append(Tried(requests: run.requests, cell: cell))
        }
      }
    }
    if clean.requests.contains(where: { $0.chunks.count > FaultCell.chunkLimit }) {
      report.notes.append("of a body with many chunks, the first, the middle and the last one are tried")
    }
    report.grid = grid
    return singles
  }

  /// Runs pairs of a single fault and a fault at a later request of its run, which may be a retry.
  private func runPairs(
    _ singles: [Tried], _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>,
    _ report: inout SweepReport
  ) async throws {
    var ends: [Int] = []
    for single in singles {
      let later = later(single).count
      ends.append((ends.last ?? 0) + later * faults.count)
    }
    let total = ends.last ?? 0
    guard total > 0 else { return }
    var generator = settings.seed.generator
    let limit = max(0, settings.limits.runs ?? Self.usualPairs)
    var count = 0
    for index in generator.sample(limit, below: total) {
      guard let position = ends.firstIndex(where: { $0 > index }) else { continue }
      let single = singles[position]
      let offset = index - (position > 0 ? ends[position - 1] : 0)
      let later = later(single)
      let second = FaultCell.all(of: faults[offset % faults.count], at: later[offset / faults.count])
      guard let cell = second.randomElement(using: &generator) else { continue }
      if try await run([single.cell, cell], clean, &trial, &report) != nil { count += 1 }
    }
    if count > 0 {
      let choice = total > limit ? ", chosen by seed \(settings.seed)" : ""
      let verb = count == 1 ? "was" : "were"
      report.notes.append("\(count) of \(total.counted("pair")) of faults \(verb) tried\(choice)")
    }
  }

  /// The requests after a fault that can have a second one.
  private func later(_ single: Tried) -> [SweepRequest] {
    single.requests.filter { $0.number > single.cell.request && $0.request.url.path() != FaultPlan.loop }
  }

  private func repeatRun(
    _ repeating: SweepRepeat, _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>,
    _ report: inout SweepReport
  ) async throws {
    var cells: [FaultCell] = []
    var requests = clean.requests
    for name in repeating.cell.split(separator: "+").map(String.init) {
      let known = requests.flatMap { sent in faults.flatMap { FaultCell.all(of: $0, at: sent) } }
      guard let cell = known.first(where: { "\($0)".hasCodePoints(of: name) }) else {
        report.failures.append(
          SweepReport.Failure(
            run: "repeating \(repeating)",
            message: """
              No request of this sweep has the fault \(name). The body sends \
              \(requests.count.counted("request")), and the faults are: \(faults.map(\.name).joined(separator: ", ")).
              """, repeating: repeating))
        return
      }
      cells.append(cell)
      guard repeating.cell.contains("+"), cells.count == 1 else { continue }
      requests = try await trial.run(body, FaultPlan(cells), name: settings.name(name)).requests
    }
    report.notes.append("only the run \(repeating) was made")
    _ = try await run(cells, clean, &trial, &report)
    trial.finish(&report)
  }

  /// What a run did; nil if its faults cannot happen.
  private struct Made: Sendable {
    var requests: [SweepRequest]
    var breach: SweepBreach?
  }

  private func run(
    _ cells: [FaultCell], _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>,
    _ report: inout SweepReport
  ) async throws -> Made? {
    let plan = FaultPlan(cells)
    let name = settings.name(plan.name)
    let run = try await trial.run(body, plan, name: name)
    guard !plan.isImpossible else { return nil }
    report.runs += 1
    let breach = SweepCheck.breach(of: run, clean: clean, checks: checks)
    if let breach {
      if report.failures.isEmpty {
        // A second run with the same fault records the requests to show; the other runs need no trace.
        report.trace = try await trial.traced(body, FaultPlan(cells), name: name)
      }
      report.failures.append(
        SweepReport.Failure(run: words(cells, run.requests), message: breach.message, repeating: name))
    }
    return Made(requests: run.requests, breach: breach)
  }

  private func words(_ cells: [FaultCell], _ requests: [SweepRequest]) -> String {
    cells.map { cell in
      let sent = requests.first { $0.number == cell.request }
      let chunk = cell.chunk.map { ", chunk \($0.number)" } ?? ""
      return "\(cell.fault.name) at request \(cell.request)" + (sent.map { ", \($0.request)" } ?? "") + chunk
    }.joined(separator: ", and ")
  }
}

extension SweepGenerator {
  /// Returns different numbers below a limit, in ascending order: all of them if there are no more than asked for.
  mutating func sample(_ count: Int, below limit: Int) -> [Int] {
    if limit <= count { return Array(0..<max(0, limit)) }
    var chosen = Set<Int>()
    while chosen.count < count { chosen.insert(Int.random(in: 0..<limit, using: &self)) }
    return chosen.sorted()
  }
}
