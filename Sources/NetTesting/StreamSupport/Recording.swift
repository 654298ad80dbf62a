public import Stream

/// Records everything that a subscription to an observable delivers.
///
/// Create one with `observable.record(afterEach:)`.
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
    // The closures own the token, so its release shows that the subscription has released them.
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

  /// The last event; nil if there is none yet.
  public var event: Event<Element>? { log.current.items.last }

  /// All events, in order.
  public var events: [Event<Element>] { log.current.items }

  /// The last element; nil if there is none yet.
  ///
  /// It is kept after the end.
  public var value: Element? { log.currentWithoutError.items.last { !$0.isStopEvent }?.element }

  /// All elements, in order.
  public var values: [Element] { log.currentWithoutError.items.compactMap(\.element) }

  /// The error of a stream that has failed.
  public var error: (any Error)? { event?.error }

  /// Whether the stream has completed.
  public var isCompleted: Bool { log.currentWithoutError.items.last?.isCompleted ?? false }

  /// Whether the stream has ended or the subscription was disposed of.
  public var isDisposed: Bool { log.current.isDisposed }

  /// Disposes of the subscription.
  public func dispose() { subscription.dispose() }

  /// Waits for the end of the stream and returns it.
  ///
  /// ```swift
  /// let end = await names.completion()
  /// ```
  ///
  /// If the stream has not ended when the time has passed, or the subscription is disposed of before, the test fails
  /// and the result is nil.
  @discardableResult
  public func completion(
    within limit: Duration = .seconds(30), file: StaticString = #filePath, line: UInt = #line
  ) async -> Event<Element>? {
    let place = SourcePlace(file: file, line: line)
    return await log.changes.first("the end of the stream", within: limit, at: place) { [log] in
      log.look { state in
        if let end = state.items.last, end.isStopEvent { return .found(end) }
        // The text is created later, outside the lock, because descriptions are code of the test.
        let items = state.items
        let got: @Sendable () -> String = {
          items.isEmpty ? "no event" : "only \(items.map { spelling(of: $0) }.joined(separator: ", "))"
        }
        return state.isDisposed ? .never { "\(got()) before it was disposed of" } : .notYet(got)
      }
    }
  }

  /// Returns the next element that no earlier call has returned, waiting for it if necessary.
  ///
  /// ```swift
  /// let first = await names.next()
  /// ```
  ///
  /// If there is no element when the time has passed, or there can be no more, the test fails and the result is nil.
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
        if let end = state.items.last, end.isStopEvent {
          return .never { end.error.map { "the error \(spelling(of: $0))\(before)" } ?? "\(end)\(before)" }
        }
        return state.isDisposed ? .never { "disposal\(before)" } : .notYet { "none\(before)" }
      }
    }
  }
}

extension Recording: OutcomeConvertible, CompletionConvertible {
  /// The outcome of the last event.
  public var outcome: Outcome<Element, any Error>? { event?.outcome }
}

extension ObservableType {
  /// Subscribes, records all events, and disposes of the subscription at the end of the test.
  ///
  /// ```swift
  /// let names = service.names().record(afterEach: .test)
  /// ```
  ///
  /// Use `afterEach: self` in an `XCTestCase`, and `afterEach: .test` in Swift Testing, with the trait `.netTesting`.
  public func record(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) -> Recording<Element> {
    let recording = Recording(
      asObservable(), scope: test.scope, place: SourcePlace(file: file, line: line))
    test.atEnd(file: file, line: line) { recording.dispose() }
    return recording
  }

  /// Subscribes and records all events until the stream ends or you dispose of the recording.
  public func record(file: StaticString = #filePath, line: UInt = #line) -> Recording<Element> {
    Recording(asObservable(), scope: .current, place: SourcePlace(file: file, line: line))
  }
}
