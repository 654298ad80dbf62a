public import Stream

extension TestScheduler {
  /// The default ticks of ``start(created:subscribed:disposed:file:line:create:)``.
  public enum Defaults {
    /// When the stream is created.
    public static var created: Int { 100 }
    /// When it is subscribed to.
    public static var subscribed: Int { 200 }
    /// When the subscription is disposed of.
    public static var disposed: Int { 1000 }
  }

  /// Advances the time until nothing is scheduled; the same as ``run(maximum:file:line:)``.
  public func start(file: StaticString = #filePath, line: UInt = #line) { run(file: file, line: line) }

  /// Creates a stream, subscribes to it and disposes of the subscription, each at its tick, and runs everything.
  ///
  /// ```swift
  /// let scheduler = TestScheduler()
  /// let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
  /// let result = scheduler.start { source.map { $0 * 10 } }
  /// expect(result.events).to(equal([.next(210, 10), .next(220, 20), .completed(230)]))
  /// expect(source.subscriptions).to(equal([Subscription(200, 230)]))
  /// ```
  public func start<Source: ObservableConvertible>(
    created: Int = Defaults.created, subscribed: Int = Defaults.subscribed,
    disposed: Int = Defaults.disposed, file: StaticString = #filePath, line: UInt = #line,
    create: @escaping @Sendable () -> Source
  ) -> TestableObserver<Source.Element> {
    let observer = createObserver(Source.Element.self)
    let source = Captured<Source>()
    let subscription = SerialDisposable()
    scheduleAt(created) { source.set(create()) }
    scheduleAt(subscribed) {
      if let source = source.value { subscription.disposable = source.subscribe(observer) }
    }
    scheduleAt(disposed) { subscription.dispose() }
    run(file: file, line: line)
    return observer
  }

  /// Creates a stream with a function, subscribes to it and disposes of the subscription, each at its default tick.
  ///
  /// ```swift
  /// let ticks: @Sendable () -> Observable<Int> = { .interval(.seconds(100), scheduler: scheduler) }
  /// let result = scheduler.start(ticks)
  /// ```
  @_disfavoredOverload
  public func start<Source: ObservableConvertible>(
    _ create: @escaping @Sendable () -> Source, file: StaticString = #filePath, line: UInt = #line
  ) -> TestableObserver<Source.Element> {
    start(file: file, line: line, create: create)
  }

  /// Creates an observer that records events with their times.
  ///
  /// ```swift
  /// let observer = scheduler.createObserver(Int.self)
  /// source.subscribe(observer).disposed(afterEach: self)
  /// ```
  public func createObserver<Element: Sendable>(
    _ type: Element.Type = Element.self
  ) -> TestableObserver<Element> {
    TestableObserver(scheduler: self)
  }

  /// Creates an observable that sends its events at their times to the observers subscribed then.
  ///
  /// ```swift
  /// let source = scheduler.createHotObservable([.next(210, 1), .completed(230)])
  /// ```
  ///
  /// ```text
  /// source    --1--2--|
  /// observer     ^-2--|
  /// ```
  public func createHotObservable<Element: Sendable>(
    _ events: [Recorded<Event<Element>>], file: StaticString = #filePath, line: UInt = #line
  ) -> TestableObservable<Element> {
    TestableObservable(hot: events, scheduler: self, at: SourcePlace(file: file, line: line))
  }

  /// Creates an observable that sends its events to each subscriber, at their times after the subscription.
  ///
  /// ```swift
  /// let source = scheduler.createColdObservable([.next(10, 1), .completed(30)])
  /// ```
  public func createColdObservable<Element: Sendable>(
    _ events: [Recorded<Event<Element>>], file: StaticString = #filePath, line: UInt = #line
  ) -> TestableObservable<Element> {
    TestableObservable(cold: events, scheduler: self, at: SourcePlace(file: file, line: line))
  }
}
