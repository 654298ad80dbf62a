import Net

extension Sweep {
  /// Creates a sweep of mutations; its checks are given.
  init(
    mutationsOf sources: [MutationSource], of noun: String, _ body: SweepBody<Value>,
    _ settings: SweepSettings
  ) {
    let stubbing = { @Sendable (cell: MutationCell?) in
      body.stubbing(sources, mutating: cell, at: settings.place)
    }
    self.init(
      "Mutation sweep", stubbing(nil), settings, usual: [],
      problem: sources.contains(where: \.hasJSON) ? nil : sources.withoutJSON(noun)
    ) { trial, clean in
      var search = MutationSearch(sources: sources, noun: noun, body: stubbing, clean: clean, trial: trial)
      try await search.run()
      trial = search.trial
    }
  }
}

/// Makes the runs of a mutation sweep, one after another.
private struct MutationSearch<Value: Sendable> {
  let sources: [MutationSource]
  /// What the sources belong to: a stub or a cassette.
  let noun: String
  /// The body with a mutation in one response.
  let body: @Sendable (MutationCell?) -> SweepBody<Value>
  let clean: SweepRun<Value>
  var trial: SweepTrial<Value>

  private var settings: SweepSettings { trial.settings }

  /// How many mutations are run unless the limits say otherwise.
  static var usualRuns: Int { 1_000 }

  mutating func run() async throws {
    var cells = cells()
    guard !cells.isEmpty else { return fail(nothingReceived) }
    if let repeating = settings.repeating, repeating.cell != SweepRepeat.clean {
      let names = cells.map(\.name)
      cells = cells.filter { $0.name.hasCodePoints(of: repeating.cell) }
      if cells.isEmpty {
        return fail(
          """
          No mutation of this sweep has the name \(repeating.cell). The first of \(names.count) are: \
          \(names.prefix(3).joined(separator: ", ")). Has the JSON changed?
          """)
      }
      trial.report.notes.append("only the run \(repeating) was made")
    }
    try await run(cells)
  }

  private mutating func fail(_ message: String) {
    trial.fail(message, repeating: settings.name(SweepRepeat.clean))
  }

  private mutating func run(_ cells: [MutationCell]) async throws {
    var grid = MutationGrid()
    let isOne = sources.count == 1 && sources[0].responses.count == 1
    for cell in cells {
      let name = settings.name(cell.name)
      let run = try await trial.run(body(cell), name: name)
      trial.report.runs += 1
      let breach = trial.breach(of: run, clean: clean)
      let field = isOne ? cell.mutation.path : "\(cell.number):\(cell.mutation.path)"
      grid.note(breach?.sign ?? .passed, cell.mutation.change, field)
      guard let breach else { continue }
      try await trial.fail(
        breach.message,
        in: "\(cell.mutation.name), in the response to \(sources[cell.source].names[cell.response])",
        body(cell), name: name)
    }
    trial.report.grid = grid.grid
    if let fields = grid.failedFields {
      trial.report.notes.insert("the client does not survive changes of \(fields)", at: 0)
    }
  }

  /// The mutations of all responses that the clean run received; the report notes what is left out.
  private mutating func cells() -> [MutationCell] {
    // A request that matches may have received the response of another stub, or no body, as one with HEAD.
    let received = Set(clean.requests.filter { !$0.chunks.isEmpty }.compactMap(\.response))
    var all: [MutationCell] = []
    var number = 0
    for (sourceIndex, source) in sources.enumerated() {
      let requestCount = clean.requests.count { source.matcher.matches($0.request) }
      for (index, name) in source.names.enumerated() {
        number += 1
        guard let json = source.json(at: index) else { continue }
        guard received.contains(number) else {
          if !received.isEmpty {
            trial.report.notes.append(
              index < requestCount
                ? "no request received the body of \(name), so it was not changed"
                : "\(name) was not requested, so it was not changed")
          }
          continue
        }
        let mutations = (try? JSONMutation.all(of: json)) ?? []
        all += mutations.map {
          MutationCell(source: sourceIndex, response: index, number: number, mutation: $0)
        }
      }
    }
    let limit = max(1, settings.limits.runs ?? Self.usualRuns)
    guard all.count > limit, settings.repeating == nil else { return all }
    var generator = settings.seed.generator
    let verb = limit == 1 ? "was" : "were"
    trial.report.notes.append(
      "\(limit) of \(all.count) mutations \(verb) run, chosen by seed \(settings.seed)")
    return all.indices.shuffled(using: &generator).prefix(limit).sorted().map { all[$0] }
  }

  /// Why no response can be changed.
  private var nothingReceived: String {
    let sources = sources.filter(\.hasJSON)
    let matching = clean.requests.filter { sent in sources.contains { $0.matcher.matches(sent.request) } }
    guard let request = matching.first?.request else {
      return """
        The body sent no request that receives the JSON of the \(noun): \(list(sources.map { "\($0.matcher)" })). Pass \
        the network to the code under test, and wait for the response.
        """
    }
    if let other = matching.first(where: { $0.response == nil }), let place = other.stub {
      return """
        \(other.request) receives the response of another stub (\(place)), not that of the \(noun), so there is nothing \
        to change. The newest stub that matches answers: leave out the other one.
        """
    }
    return """
      \(request) receives no body with the JSON of the \(noun), so there is nothing to change. A response to HEAD, with \
      status 204 or 304, or with a fault before its body has none.
      """
  }
}

/// One run: a mutation of one response.
private struct MutationCell: Sendable {
  var source: Int
  var response: Int
  /// The position of the response among all of them, from 1.
  var number: Int
  var mutation: JSONMutation

  var name: String { "\(number):\(mutation.word)" }
}

extension SweepBody {
  /// The body on a network with these stubs, one of whose responses may be changed.
  fileprivate func stubbing(
    _ sources: [MutationSource], mutating cell: MutationCell?, at place: SourcePlace
  ) -> SweepBody {
    SweepBody(mustEnd: mustEnd) { network, executor, end in
      // Older than all other stubs, it answers what no other stub does.
      if cell != nil { network.stub(.everything, with: .status(404)) }
      var first = 1
      for (index, source) in sources.enumerated() {
        if let cell, cell.source == index {
          source.stub(
            network, numberedFrom: first, mutating: cell.response, to: cell.mutation.body, at: place)
        } else {
          source.stub(network, numberedFrom: first, at: place)
        }
        first += source.responses.count
      }
      return start(network, executor, end)
    }
  }
}

extension [MutationSource] {
  /// Why there is nothing to change.
  fileprivate func withoutJSON(_ noun: String) -> String {
    let types = flatMap(\.contentTypes)
    let found =
      types.isEmpty
      ? "It has no responses." : "Its \(types.count == 1 ? "response is" : "responses are") \(list(types))."
    return "The \(noun) has no response with a JSON body, so there is nothing to change. \(found)"
  }
}
