public import Stream

/// What a subscription to a single has delivered.
///
/// `single.record(afterEach:)` makes one.
///
/// ```swift
/// let user = service.getUser("trentm").record(afterEach: self)
/// expect(user.event).to(beSuccess())
/// expect(user.value?.login).to(equal("trentm"))
/// ```
///
/// May be used from any thread.
public final class SingleRecording<Element: Sendable>: Disposable {
  private let log: RecordingLog<SingleEvent<Element>>
  private let subscription: any Disposable

  init(_ source: Single<Element>, scope: TestScope?, place: SourcePlace) {
    let log = RecordingLog<SingleEvent<Element>>(place: place)
    self.log = log
    // Goes with the closures, and so shows whether the subscription has released them.
    let token = RecordingToken()
    let release = token.release
    subscription = source.subscribe(
      onSuccess: { [token] in
        log.append(.success($0))
        withExtendedLifetime(token) {}
      }, onFailure: { log.append(.failure($0)) }, onDisposed: { log.dispose() })
    scope?.watch(
      .recording(of: subscription, release: release, at: place) {
        log.current.isDisposed || !log.current.items.isEmpty
      })
  }

  /// The success or the failure; nil before there is one.
  public var event: SingleEvent<Element>? { log.current.items.last }

  /// The same as an array, which never holds more than one.
  public var events: [SingleEvent<Element>] { log.current.items }

  /// The value of a success.
  public var value: Element? { event.value }

  /// The values, which are never more than one.
  public var values: [Element] { log.current.items.compactMap(\.value) }

  /// The error of a failure.
  public var error: (any Error)? { event.error }

  /// Whether there is a success or a failure.
  public var isCompleted: Bool { event != nil }

  /// Whether the subscription is over: at the end, or given up.
  public var isDisposed: Bool { log.current.isDisposed }

  /// Gives up the subscription.
  public func dispose() { subscription.dispose() }

  /// Waits for the success or the failure, and returns it.
  ///
  /// ```swift
  /// let event = await user.completion()
  /// ```
  ///
  /// When the time has passed, or the subscription was given up before, the test fails and there is nil.
  @discardableResult
  public func completion(
    within limit: Duration = .seconds(30), file: StaticString = #filePath, line: UInt = #line
  ) async -> SingleEvent<Element>? {
    let place = SourcePlace(file: file, line: line)
    return await log.changes.first("a success or a failure", within: limit, at: place) { [log] in
      log.look { state in
        if let event = state.items.last { return .found(event) }
        return state.isDisposed ? .never { "nothing before it was disposed of" } : .notYet { "nothing" }
      }
    }
  }
}

extension SingleRecording: OutcomeConvertible {
  /// The outcome that the event is.
  public var outcome: Outcome<Element, any Error>? { event.outcome }
}

extension Single {
  /// Subscribes, records what comes, and gives the subscription up when the test has ended.
  ///
  /// ```swift
  /// let user = service.getUser("trentm").record(afterEach: .test)
  /// ```
  ///
  /// `afterEach: self` in an `XCTestCase`; `afterEach: .test` in Swift Testing, with the trait `.netTesting`.
  public func record(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) -> SingleRecording<Element> {
    let recording = SingleRecording(
      self, scope: test.scope, place: SourcePlace(file: file, line: line))
    test.atEnd(file: file, line: line) { recording.dispose() }
    return recording
  }

  /// Subscribes and records what comes, until it ends or you dispose of the recording.
  public func record(file: StaticString = #filePath, line: UInt = #line) -> SingleRecording<Element> {
    SingleRecording(self, scope: .current, place: SourcePlace(file: file, line: line))
  }
}
