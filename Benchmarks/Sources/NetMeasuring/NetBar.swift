/// What Net and NetStream have to reach.
public enum NetBar: Equatable, Sendable {
  /// At least so many times the requests per second of another subject.
  case rate(String, NetSubject, of: NetSubject, atLeast: Double)
  /// At most so many microseconds of CPU per request to a server.
  case cpu(String, NetSubject, atMost: Double)
  /// At most so many MB of memory.
  case memory(String, NetSubject, atMost: Double)
  /// At most so many microseconds per request.
  case microseconds(String, NetSubject, atMost: Double)
  /// At least so many mebibytes per second.
  case throughput(String, NetSubject, atLeast: Double)
  /// At most so many allocations per request, line or event.
  case mallocs(String, NetSubject, atMost: Double)

  public var workload: String {
    switch self {
    case .rate(let name, _, _, _), .cpu(let name, _, _), .memory(let name, _, _),
      .microseconds(let name, _, _), .throughput(let name, _, _),
      .mallocs(let name, _, _):
      name
    }
  }

  public enum Outcome: Equatable, Sendable {
    case met(Double)
    case short(Double)
    /// What the bar speaks of is missing.
    case unmeasured
    /// Allocations, where they cannot be counted.
    case uncountable

    public var fallsShort: Bool {
      switch self {
      case .met, .uncountable: false
      case .short, .unmeasured: true
      }
    }
  }

  /// Compares the bar with what was measured.
  public func outcome(_ figures: [NetFigure]) -> Outcome {
    switch self {
    case .rate(let name, let subject, let other, let least):
      guard let own = figures[name, subject]?.rps, let other = figures[name, other]?.rps, other > 0 else {
        return .unmeasured
      }
      return own / other >= least ? .met(own / other) : .short(own / other)
    case .cpu(let name, let subject, let most):
      guard let cpu = figures[name, subject]?.cpu else { return .unmeasured }
      return cpu <= most ? .met(cpu) : .short(cpu)
    case .memory(let name, let subject, let most):
      guard let rss = figures[name, subject]?.rss else { return .unmeasured }
      return rss <= most ? .met(rss) : .short(rss)
    case .microseconds(let name, let subject, let most):
      guard case .layer(let us, _)? = figures[name, subject]?.value else { return .unmeasured }
      return us <= most ? .met(us) : .short(us)
    case .throughput(let name, let subject, let least):
      guard case .reading(let mibps, _)? = figures[name, subject]?.value else { return .unmeasured }
      return mibps >= least ? .met(mibps) : .short(mibps)
    case .mallocs(let name, let subject, let most):
      let mallocs: Double?
      switch figures[name, subject]?.value {
      case .layer(_, let counted)?, .reading(_, let counted)?: mallocs = counted
      case .requests?, nil: return .unmeasured
      }
      guard let mallocs else { return .uncountable }
      return mallocs <= most ? .met(mallocs) : .short(mallocs)
    }
  }

  /// The bar and its outcome in words.
  public func line(_ figures: [NetFigure]) -> String {
    let outcome = outcome(figures)
    let measured =
      switch outcome {
      case .met(let value), .short(let value): "it is \((value * 100).rounded() / 100)"
      case .unmeasured: "it was not measured"
      case .uncountable: "allocations cannot be counted here"
      }
    return "\(outcome.fallsShort ? "SHORT" : "met  ")  \(words); \(measured)"
  }

  private var words: String {
    switch self {
    case .rate(let name, let subject, let other, let least):
      "\(name): \(subject.rawValue) at least \(least) times the requests per second of \(other.rawValue)"
    case .cpu(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) µs of CPU per request"
    case .memory(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) MB of memory"
    case .microseconds(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) µs per request"
    case .throughput(let name, let subject, let least):
      "\(name): \(subject.rawValue) at least \(least) MiB/s"
    case .mallocs(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) allocations each"
    }
  }
}
