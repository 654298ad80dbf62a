// Hidden from the documentation, because links to the forms for observables would become ambiguous. Disfavored, so that
// the compiler chooses those forms, which it specializes, if both would do.
extension Observable {
  /// Runs streams of any type at the same time, and merges their elements.
  ///
  /// ```swift
  /// let (pulls, returns) = (PublishSubject<Void>(), PublishSubject<Void>())
  /// let reloads = Observable.merge(pulls, returns)
  /// ```
  ///
  /// Use it with subjects, singles and your own types. It gives the same guarantees as the form for observables.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static func merge(_ sources: any ObservableConvertible<Element>...) -> Observable<Element> {
    merge(sources.map { $0.asObservable() })
  }

  /// Runs streams of any type at the same time, and merges their elements.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public static func merge(_ sources: [any ObservableConvertible<Element>]) -> Observable<Element> {
    merge(sources.map { $0.asObservable() })
  }
}
