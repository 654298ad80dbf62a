import Stream
import Synchronization

/// Sends to and ends the source of an operator while its subscription is disposed of, or is still being made.
final class OperatorRace: Race, @unchecked Sendable {  // Constants, each of which is thread-safe.
  /// When the disposal happens.
  enum Moment: CaseIterable {
    /// Elements and the end arrive while the subscription is disposed of.
    case sending
    /// The subscription is made while it is disposed of.
    case subscribing
    /// One thread sends while the other ends the source and then disposes.
    case ending
  }

  private let operatorCase: OperatorCase
  private let moment: Moment
  private let population: Population
  private let source = RaceSource()
  private let arrivals = Arrivals()
  private let subscription = SerialDisposable()

  init(_ operatorCase: OperatorCase, _ moment: Moment, _ population: Population) {
    self.operatorCase = operatorCase
    self.moment = moment
    self.population = population
    super.init()
    if moment != .subscribing { subscribe() }
  }

  private func subscribe() {
    let (inSource, inObserver) = (Population.Member(population), Population.Member(population))
    subscription.disposable = operatorCase.apply(source.observable(holding: inSource), Token())
      .subscribe(arrivals.handler(holding: inObserver))
  }

  override func first() {
    if moment == .subscribing { subscribe() }
    source.send(.next(1))
    source.send(.next(2))
    if moment != .ending { end() }
  }

  override func second() {
    if moment == .ending { end() }
    subscription.dispose()
  }

  private func end() { source.send(operatorCase.endsByError ? .error(Boom()) : .completed) }

  override func verdict() -> String? {
    if let fault = arrivals.fault { return "\(operatorCase.testDescription), \(moment): \(fault)" }
    if source.disposed != source.subscribed {
      return """
        \(operatorCase.testDescription), \(moment): the source was subscribed to \(source.subscribed) times and disposed \
        of \(source.disposed) times
        """
    }
    return nil
  }
}

/// A source that accepts events from any thread.
private final class RaceSource: Sendable {
  private let observer = Shared<AnyObserver<Int>?>(nil)
  private let subscriptions = Atomic(0)
  private let resource = Resource()

  var subscribed: Int { subscriptions.load(ordering: .acquiring) }
  var disposed: Int { resource.disposed }

  func observable(holding member: Population.Member) -> Observable<Int> {
    .create { [self] observer in
      subscriptions.add(1, ordering: .acquiringAndReleasing)
      self.observer.value = observer
      return resource.disposable(holding: member)
    }
  }

  func send(_ event: Event<Int>) { observer.value?.on(event) }
}
