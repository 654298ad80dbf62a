import Stream

/// Runs an operator through all situations of its lifecycle, and finds the laws it breaks.
struct LifecycleCheck<Input: Sendable>: Sendable {
  let options: OperatorLifecycle.Options
  let isSingle: Bool
  let subject: LifecycleSubject<Input>

  /// Fails the test once for each broken law, with the first occasion.
  func report(at place: SourcePlace) {
    let breaches = breaches
    for law in LifecycleLaw.allCases {
      guard let breach = breaches.first(where: { $0.law == law }) else { continue }
      TestReporter.current.fail(breach.message, at: place)
    }
  }

  private var breaches: [LifecycleBreach] {
    var breaches: [LifecycleBreach] = []
    for situation in Situation.allCases {
      guard let found = LawRun.value(of: { self.breaches(in: situation) }) else {
        // Another situation would be blocked, too.
        return breaches + [LifecycleBreach(law: .returns, occasion: situation.occasion, found: LawRun.found)]
      }
      breaches += found
    }
    return breaches + inRaces
  }

  /// Everything that an operator is run through before the races.
  private enum Situation: Sendable, CaseIterable {
    case ended(Ending), subscribing, disposedWhileSubscribing

    static var allCases: [Situation] {
      Ending.allCases.map(ended) + [.subscribing, .disposedWhileSubscribing]
    }

    var occasion: String {
      switch self {
      case .ended(let ending): ending.rawValue
      case .subscribing: LifecycleCheck.subscribing
      case .disposedWhileSubscribing: LifecycleCheck.disposingWhileSubscribing
      }
    }
  }

  private func breaches(in situation: Situation) -> [LifecycleBreach] {
    switch situation {
    case .ended(let ending): inVirtualTime(ending)
    case .subscribing: whileSubscribing
    case .disposedWhileSubscribing: disposedWhileSubscribing
    }
  }

  /// How a run ends.
  enum Ending: String, Sendable, CaseIterable {
    case completion = "at the completion"
    case error = "at the error"
    case disposal = "at disposal"
    case disposalInside = "at disposal inside onNext"
  }

  /// When the source is subscribed to; its first element follows 10 seconds later.
  private var start: Int { 200 }
  private var elementCount: Int { isSingle ? min(1, options.elements.count) : options.elements.count }
  private var lastElement: Int { start + 10 * elementCount }

  /// Runs the operator up to the time at which everything should have ended.
  private func run(_ ending: Ending) -> LifecycleTrial<Input> {
    let trial = LifecycleTrial(subject)
    let scheduler = trial.scheduler
    let end: Int
    scheduler.scheduleAt(start) { trial.subscribe(disposesInside: ending == .disposalInside) }
    // A single is disposed of before its element, because the element is its end.
    let count = isSingle && (ending == .disposal || ending == .error) ? 0 : elementCount
    for (index, number) in options.elements.prefix(count).enumerated() {
      scheduler.scheduleAt(start + 10 * (index + 1)) { trial.source.sendElement(number) }
    }
    switch ending {
    case .completion:
      end = isSingle ? lastElement : lastElement + 10
      scheduler.scheduleAt(end) { trial.source.sendEnd(nil) }
    case .error:
      end = lastElement + 10
      scheduler.scheduleAt(end) { trial.source.sendEnd(LifecycleError()) }
    case .disposal:
      end = lastElement + 5
      scheduler.scheduleAt(end) { trial.dispose() }
    case .disposalInside:
      end = lastElement
    }
    scheduler.advance(to: end)
    return trial
  }

  private func inVirtualTime(_ ending: Ending) -> [LifecycleBreach] {
    let trial = run(ending)
    var breaches = self.breaches(ofEnds: ending, trial)
    if trial.log.end == nil, trial.disposed == nil { trial.dispose() }
    func add(_ law: LifecycleLaw, _ found: String?) {
      if let found { breaches.append(LifecycleBreach(law: law, occasion: ending.rawValue, found: found)) }
    }
    let lives = trial.source.lives
    if lives.isEmpty { add(.subscribesOnce, "it has not subscribed to the source") }
    if lives.count > 1, !options.mayResubscribe {
      add(.subscribesOnce, "it has subscribed to the source \(lives.count) times")
    }
    add(.disposesSource, trial.wrongLives().first)
    add(.releases, trial.kept)
    // A source may not notice that its observer is gone; what it sends then must do no harm and go nowhere.
    trial.source.sendElement(options.elements.last ?? 1)
    trial.source.sendEnd(nil)
    trial.scheduler.advance(by: .seconds(3600))
    add(.endsOnce, late(trial, \.isAfterEnd))
    add(.silentAfterDisposal, late(trial, \.isAfterDisposal))
    return breaches
  }

  private func late(
    _ trial: LifecycleTrial<Input>, _ isLate: (LifecycleLog.Entry) -> Bool
  ) -> String? {
    trial.log.entries.first(where: isLate)
      .map { "\($0.kind.words) came at \(MarbleScale.seconds($0.time))" }
  }

  /// Returns the violations if the wrong end came, or came too late.
  private func breaches(ofEnds ending: Ending, _ trial: LifecycleTrial<Input>) -> [LifecycleBreach] {
    guard ending == .completion && options.forwardsCompletion || ending == .error && options.forwardsError
    else { return [] }
    if options.mayDelay { trial.scheduler.advance(by: .seconds(3600)) }
    let got = trial.log.end
    let isRight =
      switch got?.kind {
      case .completion: ending == .completion
      case .error(let error): ending == .error && error is LifecycleError
      default: false
      }
    if isRight { return [] }
    let law: LifecycleLaw = ending == .completion ? .forwardsCompletion : .forwardsError
    let now = MarbleScale.seconds(trial.scheduler.now)
    let found =
      got.map { "\($0.kind.words) came at \(MarbleScale.seconds($0.time))" } ?? "no end has come by \(now)"
    return [LifecycleBreach(law: law, occasion: ending.rawValue, found: found)]
  }
}
