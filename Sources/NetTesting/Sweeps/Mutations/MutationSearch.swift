import Net

/// Makes the runs of a mutation sweep, one after the other, and collects their results.
struct MutationSearch<Value: Sendable>: Sendable {
  let sources: [MutationSource]
  let noun: String
  let body: SweepBody<Value>
  let settings: SweepSettings
  let runner: SweepRunner
  /// The types of the errors that the code may give.
  let errors: [any Error.Type]

  /// How many mutations are run unless the limits say otherwise.
  static var usualRuns: Int { 1_000 }

  @concurrent func run() async throws -> SweepReport {
    var report = SweepReport(title: "Mutation sweep", place: settings.place)
    guard sources.contains(where: \.hasJSON) else { return failed(withoutJSON, report) }
    var trial = SweepTrial<Value>(settings: settings, runner: runner)
    guard let clean = try await trial.clean(body(mutating: nil), into: &report) else { return report }
    let used = sources.map { source in clean.requests.count { source.matcher.matches($0.request) } }
    var cells = cells(used: used, &report)
    guard !cells.isEmpty else { return failed(withoutRequests, report) }
    if let repeating = settings.repeating, repeating.cell != "clean" {
      let names = cells.map(\.name)
      cells = cells.filter { $0.name.hasCodePoints(of: repeating.cell) }
      if cells.isEmpty {
        return failed(
          """
          No mutation of this sweep has the name \(repeating.cell). The first of \(names.count) are: \
          \(names.prefix(3).joined(separator: ", ")). Has the JSON changed?
          """, report)
      }
      report.notes.append("only the run \(repeating) was made")
    }
    try await run(cells, clean, &trial, &report)
    trial.finish(&report)
    return report
  }

  private func run(
    _ cells: [Cell], _ clean: SweepRun<Value>, _ trial: inout SweepTrial<Value>, _ report: inout SweepReport
  ) async throws {
    var grid = MutationGrid()
    let isOne = sources.count == 1 && sources[0].responses.count == 1
    for cell in cells {
      let name = settings.name(cell.name)
      let run = try await trial.run(body(mutating: cell), name: name)
      report.runs += 1
      let breach = breach(of: run, clean)
      let field = isOne ? cell.mutation.path : "\(cell.number):\(cell.mutation.path)"
      grid.note(breach?.sign ?? .passed, cell.mutation.change, field)
      guard let breach else { continue }
      if report.failures.isEmpty {
        report.trace = try await trial.traced(body(mutating: cell), CleanPlan(), name: name)
      }
      report.failures.append(
        SweepReport.Failure(
          run: "\(cell.mutation.name), in the response to \(sources[cell.source].names[cell.response])",
          message: breach.message, repeating: name))
    }
    report.grid = grid.grid
    if let fields = grid.failedFields {
      report.notes.insert("the client does not survive changes of \(fields)", at: 0)
    }
  }

  // MARK: - Runs

  /// One run: a mutation of one response.
  private struct Cell: Sendable {
    var source: Int
    var response: Int
    /// The position of the response among all of them, from 1.
    var number: Int
    var mutation: JSONMutation

    var name: String { "\(number):\(mutation.word)" }
  }

  private func body(mutating cell: Cell?) -> SweepBody<Value> {
    let (sources, place, body) = (sources, settings.place, body)
    return SweepBody(mustEnd: body.mustEnd) { network, executor, end in
      // Older than all other stubs, it answers what no other stub does.
      if cell != nil { network.stub(.everything, with: .status(404)) }
      for (index, source) in sources.enumerated() {
        if let cell, cell.source == index {
          source.stub(network, mutating: cell.response, to: cell.mutation.body, at: place)
        } else {
          source.stub(network, at: place)
        }
      }
      return body.start(network, executor, end)
    }
  }

  /// The mutations of all responses that the clean run received; the report notes what is left out.
  private func cells(used: [Int], _ report: inout SweepReport) -> [Cell] {
    var all: [Cell] = []
    var number = 0
    for (sourceIndex, source) in sources.enumerated() {
      for (index, name) in source.names.enumerated() {
        number += 1
        guard let json = source.json(at: index) else { continue }
        guard index < used[sourceIndex] else {
          if used.contains(where: { $0 > 0 }) {
            report.notes.append("\(name) was not requested, so it was not changed")
          }
          continue
        }
        let mutations = (try? JSONMutation.all(of: json)) ?? []
        all += mutations.map {
          Cell(source: sourceIndex, response: index, number: number, mutation: $0)
        }
      }
    }
    let limit = max(1, settings.limits.runs ?? Self.usualRuns)
    guard all.count > limit, settings.repeating == nil else { return all }
    var generator = settings.seed.generator
    let verb = limit == 1 ? "was" : "were"
    report.notes.append("\(limit) of \(all.count) mutations \(verb) run, chosen by seed \(settings.seed)")
    return all.indices.shuffled(using: &generator).prefix(limit).sorted().map { all[$0] }
  }

  // MARK: - Checks

  private func breach(of run: SweepRun<Value>, _ clean: SweepRun<Value>) -> SweepBreach? {
    if let breach = SweepCheck.breach(of: run, clean: clean, checks: [.endsInTime, .noLeak]) {
      return breach
    }
    guard let error = run.error, !errors.contains(where: { Self.isError(error, of: $0) }) else { return nil }
    let allowed = errors.map { "\($0)" }.joined(separator: ", ")
    return SweepBreach(
      sign: .otherError, message: "The error is of another type: \(run.outcome). Allowed: \(allowed).")
  }

  private static func isError<Failure: Error>(_ error: any Error, of type: Failure.Type) -> Bool {
    error is Failure
  }

  private func failed(_ message: String, _ report: SweepReport) -> SweepReport {
    var report = report
    report.failures.append(
      SweepReport.Failure(
        run: "the run without a change", message: message, repeating: settings.name("clean")))
    return report
  }

  private var withoutJSON: String {
    let types = sources.flatMap(\.contentTypes)
    let found =
      types.isEmpty
      ? "It has no responses." : "Its \(types.count == 1 ? "response is" : "responses are") \(list(types))."
    return "The \(noun) has no response with a JSON body, so there is nothing to change. \(found)"
  }

  private var withoutRequests: String {
    let matchers = sources.filter(\.hasJSON).map { "\($0.matcher)" }
    return """
      The body sent no request that receives the JSON of the \(noun): \(list(matchers)). Pass the network to the code \
      under test, and wait for the response.
      """
  }
}
