import Stream

/// A subject that sends and ends while one observer leaves and another subscribes.
final class SubjectRace<Subject: ObservableType & ObserverType>: Race, @unchecked Sendable
where Subject.Element == Int {
  // Constants, each of which is thread-safe.
  private let subject: Subject
  private let hasObservers: @Sendable (Subject) -> Bool
  private let population: Population
  private let ends: Bool
  private let (early, late) = (Arrivals(), Arrivals())
  private let subscription: any Disposable

  init(
    _ subject: Subject, ends: Bool, _ population: Population,
    hasObservers: @escaping @Sendable (Subject) -> Bool
  ) {
    self.subject = subject
    self.hasObservers = hasObservers
    self.population = population
    self.ends = ends
    subscription = subject.asObservable().subscribe(
      early.handler(holding: Population.Member(population)))
    super.init()
  }

  override func first() {
    subject.on(.next(1))
    subject.on(.next(2))
    if ends { subject.on(.completed) }
  }

  override func second() {
    subscription.dispose()
    subject.asObservable().subscribe(late.handler(holding: Population.Member(population))).dispose()
  }

  override func verdict() -> String? {
    let name = "\(Subject.self)"
    if let fault = early.fault ?? late.fault { return "\(name): \(fault)" }
    return hasObservers(subject) ? "\(name): an observer is still subscribed" : nil
  }
}

/// A single that receives a result from two threads, one of which then disposes of it.
final class SingleRace: Race, @unchecked Sendable {  // Constants, each of which is thread-safe.
  private let observer = Shared<Single<Int>.SingleObserver?>(nil)
  private let resource = Resource()
  private let arrivals = Arrivals()
  private let subscription: any Disposable

  init(_ population: Population) {
    let (observer, resource) = (observer, resource)
    let (inSource, inObserver) = (Population.Member(population), Population.Member(population))
    let arrived: @Sendable (Event<Int>) -> Void = arrivals.handler(holding: inObserver)
    subscription = Single<Int>.create { single in
      observer.value = single
      return resource.disposable(holding: inSource)
    }
    .map { $0 + 1 }
    .flatMap { Single.just($0) }
    .catch { Single.error($0) }
    .subscribe(onSuccess: { _ in arrived(.completed) }, onFailure: { arrived(.error($0)) })
    super.init()
  }

  override func first() { observer.value?(.success(1)) }

  override func second() {
    observer.value?(.failure(Boom()))
    subscription.dispose()
  }

  override func verdict() -> String? {
    if let fault = arrivals.fault { return "Single: \(fault)" }
    return resource.disposed == 1 ? nil : "Single: the work was disposed of \(resource.disposed) times"
  }
}
