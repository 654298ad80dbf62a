// Names that differ from RxSwift's. With these aliases, code from RxSwift need not change for them.

/// RxSwift's name for ``StreamError``.
public typealias RxError = StreamError

/// RxSwift's name for a time interval.
///
/// Here it is `Duration`.
public typealias RxTimeInterval = Duration

/// RxSwift's name for ``Scheduler``.
public typealias SchedulerType = Scheduler

/// RxSwift's name for ``ObservableConvertible``.
public typealias ObservableConvertibleType = ObservableConvertible

extension ObservableType {
  /// RxSwift's name for ``take(last:)``.
  ///
  /// ```swift
  /// let lastTwo = Observable.of(1, 2, 3).takeLast(2)
  /// ```
  public func takeLast(_ count: Int) -> Observable<Element> { take(last: count) }

  /// RxSwift's name for ``skip(for:scheduler:)``.
  ///
  /// ```swift
  /// let settled = positions.skip(.seconds(1), scheduler: scheduler)
  /// ```
  public func skip(_ duration: Duration, scheduler: some Scheduler) -> Observable<Element> {
    skip(for: duration, scheduler: scheduler)
  }
}
