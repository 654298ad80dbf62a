// Hidden from the documentation, because links to the forms for observables would become ambiguous. Disfavored, so that
// the compiler chooses those forms, which it specializes, if both would do.
extension Observable {
  /// Runs streams of any type one after another.
  ///
  /// ```swift
  /// let (stored, updates) = (Single.just(1), PublishSubject<Int>())
  /// let numbers = Observable.concat(stored, updates)
  /// ```
  ///
  /// Use it with subjects, singles and your own types. It gives the same guarantees as the form for observables.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static func concat(_ sources: any ObservableConvertible<Element>...) -> Observable<Element> {
    concat(sources.map { $0.asObservable() })
  }

  /// Runs streams of any type one after another.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static func concat(_ sources: [any ObservableConvertible<Element>]) -> Observable<Element> {
    concat(sources.map { $0.asObservable() })
  }
}
