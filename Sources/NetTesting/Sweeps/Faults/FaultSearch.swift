import Foundation
import Net

extension Sweep {
  /// Creates a sweep of faults.
  init(faults: [SweepFault], of body: SweepBody<Value>, _ settings: SweepSettings) {
    self.init("Fault sweep", body, settings, usual: SweepCheck.all) { trial, clean in
      var search = FaultSearch(body: body, faults: faults, clean: clean, trial: trial)
      try await search.run()
      trial = search.trial
    }
  }
}

/// Makes the runs of a fault sweep, one after another.
private struct FaultSearch<Value: Sendable> {
  let body: SweepBody<Value>
  let faults: [SweepFault]
  let clean: SweepRun<Value>
  var trial: SweepTrial<Value>

  private var settings: SweepSettings { trial.settings }

  /// How many pairs are tried unless the limits say otherwise.
  static var usualPairs: Int { 100 }

  mutating func run() async throws {
    if let repeating = settings.repeating { return try await repeatRun(repeating) }
    let singles = try await runSingles()
    if singles.isEmpty {
      // A sweep that has tried nothing says nothing about the code.
      trial.fail(nothingTried, in: "the faults", repeating: settings.name(SweepRepeat.clean))
    } else if trial.report.isPassed {
      try await runPairs(singles)
    } else {
      trial.report.notes.append("pairs of faults are tried when all single faults pass")
    }
  }

  private var nothingTried: String {
    faults.isEmpty
      ? "The vocabulary has no fault, so nothing was tried."
      : "No fault of the vocabulary can happen to these responses, so nothing was tried: "
        + "\(list(faults.map(\.name), limit: 10))."
  }

  /// A single fault, and the requests of its run.
  private typealias Tried = (requests: [SweepRequest], cell: FaultCell)

  private mutating func runSingles() async throws -> [Tried] {
    var grid = SweepGrid(rows: faults.map(\.name), columns: clean.requests.map { "\($0.request)" })
    var singles: [Tried] = []
    for (column, sent) in clean.requests.enumerated() {
      for (row, fault) in faults.enumerated() {
        for cell in FaultCell.all(of: fault, at: sent) {
          guard let run = try await run([cell]) else { continue }
          grid.note(run.breach?.sign ?? .passed, row: row, column: column)
          singles.append((run.requests, cell))
        }
      }
    }
    if clean.requests.contains(where: { $0.chunks.count > FaultCell.chunkLimit }) {
      trial.report.notes.append(
        "of a body with many chunks, the first, the middle and the last one are tried")
    }
    trial.report.grid = grid
    return singles
  }

  /// Runs pairs of a single fault and a fault at a later request of its run, which may be a retry.
  private mutating func runPairs(_ singles: [Tried]) async throws {
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
      if try await run([single.cell, cell]) != nil { count += 1 }
    }
    if count > 0 {
      let choice = total > limit ? ", chosen by seed \(settings.seed)" : ""
      let verb = count == 1 ? "was" : "were"
      trial.report.notes.append("\(count) of \(total.counted("pair")) of faults \(verb) tried\(choice)")
    }
  }

  /// The requests after a fault that can have a second one.
  private func later(_ single: Tried) -> [SweepRequest] {
    single.requests.filter { $0.number > single.cell.request && $0.request.url.path() != FaultPlan.loop }
  }

  private mutating func repeatRun(_ repeating: SweepRepeat) async throws {
    var cells: [FaultCell] = []
    var requests = clean.requests
    for name in repeating.cell.split(separator: "+").map(String.init) {
      let known = requests.flatMap { sent in faults.flatMap { FaultCell.all(of: $0, at: sent) } }
      guard let cell = known.first(where: { "\($0)".hasCodePoints(of: name) }) else {
        return trial.fail(
          """
          No request of this sweep has the fault \(name). The body sends \
          \(requests.count.counted("request")), and the faults are: \(faults.map(\.name).joined(separator: ", ")).
          """, in: "repeating \(repeating)", repeating: repeating)
      }
      cells.append(cell)
      guard repeating.cell.contains("+"), cells.count == 1 else { continue }
      requests = try await trial.run(body, FaultPlan(cells), name: settings.name(name)).requests
    }
    trial.report.notes.append("only the run \(repeating) was made")
    _ = try await run(cells)
  }

  /// Makes a run, and adds a failure to the report; nil if its faults cannot happen.
  private mutating func run(
    _ cells: [FaultCell]
  ) async throws -> (requests: [SweepRequest], breach: SweepBreach?)? {
    let plan = FaultPlan(cells)
    let name = settings.name(plan.name)
    let run = try await trial.run(body, plan, name: name)
    guard !plan.isImpossible else { return nil }
    trial.report.runs += 1
    let breach = trial.breach(of: run, clean: clean)
    if let breach {
      try await trial.fail(breach.message, in: words(cells, run.requests), body, FaultPlan(cells), name: name)
    }
    return (run.requests, breach)
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
