/// A requirement of Stream.
package enum Bar: Equatable, Sendable {
  /// At least this many times faster than another subject with the same workload.
  case faster(String, than: Subject, atLeast: Double)
  /// At most this many times the cost of another subject with the same workload.
  case costs(String, of: Subject, atMost: Double)
  /// At most this many allocations per element, subscription or delivery.
  case mallocs(String, atMost: Double)
  /// The costs of two sizes of the same work differ by less than this factor.
  case linear(String, String, within: Double)

  /// The workloads that the bar compares.
  package var workloads: [String] {
    switch self {
    case .faster(let name, _, _), .costs(let name, _, _), .mallocs(let name, _): [name]
    case .linear(let small, let large, _): [small, large]
    }
  }
}

/// A bar and the result of comparing it with the figures.
package struct Verdict: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case met(Double)
    case short(Double)
    /// A subject or a workload of the bar is missing.
    case unmeasured
    /// Allocations cannot be counted here.
    case uncountable
  }

  package let bar: Bar
  package let outcome: Outcome

  package var fallsShort: Bool {
    switch outcome {
    case .met, .uncountable: false
    case .short, .unmeasured: true
    }
  }
}

extension Bar {
  /// Compares the bar with the figures.
  package func verdict(_ figures: [Figure]) -> Verdict {
    Verdict(bar: self, outcome: outcome(figures))
  }

  private func outcome(_ figures: [Figure]) -> Verdict.Outcome {
    switch self {
    case .faster(let name, let subject, let least):
      guard let own = figures[name, .stream], let other = figures[name, subject], own.ns > 0 else {
        return .unmeasured
      }
      let ratio = other.ns / own.ns
      return ratio >= least ? .met(ratio) : .short(ratio)
    case .costs(let name, let subject, let most):
      guard let own = figures[name, .stream], let other = figures[name, subject], other.ns > 0
      else {
        return .unmeasured
      }
      let ratio = own.ns / other.ns
      return ratio <= most ? .met(ratio) : .short(ratio)
    case .mallocs(let name, let most):
      guard let own = figures[name, .stream] else { return .unmeasured }
      guard let mallocs = own.mallocs else { return .uncountable }
      // One-time allocations of a round, divided by its count, are not allocations per element.
      return mallocs <= most + 0.02 ? .met(mallocs) : .short(mallocs)
    case .linear(let small, let large, let factor):
      guard let one = figures[small, .stream]?.ns, let other = figures[large, .stream]?.ns,
        min(one, other) > 0
      else { return .unmeasured }
      let ratio = max(one, other) / min(one, other)
      return ratio < factor ? .met(ratio) : .short(ratio)
    }
  }
}
