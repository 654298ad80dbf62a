import Net

/// A sweep of mutations over a body; ``expect(_:file:line:)`` runs it.
public struct MutationSweep<Value: Sendable>: Sendable {
  private let sweep: Sweep<Value>

  init(_ sources: [MutationSource], of noun: String, _ body: SweepBody<Value>, _ settings: SweepSettings) {
    sweep = Sweep(mutationsOf: sources, of: noun, body, settings)
  }

  /// Runs the sweep, and fails the test if a run does not end with a value or an error of one of these types.
  ///
  /// ```swift
  /// try await everyMutation(of: .get("/user"), with: .json(#"{"name": "Trent"}"#)) { network in
  ///   try await network.get("/user").object(as: User.self)
  /// }.expect(NetworkError.self, UserError.self)
  /// ```
  ///
  /// A run also fails if it does not end in time, leaves something in use, or misuses a mock. The failure contains the
  /// first failed run in full, the fields that the code does not survive, and a line to paste that repeats the run.
  ///
  /// - Parameters:
  ///   - errors: The types of the errors that the code may give; without any, `NetworkError`.
  ///   - file: The file where the failure is reported; the caller's.
  ///   - line: The line where the failure is reported; the caller's.
  /// - Returns: The report.
  /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
  @discardableResult
  public func expect(
    _ errors: any Error.Type..., file: StaticString = #filePath, line: UInt = #line
  ) async throws -> SweepReport {
    let report = try await run(errors)
    report.failTest(at: SourcePlace(file: file, line: line))
    return report
  }

  /// Runs the sweep, and returns the report without failing the test.
  public func report(_ errors: any Error.Type...) async throws -> SweepReport { try await run(errors) }

  private func run(_ errors: [any Error.Type]) async throws -> SweepReport {
    try await sweep.run([.endsInTime, .noLeak, .anyResultOr(errors.isEmpty ? [NetworkError.self] : errors)])
  }
}
