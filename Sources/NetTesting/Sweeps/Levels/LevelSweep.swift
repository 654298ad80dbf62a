import Net

/// Runs a body at several levels and compares the runs.
struct LevelSweep {
  /// There is no level to run at.
  struct NoLevels: Error, CustomStringConvertible {
    var description: String { "everyLevel has no levels to run at. Name at least two." }
  }

  var configuration: SessionConfiguration
  var timer: any NetworkTimer
  /// The lowercased names of fields that are not compared.
  var names: Set<String>
  var place: SourcePlace

  func run<Value: Sendable>(
    _ levels: [TestNetwork.Level], isolation: isolated (any Actor)? = #isolation,
    _ body: (TestNetwork) async throws -> Value
  ) async throws -> Value {
    let reporter = TestReporter.current
    guard let first = levels.first else { throw NoLevels() }
    if Set(levels).count == 1 {
      reporter.fail(
        "everyLevel runs at \(first.rawValue) only, so it compares nothing. Name at least two levels.",
        at: place)
    }
    var runs: [LevelRun<Value>] = []
    for level in levels { runs.append(try await run(at: level, body)) }
    let failures = Self.merged(runs)
    for failure in failures { reporter.fail(failure.message, at: failure.place) }
    var isReported = !failures.isEmpty || Set(levels).count == 1
    let comparable = runs.filter { $0.failures.isEmpty }
    if let value = try? runs[0].result.get(), isSame(value, value) == nil {
      isReported = true
      reporter.fail(
        """
        The body returns a value of type \(Value.self), which is not Equatable, so its levels cannot be compared. Make \
        it Equatable, or return the parts that matter. \(TypeEquality.advice)
        """, at: place)
    }
    if let left = comparable.first {
      for right in comparable.dropFirst() {
        let lines = left.differences(
          to: right, named: (left.level.rawValue, right.level.rawValue))
        guard !lines.isEmpty else { continue }
        isReported = true
        let again = try await run(at: left.level, body)
        let changes = left.differences(
          to: again, named: ("the first run", "the second run"))
        reporter.fail(
          changes.isEmpty
            ? Self.report(comparable, left, right, lines)
            : Self.report(changes, ofRunsAt: left.level, sharing: sharedParts), at: place)
        break
      }
    }
    if !isReported, !runs.contains(where: \.usesNetwork) {
      reporter.fail(
        """
        The body made no request with the network that it was given, so everyLevel compares nothing. Pass the network to \
        the code under test.
        """, at: self.place)
    }
    return try runs.first { $0.level == first }?.result.get() ?? { throw NoLevels() }()
  }

  private func run<Value: Sendable>(
    at level: TestNetwork.Level, isolation: isolated (any Actor)? = #isolation,
    _ body: (TestNetwork) async throws -> Value
  ) async throws -> LevelRun<Value> {
    let failures = SharedLock<[TestFailure]>([])
    let reporter = TestReporter { message, place in
      failures.withLock { $0.append(TestFailure(message: message, place: place)) }
    }
    let scope = TestScope(checksLeaks: TestScope.current?.checksLeaks ?? false)
    let place = place
    let (configuration, timer) = (configuration, timer)
    return try await TestReporter.$override.withValue(reporter) {
      try await TestScope.$current.withValue(scope) {
        defer { scope.end() }
        let network = try TestNetwork(
          level, configuration: configuration, timer: timer, afterEach: scope, file: place.staticFile,
          line: place.line)
        let watch = StubLedger.Watch(ledger: network.ledger) { other in
          reporter.fail(
            """
            the body sent a request through another mock than the network that it was given, so its levels are not \
            compared. Pass the network to all code under test.
            """, at: other.place)
        }
        let result = await StubLedger.$watch.withValue(watch) { () async -> Result<Value, any Error> in
          do { return .success(try await body(network)) } catch { return .failure(error) }
        }
        scope.end()
        return LevelRun(
          level: level, result: result,
          requests: network.requests.map { LevelRequest($0, ignoring: names) },
          failures: failures.withLock { $0 }, usesNetwork: network.isUsed)
      }
    }
  }

  // MARK: - Reports

  /// The failures of the mocks; those with the same first line are one, with the names of its levels.
  static func merged<Value>(_ runs: [LevelRun<Value>]) -> [TestFailure] {
    var groups: [(failure: TestFailure, levels: [TestNetwork.Level])] = []
    for run in runs {
      for failure in run.failures {
        let index = groups.firstIndex {
          $0.failure.place == failure.place && title($0.failure.message) == title(failure.message)
        }
        guard let index else {
          groups.append((failure, [run.level]))
          continue
        }
        if !groups[index].levels.contains(run.level) { groups[index].levels.append(run.level) }
      }
    }
    return groups.map { group in
      TestFailure(
        message: "At \(list(group.levels)): \(group.failure.message)", place: group.failure.place)
    }
  }

  private static func title(_ message: String) -> Substring { message.prefix { $0 != "\n" } }

  private static func report<Value>(
    _ runs: [LevelRun<Value>], _ left: LevelRun<Value>, _ right: LevelRun<Value>, _ lines: [String]
  ) -> String {
    let odd = runs.filter { run in
      run.level == right.level
        || !left.differences(to: run, named: ("", "")).isEmpty
    }.map(\.level)
    let others = runs.map(\.level).filter { !odd.contains($0) }
    let verb = odd.count == 1 ? "differs" : "differ"
    let agreement =
      others.count > 1
      ? "\(list(others)) agree; \(list(odd)) \(verb)."
      : "\(list(odd)) \(verb) from \(list(others))."
    return """
      The body gives other results at \(right.level) than at \(left.level).
      \(lines.map { "  " + $0 }.joined(separator: "\n"))
      \(agreement)
      """
  }

  /// The parts of the configuration that the runs share.
  private var sharedParts: [String] {
    [
      configuration.cookies == nil ? nil : "the cookie jar", configuration.cache == nil ? nil : "the cache",
      configuration.interceptors.isEmpty ? nil : "the interceptors",
    ].compactMap(\.self)
  }

  private static func report(
    _ changes: [String], ofRunsAt level: TestNetwork.Level, sharing parts: [String]
  ) -> String {
    let shared =
      parts.isEmpty
      ? ""
      : "\nAll runs share \(list(parts)) of the configuration: empty what an earlier run left, at the start of the body."
    return """
      The body is not deterministic, so its levels cannot be compared: a second run at \(level) gave other results.
      \(changes.map { "  " + $0 }.joined(separator: "\n"))
      Take random values, dates and identifiers from outside of the body, or name their fields in ignoringHeaders.\(shared)
      """
  }

  private static func list(_ levels: [TestNetwork.Level]) -> String { list(levels.map(\.rawValue)) }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
