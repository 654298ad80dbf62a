import NetTesting
import Stream
import TestSupport
import Testing

/// A chain whose observer sends elements into the subject that feeds the chain.
struct ReentrantRun {
  let plan: ChainPlan
  private let first = [5, 17, 8]
  private static let limit = 6

  private static func answer(_ element: Int) -> Int { (element * 7 + 3) % 31 }

  /// What the subject sends is delivered in order, so an answer comes after what was sent before it (law 6).
  private var expected: [Int] {
    var sent: [(element: Int, at: Place?)] = []
    var answers = 0
    for element in first {
      sent.append((element, nil))
      var received = plan.received(afterSending: sent)
      while answers < min(received.count, ReentrantRun.limit) {
        sent.append((ReentrantRun.answer(received[answers].element), received[answers].at))
        answers += 1
        received = plan.received(afterSending: sent)
      }
    }
    return plan.received(afterSending: sent).map(\.element)
  }

  func differences() -> [String] {
    switch plan.subject {
    case .subject(let replay) where replay > 0:
      let subject = ReplaySubject<Int>(bufferSize: replay)
      return differences(subject.asObservable(), subject.asObserver()) { subject.hasObservers }
    case .behavior(let first):
      let subject = BehaviorSubject(value: first)
      return differences(subject.asObservable(), subject.asObserver()) { subject.hasObservers }
    default:
      let subject = PublishSubject<Int>()
      return differences(subject.asObservable(), subject.asObserver()) { subject.hasObservers }
    }
  }

  private func differences(
    _ elements: Observable<Int>, _ subject: AnyObserver<Int>, hasObservers: () -> Bool
  ) -> [String] {
    let received = Log<Int>()
    let isSending = Shared(false)
    let sources = plan.sources.map { $0.isSubject ? elements : $0.ready }
    let chain = plan.chain.observable(
      ChainParts(sources: sources, scheduler: TestScheduler(), token: Token(), called: {}))
    let subscription = chain.subscribe(
      onNext: { element in
        guard isSending.value else { return }
        let count = received.entries.count
        received.write(element)
        if count < ReentrantRun.limit { subject.onNext(ReentrantRun.answer(element)) }
      }, onError: { _ in })
    isSending.value = true
    for element in first { subject.onNext(element) }
    let expected = expected
    subscription.dispose()
    var faults = expected == received.entries ? [] : ["expected \(expected)\n  received \(received.entries)"]
    if hasObservers() { faults.append("the subject has observers after the disposal") }
    return faults
  }
}

/// Elements that an observer sends into the subject that feeds its chain.
@Suite(.heavy) struct ReentrancyPropertyTests {
  @Test func answersComeInOrder() {
    expectNoDifferences(ChainPlan.init(timeless:)) { ReentrantRun(plan: $0).differences() }
  }
}
