public import Stream

/// All that a subscription to an observable has delivered.
///
/// `observable.record(afterEach:)` makes one.
///
/// ```swift
/// let names = service.names().record(afterEach: self)
/// expect(names.values).to(equal(["Trent", "Mick"]))
/// expect(names.event).to(beCompleted())
/// ```
///
/// May be used from any thread.
public final class Recording<Element: Sendable>: Disposable {
  private let log: RecordingLog<Event<Element>>
  private let subscription: any Disposable

  init(_ source: Observable<Element>, scope: TestScope?, place: SourcePlace) {
    let log = RecordingLog<Event<Element>>(place: place)
    self.log = log
    // Goes with the closures, and so shows whether the subscription has released them.
    let token = RecordingToken()
    let release = token.release
    subscription = source.subscribe(
      onNext: { [token] in
        log.append(.next($0))
        withExtendedLifetime(token) {}
      }, onError: { log.append(.error($0)) }, onCompleted: { log.append(.completed) },
      onDisposed: { log.dispose() })
    scope?.watch(
      .recording(of: subscription, release: release, at: place) {
        log.current.isDisposed || log.current.items.last?.isStopEvent == true
      })
  }

  /// The last event; nil before the first.
  public var event: Event<Element>? { log.current.items.last }

  /// All events, in order.
  public var events: [Event<Element>] { log.current.items }

  /// The last element; nil before the first.
  ///
  /// It stays after the end.
  public var value: Element? { values.last }

  /// All elements, in order.
  public var values: [Element] { log.current.items.compactMap(\.element) }

  /// The error that the stream has ended with.
  public var error: (any Error)? { event?.error }

  /// Whether the stream has ended well.
  public var isCompleted: Bool { event?.isCompleted ?? false }

  /// Whether the subscription is over: at an end, or given up.
  public var isDisposed: Bool { log.current.isDisposed }

  /// Gives up the subscription.
  public func dispose() { subscription.dispose() }

  /// Waits for the end of the stream, and returns it.
  ///
  /// ```swift
  /// let end = await names.completion()
  /// ```
  ///
  /// When the time has passed, or the subscription was given up before an end, the test fails and there is nil.
  @discardableResult
  public func completion(
    within limit: Duration = .seconds(30), file: StaticString = #filePath, line: UInt = #line
  ) async -> Event<Element>? {
    let place = SourcePlace(file: file, line: line)
    return await log.changes.first("the end of the stream", within: limit, at: place) { [log] in
      log.look { state in
        if let end = state.items.last, end.isStopEvent { return .found(end) }
        // In words later, outside the lock: a description is code of the test's own.
        let items = state.items
        let got: @Sendable () -> String = {
          items.isEmpty ? "no event" : "only \(items.map { spelling(of: $0) }.joined(separator: ", "))"
        }
        return state.isDisposed ? .never { "\(got()) before it was disposed of" } : .notYet(got)
      }
    }
  }

  /// Waits for an element that no earlier call of this has returned, and returns it.
  ///
  /// ```swift
  /// let first = await names.next()
  /// ```
  ///
  /// Returns at once when it is there already. When the time has passed, or no more can come, the test fails and
  /// there is nil.
  @discardableResult
  public func next(
    within limit: Duration = .seconds(30), file: StaticString = #filePath, line: UInt = #line
  ) async -> Element? {
    let place = SourcePlace(file: file, line: line)
    return await log.changes.first("an element", within: limit, at: place) { [log] in
      log.look { state in
        if state.taken < state.items.count, let element = state.items[state.taken].element {
          state.taken += 1
          return .found(element)
        }
        let before = state.taken == 0 ? "" : " after the first \(state.taken)"
        if let end = state.items.last, end.isStopEvent { return .never { "\(end)\(before)" } }
        return state.isDisposed ? .never { "disposal\(before)" } : .notYet { "none\(before)" }
      }
    }
  }
}

extension Recording: OutcomeConvertible, CompletionConvertible {
  /// The outcome that the last event is.
  public var outcome: Outcome<Element, any Error>? { event?.outcome }
}

extension ObservableType {
  /// Subscribes, records all that comes, and gives the subscription up when the test has ended.
  ///
  /// ```swift
  /// let names = service.names().record(afterEach: .test)
  /// ```
  ///
  /// `afterEach: self` in an `XCTestCase`; `afterEach: .test` in Swift Testing, with the trait `.netTesting`.
  public func record(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) -> Recording<Element> {
    let recording = Recording(
      asObservable(), scope: test.scope, place: SourcePlace(file: file, line: line))
    test.atEnd(file: file, line: line) { recording.dispose() }
    return recording
  }

  /// Subscribes and records all that comes, until it ends or you dispose of the recording.
  public func record(file: StaticString = #filePath, line: UInt = #line) -> Recording<Element> {
    Recording(asObservable(), scope: .current, place: SourcePlace(file: file, line: line))
  }
}
