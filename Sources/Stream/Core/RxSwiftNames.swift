// Types that have another name here than in RxSwift. Code that comes from there need not change for them.

/// The name that RxSwift has for ``StreamError``.
public typealias RxError = StreamError

/// The name that RxSwift has for a length of time.
///
/// Here it is `Duration`.
public typealias RxTimeInterval = Duration

/// The name that RxSwift has for ``Scheduler``.
public typealias SchedulerType = Scheduler

/// The name that RxSwift has for ``ObservableConvertible``.
public typealias ObservableConvertibleType = ObservableConvertible
