extension ReplaySubject {
  /// Creates a subject that keeps up to `bufferSize` elements: RxSwift's name for ``init(bufferSize:)``.
  ///
  /// ```swift
  /// let messages = ReplaySubject<String>.create(bufferSize: 2)
  /// ```
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: bufferSize)
  }

  /// Creates a subject that keeps all elements.
  ///
  /// ```swift
  /// let messages = ReplaySubject<String>.createUnbounded()
  /// ```
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(bufferSize: .max) }
}
