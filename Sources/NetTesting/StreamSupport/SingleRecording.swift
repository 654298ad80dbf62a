public import Stream

/// Records what a subscription to a single delivers.
///
/// Create one with `single.record(afterEach:)`.
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
    // The closures own the token, so its release shows that the subscription has released them.
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

  /// The success or the failure; nil if there is none yet.
  public var event: SingleEvent<Element>? { log.current.items.last }

  /// The success or the failure as an array, which has at most one element.
  public var events: [SingleEvent<Element>] { log.current.items }

  /// The value of a success.
  public var value: Element? { log.currentWithoutError.items.last?.value }

  /// The value of a success as an array, which has at most one element.
  public var values: [Element] { log.currentWithoutError.items.compactMap(\.value) }

  /// The error of a failure.
  public var error: (any Error)? { event.error }

  /// Whether the single has succeeded, like `isCompleted` of a recorded observable.
  ///
  /// It is false before the end and after a failure. `event` is nil only before the end.
  public var isCompleted: Bool {
    if case .success? = log.currentWithoutError.items.last { true } else { false }
  }

  /// Whether the single has ended or the subscription was disposed of.
  public var isDisposed: Bool { log.current.isDisposed }

  /// Disposes of the subscription.
  public func dispose() { subscription.dispose() }

  /// Waits for the success or the failure and returns it.
  ///
  /// ```swift
  /// let event = await user.completion()
  /// ```
  ///
  /// If there is none when the time has passed, or the subscription is disposed of before, the test fails and the
  /// result is nil.
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
  /// The outcome of the event.
  public var outcome: Outcome<Element, any Error>? { event.outcome }
}

extension Single {
  /// Subscribes, records the event, and disposes of the subscription at the end of the test.
  ///
  /// ```swift
  /// let user = service.getUser("trentm").record(afterEach: .test)
  /// ```
  ///
  /// Use `afterEach: self` in an `XCTestCase`, and `afterEach: .test` in Swift Testing, with the trait `.netTesting`.
  public func record(
    afterEach test: some TestLifetime, file: StaticString = #filePath, line: UInt = #line
  ) -> SingleRecording<Element> {
    let recording = SingleRecording(
      self, scope: test.scope, place: SourcePlace(file: file, line: line))
    test.atEnd(file: file, line: line) { recording.dispose() }
    return recording
  }

  /// Subscribes and records the event until the single ends or you dispose of the recording.
  public func record(file: StaticString = #filePath, line: UInt = #line) -> SingleRecording<Element> {
    SingleRecording(self, scope: .current, place: SourcePlace(file: file, line: line))
  }
}
