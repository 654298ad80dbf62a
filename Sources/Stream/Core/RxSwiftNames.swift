// Types whose names differ from RxSwift's. With these aliases, code from RxSwift need not change for them.

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
