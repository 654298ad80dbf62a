public import Stream

/// Checks an operator against the laws of every operator, with one call in the tests of your operator.
///
/// ```swift
/// @Test func mapKeepsTheLaws() {
///   OperatorLifecycle.check { source in source.map { $0 * 10 } }
/// }
/// ```
///
/// It runs the operator on test sources in virtual time, and fails the test once for each broken law:
/// - the source is subscribed to once, unless ``Options/mayResubscribe``;
/// - nothing comes after the end, and nothing after disposal, including disposal inside `onNext`;
/// - every subscription to the source is disposed of, once, at the time of the end or of the disposal;
/// - completion and errors are passed on, unless the options say otherwise, without delay unless ``Options/mayDelay``;
/// - after the end and after disposal, the captures of the source and the observer are released, even while the
///   subscription is retained;
/// - a source that sends all its elements during the subscription stops without observers, unless the options say
///   otherwise;
/// - disposing inside `onNext`, before `subscribe` has returned, leaks nothing;
/// - every call returns: the operator does not block its thread, as one does that sends under a lock;
/// - disposing on another thread while the source sends does not hang, leak or let events overlap.
///
/// The captures of the closure itself are not checked. Disposing of one subscription twice cannot be observed and does
/// no harm; the check counts how often the source's disposable runs.
public enum OperatorLifecycle {
  /// The elements to send to an operator, and the laws it intentionally does not keep.
  public struct Options: Sendable {
    /// The elements to send: the first at 210 s, then one every 10 s, then the end.
    public var elements: [Int]
    /// Whether the operator completes when its source does, or earlier.
    public var forwardsCompletion: Bool
    /// Whether the operator fails with the error of its source.
    public var forwardsError: Bool
    /// Whether the operator may subscribe to its source more than once.
    public var mayResubscribe: Bool
    /// Whether the operator may end later than its source.
    public var mayDelay: Bool
    /// Whether the operator stops a source that sends everything before `subscribe` returns.
    ///
    /// An operator made with `Observable.create` cannot, because it has nothing to dispose of until then.
    public var stopsProducer: Bool
    /// The number of thread races.
    public var races: Int

    /// Creates options; the defaults are for an operator that passes on everything immediately.
    public init(
      elements: [Int] = [1, 2, 3], forwardsCompletion: Bool = true, forwardsError: Bool = true,
      mayResubscribe: Bool = false, mayDelay: Bool = false, stopsProducer: Bool = true, races: Int = 100
    ) {
      self.elements = elements
      self.forwardsCompletion = forwardsCompletion
      self.forwardsError = forwardsError
      self.mayResubscribe = mayResubscribe
      self.mayDelay = mayDelay
      self.stopsProducer = stopsProducer
      self.races = races
    }
  }

  /// Checks an operator of an observable.
  ///
  /// ```swift
  /// OperatorLifecycle.check(.init(forwardsError: false)) { source in source.catchAndReturn(0) }
  /// ```
  public static func check<Output: ObservableConvertible>(
    _ options: Options = Options(), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Observable<Int>) -> Output
  ) {
    check(options, file: file, line: line) { source, _ in makeOperator(source) }
  }

  /// Checks an operator of an observable that needs a scheduler.
  ///
  /// ```swift
  /// OperatorLifecycle.check { source, scheduler in source.timeout(.seconds(60), scheduler: scheduler) }
  /// ```
  ///
  /// Each run of the operator has a new scheduler.
  public static func check<Output: ObservableConvertible>(
    _ options: Options = Options(), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Observable<Int>, TestScheduler) -> Output
  ) {
    LifecycleCheck(options: options, isSingle: false, subject: .observable(makeOperator) { ($0, nil) })
      .report(at: SourcePlace(file: file, line: line))
  }

  /// Checks an operator with elements whose release is observed: none may be retained after the end.
  ///
  /// ```swift
  /// OperatorLifecycle.checkElements { source in source.filter { $0.number > 1 } }
  /// ```
  public static func checkElements<Output: ObservableConvertible>(
    _ options: Options = Options(), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Observable<LifecycleElement>) -> Output
  ) {
    checkElements(options, file: file, line: line) { source, _ in makeOperator(source) }
  }

  /// Checks an operator that needs a scheduler, with elements whose release is observed.
  ///
  /// ```swift
  /// OperatorLifecycle.checkElements { source, scheduler in source.observe(on: scheduler) }
  /// ```
  public static func checkElements<Output: ObservableConvertible>(
    _ options: Options = Options(), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Observable<LifecycleElement>, TestScheduler) -> Output
  ) {
    let subject = LifecycleSubject<LifecycleElement>.observable(makeOperator) { number in
      let element = LifecycleElement(number: number)
      return (element, LifecycleWitness(element))
    }
    LifecycleCheck(options: options, isSingle: false, subject: subject)
      .report(at: SourcePlace(file: file, line: line))
  }

  /// Checks an operator of a single.
  ///
  /// ```swift
  /// OperatorLifecycle.checkSingle { source in source.map { $0 * 10 } }
  /// ```
  public static func checkSingle<Element: Sendable>(
    _ options: Options = Options(elements: [1]), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Single<Int>) -> Single<Element>
  ) {
    checkSingle(options, file: file, line: line) { source, _ in makeOperator(source) }
  }

  /// Checks an operator of a single that needs a scheduler.
  ///
  /// ```swift
  /// OperatorLifecycle.checkSingle { source, scheduler in source.observe(on: scheduler) }
  /// ```
  ///
  /// Only the first of the elements is sent; it ends the single.
  public static func checkSingle<Element: Sendable>(
    _ options: Options = Options(elements: [1]), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Single<Int>, TestScheduler) -> Single<Element>
  ) {
    LifecycleCheck(options: options, isSingle: true, subject: .single(makeOperator))
      .report(at: SourcePlace(file: file, line: line))
  }
}

/// An element whose release is observed, sent by the sources of `OperatorLifecycle.checkElements`.
public final class LifecycleElement: Sendable {
  /// The number of the element in the options.
  public let number: Int

  init(number: Int) { self.number = number }
}
