public import Stream

/// Holds an operator against the laws that every operator keeps: one call in the test of an operator of yours.
///
/// ```swift
/// @Test func mapKeepsTheLaws() {
///   OperatorLifecycle.check { source in source.map { $0 * 10 } }
/// }
/// ```
///
/// It runs the operator on its own sources, in virtual time, and fails the test once for each law that is
/// broken, naming it:
/// - the source is subscribed to once, unless ``Options/mayResubscribe``;
/// - nothing comes after the end, and nothing after disposal, also inside `onNext`;
/// - every subscription to the source is disposed of, once, at the time of the end or of the disposal;
/// - completion and error are passed on, unless the options say otherwise, without delay unless
///   ``Options/mayDelay``;
/// - after the end and after disposal, what the source and the observer captured is released, though the
///   subscription is still held;
/// - a source that sends all its elements while it is being subscribed to stops when nobody listens, unless the options
///   say otherwise;
/// - disposing inside `onNext`, before `subscribe` has returned, leaks nothing either;
/// - disposing from another thread while the source sends neither hangs, nor leaks, nor lets events overlap.
///
/// What the closure itself captures is yours. Disposing twice of one subscription cannot be seen from outside
/// and does no harm; what is counted is whether the source's disposable has run.
public enum OperatorLifecycle {
  /// What to feed an operator, and which of the laws it is made not to keep.
  public struct Options: Sendable {
    /// The elements that are sent, the first at 210 s, then one every 10 s, then the end.
    public var elements: [Int]
    /// Whether the operator completes when its source does, or before.
    public var forwardsCompletion: Bool
    /// Whether the error of the source is that of the operator.
    public var forwardsError: Bool
    /// Whether the operator may subscribe to its source more than once.
    public var mayResubscribe: Bool
    /// Whether the operator may end later than its source.
    public var mayDelay: Bool
    /// Whether the operator stops a source that sends everything before `subscribe` returns.
    ///
    /// One made with `Observable.create` cannot, since it has nothing to dispose of before that.
    public var stopsProducer: Bool
    /// How many times threads race.
    public var races: Int

    /// Makes options; those of an operator that passes on everything at once are the default.
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
  /// There is a new scheduler for each time that the operator is run.
  public static func check<Output: ObservableConvertible>(
    _ options: Options = Options(), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Observable<Int>, TestScheduler) -> Output
  ) {
    LifecycleCheck(options: options, isSingle: false, subject: .observable(makeOperator) { ($0, nil) })
      .report(at: SourcePlace(file: file, line: line))
  }

  /// Checks an operator with elements whose release is watched: none may be kept after the end.
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

  /// Checks an operator that needs a scheduler with elements whose release is watched.
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
  /// Of the elements only the first is sent; it is the good end.
  public static func checkSingle<Element: Sendable>(
    _ options: Options = Options(elements: [1]), file: StaticString = #filePath, line: UInt = #line,
    _ makeOperator: @escaping @Sendable (Single<Int>, TestScheduler) -> Single<Element>
  ) {
    LifecycleCheck(options: options, isSingle: true, subject: .single(makeOperator))
      .report(at: SourcePlace(file: file, line: line))
  }
}

/// An element whose release is watched: what the sources of `OperatorLifecycle.checkElements` send.
public final class LifecycleElement: Sendable {
  /// Which of the elements it is: those of the options, in order.
  public let number: Int

  init(number: Int) { self.number = number }
}
