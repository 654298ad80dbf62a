/// Something that a sweep requires of each run.
///
/// ```swift
/// try await everyFault(in: { network in try await pay(network) })
///   .expect(.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
/// ```
///
/// In addition, each run fails if it reports misuse of a mock, if an expectation of its body fails, or if its body never
/// calls its completion handler. A request that no stub matches is misuse, except with a mutated response, where it
/// receives a 404. A body that does not end also fails ``noLeak`` and the checks of its result.
public struct SweepCheck: Sendable {
  enum Kind: Sendable {
    case endsInTime
    case noLeak
    case noDuplicateUnsafeRequest
    case sameResultOr([any Error.Type])
    case anyResultOr([any Error.Type])
  }

  let kind: Kind

  /// The body ends within the limit of virtual time.
  public static let endsInTime = SweepCheck(kind: .endsInTime)
  /// When the body has ended, no request is open or waits in the session, no event stream or session of a WebSocket
  /// waits to reconnect, and no subscription that the body, one of its tasks or a closure of such a subscription made is
  /// still active.
  ///
  /// A subscription that another callback makes on another thread is not detected: <doc:LifeOfATest>.
  public static let noLeak = SweepCheck(kind: .noLeak)
  /// No request with an unsafe method that is not idempotent (RFC 9110 section 9.2.2) may be applied by the server more
  /// often than without faults, unless it has the same `Idempotency-Key` each time.
  ///
  /// Requests are the same if method, URL and body are equal, compared as a cassette compares them: JSON as values, and
  /// multipart bodies without their boundaries. A request whose connection failed has not reached the server, and one
  /// that was answered with 401 or 429 was not applied. Neither was one that was redirected with the same method, which
  /// is all but a 303, and a 301 or 302 of a POST.
  public static let noDuplicateUnsafeRequest = SweepCheck(kind: .noDuplicateUnsafeRequest)

  /// The body ends with the value of the clean run, or with an error of one of these types; without a type, with any
  /// error.
  ///
  /// Values must be `Equatable`, or nothing; others fail the sweep, because they cannot be compared. A cancelled body
  /// may also fail with `CancellationError`.
  public static func sameResultOr(_ errors: any Error.Type...) -> SweepCheck {
    SweepCheck(kind: .sameResultOr(errors))
  }

  /// The body ends with the result of the clean run: the same value, or an equal error.
  ///
  /// Values are compared as ``sameResultOr(_:)`` says. A cancelled body may end with any result.
  public static let sameResult = SweepCheck(kind: .sameResultOr([NoError.self]))

  /// The body ends with any value, or with an error of one of these types.
  static func anyResultOr(_ errors: [any Error.Type]) -> SweepCheck { SweepCheck(kind: .anyResultOr(errors)) }

  /// The checks of a sweep that states none: all of them, with any error.
  public static let all: [SweepCheck] = [.endsInTime, .noLeak, .noDuplicateUnsafeRequest, .sameResultOr()]
}

extension SweepCheck {
  /// Whether values are compared.
  var comparesResults: Bool { if case .sameResultOr = kind { true } else { false } }
}

/// An error type without values: no error is allowed.
private enum NoError: Error {}

/// The failure of one check in one run.
struct SweepBreach: Sendable, Hashable {
  /// The sign of the cell.
  var sign: SweepSign
  /// The violation, as text.
  var message: String
}

extension SweepCheck {
  /// The first failure of a run; nil if it passes all checks.
  static func breach<Value>(of run: SweepRun<Value>, clean: SweepRun<Value>, checks: [SweepCheck])
    -> SweepBreach?
  {
    if let report = run.reports.first {
      return SweepBreach(sign: report.sign, message: report.description.sentence)
    }
    if run.mustEnd, let endless = endless(run) { return endless }
    for check in checks { if let breach = check.breach(of: run, clean: clean) { return breach } }
    return nil
  }

  private func breach<Value>(of run: SweepRun<Value>, clean: SweepRun<Value>) -> SweepBreach? {
    switch kind {
    case .endsInTime:
      return Self.endless(run)
    case .noLeak:
      if let endless = Self.endless(run) { return endless }
      guard let leak = run.leaks.first else { return nil }
      return SweepBreach(sign: .leak, message: leak.description.sentence)
    case .noDuplicateUnsafeRequest:
      return SweepDuplicates.breach(of: run.requests, clean: clean.requests)
    case .sameResultOr(let types):
      return Self.resultBreach(of: run, clean: clean, types)
    case .anyResultOr(let types):
      guard case .error(let error) = run.ending else { return nil }
      return types.contains { Self.isError(error, of: $0) } ? nil : Self.otherError(run, allowed: types)
    }
  }

  /// The failure of a run whose body did not end; nil if it did.
  private static func endless<Value>(_ run: SweepRun<Value>) -> SweepBreach? {
    guard case .none(let waiting) = run.ending else { return nil }
    return SweepBreach(sign: .endless, message: "The body did not end in time: \(waiting).")
  }

  private static func resultBreach<Value>(
    of run: SweepRun<Value>, clean: SweepRun<Value>, _ types: [any Error.Type]
  ) -> SweepBreach? {
    switch run.ending {
    case .none: return endless(run)
    case .value:
      if run.isCancelled, allowsNone(types) { return nil }
      return run.endsLike(clean) == true ? nil : otherResult(run, clean)
    case .error(let error):
      if types.isEmpty || run.endsLike(clean) == true { return nil }
      if run.isCancelled, error is CancellationError || allowsNone(types) { return nil }
      if types.contains(where: { isError(error, of: $0) }) { return nil }
      let allowed = types.filter { $0 != NoError.self }
      return allowed.isEmpty ? otherResult(run, clean) : otherError(run, allowed: allowed)
    }
  }

  private static func otherError<Value>(_ run: SweepRun<Value>, allowed: [any Error.Type]) -> SweepBreach {
    let names = allowed.map { "\($0)" }.joined(separator: ", ")
    return SweepBreach(
      sign: .otherError, message: "The error is of another type: \(run.outcome). Allowed: \(names).")
  }

  private static func otherResult<Value>(_ run: SweepRun<Value>, _ clean: SweepRun<Value>) -> SweepBreach {
    let (usual, here, note) = clean.words(beside: run)
    return SweepBreach(
      sign: .otherResult,
      message: "The result differs: in the run without a change \(usual), but here \(here)\(note).")
  }

  private static func allowsNone(_ types: [any Error.Type]) -> Bool { types.contains { $0 == NoError.self } }

  private static func isError<Failure: Error>(_ error: any Error, of type: Failure.Type) -> Bool {
    error is Failure
  }
}

extension String {
  /// The text with a capital first letter.
  var sentence: String { prefix(1).uppercased() + dropFirst() }
}
