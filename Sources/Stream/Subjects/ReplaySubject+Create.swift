extension ReplaySubject {
  /// Makes a subject that keeps so many elements: ``init(bufferSize:)`` in RxSwift's words.
  ///
  /// ```swift
  /// let messages = ReplaySubject<String>.create(bufferSize: 2)
  /// ```
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    ReplaySubject(bufferSize: bufferSize)
  }

  /// Makes a subject that keeps all elements.
  ///
  /// ```swift
  /// let messages = ReplaySubject<String>.createUnbounded()
  /// ```
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(bufferSize: .max) }
}
