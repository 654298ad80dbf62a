import Foundation
import Net
import Stream

extension LifecycleCheck {
  static var subscribing: String { "while it is being subscribed to" }
  static var disposingWhileSubscribing: String { "at disposal while it is being subscribed to" }

  /// Checks a source that sends all elements before `subscribe` returns, with an observer that takes one element.
  var whileSubscribing: [LifecycleBreach] {
    let trial = LifecycleTrial(subject, flood: isSingle ? 1 : 1000)
    trial.subscribe(takesOne: true)
    trial.scheduler.advance(by: .zero)
    let occasion = Self.subscribing
    var breaches: [LifecycleBreach] = []
    if options.stopsProducer, !isSingle, let first = trial.log.entries.first(where: { !$0.kind.isEnd }) {
      let more = trial.source.sentCount - first.sentCount
      if more > 1 {
        let found = "the source has sent \(more.counted("element")) after the only one that was taken"
        breaches.append(LifecycleBreach(law: .stopsProducer, occasion: occasion, found: found))
      }
    }
    trial.dispose()
    if let found = trial.kept {
      breaches.append(LifecycleBreach(law: .releases, occasion: occasion, found: found))
    }
    return breaches
  }

  /// Checks a source that sends all elements before `subscribe` returns, with an observer that disposes inside its
  /// `onNext`, possibly before it has received the subscription.
  var disposedWhileSubscribing: [LifecycleBreach] {
    let trial = LifecycleTrial(subject, flood: isSingle ? 1 : 100)
    trial.subscribe(disposesInside: true)
    trial.scheduler.advance(by: .zero)
    trial.dispose()
    trial.scheduler.advance(by: .seconds(3600))
    var breaches: [LifecycleBreach] = []
    func add(_ law: LifecycleLaw, _ found: String?) {
      guard let found else { return }
      breaches.append(LifecycleBreach(law: law, occasion: Self.disposingWhileSubscribing, found: found))
    }
    add(.silentAfterDisposal, trial.log.entries.first(where: \.isAfterDisposal)?.kind.words)
    add(.disposesSource, trial.wrongLives(timeMatters: false).first)
    add(.releases, trial.kept)
    return breaches
  }

  /// Checks that one thread can send while another disposes, repeatedly and with varying timing.
  ///
  /// Each race has the time of a situation, because the user chooses how many there are.
  var inRaces: [LifecycleBreach] {
    for number in 0..<max(0, options.races) {
      let occasion = "in race \(number + 1)"
      guard let result = LawRun.value(of: { self.race(number) }) else {
        return [LifecycleBreach(law: .returns, occasion: occasion, found: LawRun.found)]
      }
      guard let found = result else { continue }
      return [LifecycleBreach(law: .survivesThreads, occasion: occasion, found: found)]
    }
    return []
  }

  private func race(_ number: Int) -> String? {
    let trial = LifecycleTrial(subject)
    trial.subscribe()
    trial.scheduler.advance(by: .zero)
    let sending = onThread {
      for element in 1...20 {
        trial.source.sendElement(element)
        trial.scheduler.advance(by: .zero)
      }
    }
    let disposing = onThread {
      // A bounded loop instead of a wait, which varies the timing from race to race. It gives way in each turn, because
      // the sender may need this processor.
      var looks = 0
      while trial.source.sentCount < number % 20, looks < 100_000 {
        looks += 1
        sched_yield()
      }
      trial.subscription.dispose()
    }
    guard sending.wait(within: .seconds(30)), disposing.wait(within: .seconds(30)) else {
      return "a thread did not come back within 30 seconds"
    }
    trial.dispose()
    trial.source.sendElement(1)
    trial.scheduler.advance(by: .zero)
    if trial.log.overlaps > 0 { return "two events were delivered at once" }
    if let late = trial.log.entries.first(where: \.isAfterDisposal) {
      return "\(late.kind.words) came after disposal"
    }
    if let wrong = trial.wrongLives(timeMatters: false).first { return wrong }
    return trial.kept
  }

  /// Runs the body on a dedicated thread, so that a hanging body blocks nothing else.
  private func onThread(_ body: @escaping @Sendable () -> Void) -> SteadySemaphore {
    let done = SteadySemaphore()
    Thread.detachNewThread {
      body()
      done.signal()
    }
    return done
  }
}
