extension Disposables {
  /// Returns a disposable that disposes of all the given ones.
  ///
  /// ```swift
  /// let both = Disposables.create([first, second])
  /// ```
  public static func create(_ disposables: [any Disposable]) -> any Disposable {
    DisposableGroup(disposables)
  }
}

/// Disposables that never become more, so that the group has ended when all of them have.
private final class DisposableGroup: Handle, @unchecked Sendable {  // A lock guards the disposables.
  private let held: Lock<[any Disposable]>

  init(_ disposables: [any Disposable]) {
    held = Lock(disposables)
    super.init()
  }

  override func dispose() {
    let disposables = held.withLock { held in
      defer { held = [] }
      return held
    }
    for disposable in disposables { disposable.dispose() }
  }

  override var isSpent: Bool { held.withLock { $0 }.allSatisfy(\.isKnownToBeSpent) }
}

extension CompositeDisposable {
  /// Creates a composite of the given disposables.
  ///
  /// ```swift
  /// let both = CompositeDisposable(first, second)
  /// ```
  public convenience init(
    _ first: any Disposable, _ second: any Disposable, _ others: any Disposable...
  ) {
    self.init(disposables: [first, second] + others)
  }
}

extension DisposeBag {
  /// Creates a bag that holds the given disposables.
  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  /// Adds several disposables to the bag.
  ///
  /// ```swift
  /// bag.insert(first, second)
  /// ```
  public func insert(
    _ first: any Disposable, _ second: any Disposable, _ others: any Disposable...
  ) {
    insert([first, second] + others)
  }

  /// Adds several disposables to the bag.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }
}
