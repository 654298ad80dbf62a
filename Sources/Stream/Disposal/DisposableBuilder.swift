extension DisposeBag {
  /// Collects the disposables that the statements of a closure return.
  ///
  /// ```swift
  /// let bag = DisposeBag {
  ///   names.subscribe(onNext: { print($0) })
  ///   if message.isEmpty { numbers.subscribe(onNext: { print($0) }) }
  /// }
  /// ```
  @resultBuilder
  public enum DisposableBuilder {
    /// Returns the disposable of one statement.
    public static func buildExpression(_ disposable: any Disposable) -> [any Disposable] { [disposable] }

    /// Returns the disposables of one statement.
    public static func buildExpression(_ disposables: [any Disposable]) -> [any Disposable] { disposables }

    /// Returns the disposables of all statements, in order.
    public static func buildBlock(_ disposables: [any Disposable]...) -> [any Disposable] {
      disposables.flatMap { $0 }
    }

    /// Returns the disposables of an `if` without `else`.
    public static func buildOptional(_ disposables: [any Disposable]?) -> [any Disposable] {
      disposables ?? []
    }

    /// Returns the disposables of the first branch.
    public static func buildEither(first disposables: [any Disposable]) -> [any Disposable] { disposables }

    /// Returns the disposables of the second branch.
    public static func buildEither(second disposables: [any Disposable]) -> [any Disposable] { disposables }

    /// Returns the disposables of a loop.
    public static func buildArray(_ disposables: [[any Disposable]]) -> [any Disposable] {
      disposables.flatMap { $0 }
    }
  }

  /// Creates a bag that holds the disposables that the closure's statements return.
  ///
  /// ```swift
  /// let bag = DisposeBag {
  ///   names.subscribe(onNext: { print($0) })
  ///   numbers.subscribe(onNext: { print($0) })
  /// }
  /// ```
  ///
  /// The closure runs before `init` returns.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init()
    insert(builder())
  }

  /// Adds the disposables that the closure's statements return to the bag.
  ///
  /// ```swift
  /// bag.insert {
  ///   names.subscribe(onNext: { print($0) })
  ///   numbers.subscribe(onNext: { print($0) })
  /// }
  /// ```
  ///
  /// The closure runs before `insert` returns. If the bag has been disposed of, they are disposed of at once.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }
}
