/// A requirement of Net or NetStream.
package enum NetBar: Equatable, Sendable {
  /// At least this many times the requests per second of another subject.
  case rate(String, NetSubject, of: NetSubject, atLeast: Double)
  /// At most this many times the CPU time per request of another subject in the same workload.
  case cpu(String, NetSubject, of: NetSubject, atMost: Double)
  /// At most this many MB of memory.
  case memory(String, NetSubject, atMost: Double)
  /// At most this many times the CPU time per request of the default transport in another workload.
  case layer(String, NetSubject, ofTransportIn: String, atMost: Double)
  /// Each of many concurrent requests receives the correct response.
  case allAnswered(String, NetSubject)
  /// The 99th percentile of the request times is at most this many times as long while the session has other work.
  case latency(String, NetSubject, atMost: Double)
  /// At least this many mebibytes per second.
  case throughput(String, NetSubject, atLeast: Double)
  /// At most this many allocations per request, line or event.
  case mallocs(String, NetSubject, atMost: Double)

  /// At most this many microseconds per request more than in another workload.
  case extra(String, NetSubject, over: String, us: Double)
  /// At most this many allocations per request more than in another workload.
  case extraMallocs(String, NetSubject, over: String, atMost: Double)

  /// At most this many times the time of another workload.
  case time(String, NetSubject, over: String, atMost: Double)
  /// From another workload to this one, the time grows at most this many times as much as that of another subject.
  case growth(String, NetSubject, over: String, of: NetSubject, atMost: Double)
  /// At least this many times the mebibytes per second of another subject in the same workload.
  case speed(String, NetSubject, of: NetSubject, atLeast: Double)
  /// At most this many KB of memory for an idle connection.
  case idleMemory(String, NetSubject, kb: Double)
  /// At most this many wake-ups of the process in a second.
  case wakeUps(String, NetSubject, atMost: Double)

  package var workload: String {
    switch self {
    case .rate(let name, _, _, _), .cpu(let name, _, _, _), .memory(let name, _, _),
      .layer(let name, _, _, _), .throughput(let name, _, _), .mallocs(let name, _, _),
      .latency(let name, _, _), .allAnswered(let name, _), .extra(let name, _, _, _),
      .extraMallocs(let name, _, _, _), .time(let name, _, _, _), .speed(let name, _, _, _),
      .idleMemory(let name, _, _), .wakeUps(let name, _, _), .growth(let name, _, _, _, _):
      name
    }
  }

  /// The workloads whose figures the bar compares.
  package var workloads: [String] {
    switch self {
    case .layer(let name, _, let other, _), .extra(let name, _, let other, _),
      .extraMallocs(let name, _, let other, _), .time(let name, _, let other, _),
      .growth(let name, _, let other, _, _):
      [name, other]
    default: [workload]
    }
  }

  package enum Outcome: Equatable, Sendable {
    case met(Double)
    case short(Double)
    /// A figure of the bar is missing.
    case unmeasured
    /// Allocations cannot be counted here.
    case uncountable

    package var fallsShort: Bool {
      switch self {
      case .met, .uncountable: false
      case .short, .unmeasured: true
      }
    }
  }

  /// Compares the bar with the figures.
  package func outcome(_ figures: [NetFigure]) -> Outcome {
    switch self {
    case .rate(let name, let subject, let other, let least):
      guard let own = figures[name, subject]?.rps, let other = figures[name, other]?.rps, other > 0 else {
        return .unmeasured
      }
      return own / other >= least ? .met(own / other) : .short(own / other)
    case .cpu(let name, let subject, let other, let most):
      return Self.atMost(most, figures[name, subject]?.cpu, figures[name, other]?.cpu)
    case .memory(let name, let subject, let most):
      guard let rss = figures[name, subject]?.rss else { return .unmeasured }
      return rss <= most ? .met(rss) : .short(rss)
    case .layer(let name, let subject, let other, let most):
      return Self.atMost(most, figures[name, subject]?.us, figures[other, .transport]?.cpu)
    case .extra(let name, let subject, let other, let most):
      guard let own = figures[name, subject]?.us, let base = figures[other, subject]?.us else {
        return .unmeasured
      }
      return own - base <= most ? .met(own - base) : .short(own - base)
    case .extraMallocs(let name, let subject, let other, let most):
      guard case .layer(_, let own)? = figures[name, subject]?.value,
        case .layer(_, let base)? = figures[other, subject]?.value
      else { return .unmeasured }
      guard let own, let base else { return .uncountable }
      return own - base <= most ? .met(own - base) : .short(own - base)
    case .allAnswered(let name, let subject):
      guard case .crowd(let answered, let sent, _)? = figures[name, subject]?.value, sent > 0 else {
        return .unmeasured
      }
      let share = Double(answered) / Double(sent)
      return answered == sent ? .met(share) : .short(share)
    case .latency(let name, let subject, let most):
      guard case .latency(let quiet, let busy)? = figures[name, subject]?.value else { return .unmeasured }
      return Self.atMost(most, busy, quiet)
    case .throughput(let name, let subject, let least):
      guard case .reading(let mibps, _)? = figures[name, subject]?.value else { return .unmeasured }
      return mibps >= least ? .met(mibps) : .short(mibps)
    case .mallocs(let name, let subject, let most):
      let mallocs: Double?
      switch figures[name, subject]?.value {
      case .layer(_, let counted)?, .reading(_, let counted)?: mallocs = counted
      case .requests?, .crowd?, .latency?, .idle?, nil: return .unmeasured
      }
      guard let mallocs else { return .uncountable }
      return mallocs <= most ? .met(mallocs) : .short(mallocs)
    case .time(let name, let subject, let other, let most):
      return Self.atMost(most, figures[name, subject]?.us, figures[other, subject]?.us)
    case .growth(let name, let subject, let few, let other, let most):
      return Self.atMost(
        most, Self.growth(figures, subject, from: few, to: name),
        Self.growth(figures, other, from: few, to: name))
    case .speed(let name, let subject, let other, let least):
      guard let own = figures[name, subject]?.mibps, let other = figures[name, other]?.mibps, other > 0 else {
        return .unmeasured
      }
      return own / other >= least ? .met(own / other) : .short(own / other)
    case .idleMemory(let name, let subject, let most):
      guard case .idle(let kb, _)? = figures[name, subject]?.value else { return .unmeasured }
      return kb <= most ? .met(kb) : .short(kb)
    case .wakeUps(let name, let subject, let most):
      guard case .idle(_, let wakeUps)? = figures[name, subject]?.value else { return .unmeasured }
      return wakeUps <= most ? .met(wakeUps) : .short(wakeUps)
    }
  }

  private static func atMost(_ most: Double, _ own: Double?, _ other: Double?) -> Outcome {
    guard let own, let other, other > 0 else { return .unmeasured }
    return own / other <= most ? .met(own / other) : .short(own / other)
  }

  private static func growth(
    _ figures: [NetFigure], _ subject: NetSubject, from few: String, to many: String
  ) -> Double? {
    guard let few = figures[few, subject]?.us, let many = figures[many, subject]?.us, few > 0 else {
      return nil
    }
    return many / few
  }

  /// Returns one line with the bar and its outcome.
  package func line(_ figures: [NetFigure]) -> String {
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
    case .cpu(let name, let subject, let other, let most):
      "\(name): \(subject.rawValue) at most \(most) times the CPU time per request of \(other.rawValue)"
    case .memory(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) MB of memory"
    case .layer(let name, let subject, let other, let most):
      "\(name): \(subject.rawValue) at most \(most) times the CPU time per request of the transport in \(other)"
    case .extra(let name, let subject, let other, let most):
      "\(name): \(subject.rawValue) at most \(most) µs more than in \(other)"
    case .extraMallocs(let name, let subject, let other, let most):
      "\(name): \(subject.rawValue) at most \(most) allocations more than in \(other)"
    case .allAnswered(let name, let subject):
      "\(name): \(subject.rawValue) receives a response to every request"
    case .latency(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) times the 99th percentile without other work"
    case .throughput(let name, let subject, let least):
      "\(name): \(subject.rawValue) at least \(least) MiB/s"
    case .mallocs(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) allocations each"
    case .time(let name, let subject, let other, let most):
      "\(name): \(subject.rawValue) at most \(most) times the time of \(other)"
    case .growth(let name, let subject, let few, let other, let most):
      "\(name): \(subject.rawValue) grows from \(few) at most \(most) times as much as \(other.rawValue)"
    case .speed(let name, let subject, let other, let least):
      "\(name): \(subject.rawValue) at least \((least * 100).rounded() / 100) times the MiB/s of \(other.rawValue)"
    case .idleMemory(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) KB for a connection"
    case .wakeUps(let name, let subject, let most):
      "\(name): \(subject.rawValue) at most \(most) wake-ups in a second"
    }
  }
}
