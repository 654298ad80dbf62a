import Foundation
import Stream

/// The source of a stream that is shared forever sends an element while its last subscriber leaves and another one
/// subscribes.
final class ShareRace: Race, @unchecked Sendable {  // Constants, each of which is thread-safe.
  private let shared: Observable<Int>
  private let source = TrackedSource<Int>()
  private let observer: AnyObserver<Int>?
  private let leaving: any Disposable
  private let bag = DisposeBag()
  private let delay: Int
  private let meeting = Meeting(of: 2)
  private let thread = Shared<ObjectIdentifier?>(nil)
  /// Whether the second subscriber has received an element on the thread of the first connection.
  private let hasStrayed = Shared(false)

  /// Creates a race in which the second thread spins this many times before it leaves.
  init(replay: Int, delay: Int) {
    shared = source.observable.share(replay: replay, scope: .forever)
    leaving = shared.subscribe { _ in }
    observer = source.latest
    self.delay = delay
    super.init()
  }

  override func first() {
    thread.value = ObjectIdentifier(Thread.current)
    meeting.arrive()
    for number in 0..<4 { observer?.onNext(number) }
  }

  override func second() {
    meeting.arrive()
    meeting.linger(delay)
    leaving.dispose()
    let (thread, hasStrayed) = (thread, hasStrayed)
    // What is kept arrives here, on this thread.
    shared.subscribe { _ in if thread.value == ObjectIdentifier(Thread.current) { hasStrayed.value = true } }
      .disposed(by: bag)
  }

  override func verdict() -> String? {
    // If the subscriber was still in time for the first connection, its elements are for it.
    hasStrayed.value && source.subscribed.value > 1
      ? "an element of the former connection reached a subscriber of the next one" : nil
  }
}
