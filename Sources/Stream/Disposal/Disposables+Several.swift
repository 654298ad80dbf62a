extension Disposables {
  /// A disposable that disposes of all of these.
  ///
  /// ```swift
  /// let both = Disposables.create([first, second])
  /// ```
  public static func create(_ disposables: [any Disposable]) -> any Disposable {
    CompositeDisposable(disposables: disposables)
  }
}

extension CompositeDisposable {
  /// Makes one that holds these.
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
  /// Makes a bag that holds these.
  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  /// Puts several disposables into the bag.
  ///
  /// ```swift
  /// bag.insert(first, second)
  /// ```
  public func insert(
    _ first: any Disposable, _ second: any Disposable, _ others: any Disposable...
  ) {
    insert([first, second] + others)
  }

  /// Puts several disposables into the bag.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }
}
