import Net
import Stream

/// A source that the test drives or that floods its observer, and that records its subscriptions.
final class LifecycleSource<Input: Sendable>: Sendable {
  /// One subscription to the source, with the virtual times of its events.
  struct Subscription: Sendable {
    var subscribed: Duration
    /// When the source sent the end.
    var ended: Duration?
    var disposed: [Duration] = []
  }

  private struct State: Sendable {
    var lives: [Subscription] = []
    var sends: [@Sendable (Event<Input>) -> Void] = []
    var sentCount = 0
    var witnesses: [LifecycleWitness] = []
  }

  /// Creates an element from a number.
  typealias MakeElement = @Sendable (Int) -> (Input, LifecycleWitness?)

  private let scheduler: TestScheduler
  private let make: MakeElement
  /// How many elements the source sends while it is being subscribed to; 0 if the test sends them.
  private let flood: Int
  private let state = Lock(State())

  init(scheduler: TestScheduler, flood: Int, make: @escaping MakeElement) {
    self.scheduler = scheduler
    self.flood = flood
    self.make = make
  }

  var lives: [Subscription] { state.withLock { $0.lives } }

  /// The number of elements it has sent.
  var sentCount: Int { state.withLock { $0.sentCount } }

  /// The number of its elements that are still in memory.
  var keptCount: Int {
    let witnesses = state.withLock { $0.witnesses }
    return witnesses.count { $0.isAlive }
  }

  func observable(holding token: LifecycleToken) -> Observable<Input> {
    Observable.create { observer in
      let number = self.begin { observer.on($0) }
      for count in 0..<self.flood where !observer.isDisposed { observer.onNext(self.element(count)) }
      if self.flood > 0 { observer.onCompleted() }
      return self.resource(number, holding: token)
    }
  }

  func single(holding token: LifecycleToken) -> Single<Input> {
    Single.create { observer in
      let number = self.begin { event in
        switch event {
        case .next(let element): observer(.success(element))
        case .error(let error): observer(.failure(error))
        case .completed: break
        }
      }
      if self.flood > 0 { observer(.success(self.element(1))) }
      return self.resource(number, holding: token)
    }
  }

  /// Sends an element to all observers that ever subscribed, including former ones, which must ignore it.
  func sendElement(_ number: Int) {
    let element = element(number)
    for send in state.withLock({ $0.sends }) { send(.next(element)) }
  }

  func sendEnd(_ error: (any Error)?) {
    let now = scheduler.now
    let sends = state.withLock { state in
      for index in state.lives.indices where state.lives[index].ended == nil {
        state.lives[index].ended = now
      }
      return state.sends
    }
    for send in sends { send(error.map { .error($0) } ?? .completed) }
  }

  private func element(_ number: Int) -> Input {
    let (element, witness) = make(number)
    state.withLock { state in
      state.sentCount += 1
      if let witness { state.witnesses.append(witness) }
    }
    return element
  }

  private func begin(_ send: @escaping @Sendable (Event<Input>) -> Void) -> Int {
    let now = scheduler.now
    return state.withLock { state in
      state.lives.append(Subscription(subscribed: now))
      state.sends.append(send)
      return state.lives.count - 1
    }
  }

  private func resource(_ number: Int, holding token: LifecycleToken) -> any Disposable {
    Disposables.create { [weak self] in withExtendedLifetime(token) { self?.disposed(number) } }
  }

  private func disposed(_ number: Int) {
    let now = scheduler.now
    state.withLock { $0.lives[number].disposed.append(now) }
  }
}
