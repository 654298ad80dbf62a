extension Observable {
  /// Loads page after page, each when the one before has been delivered.
  ///
  /// ```swift
  /// let pages = Observable.paginate(first: service.page(1)) { page in
  ///   page.next.map { service.page($0) }
  /// }
  /// ```
  ///
  /// ```text
  /// first            -a|
  /// next             -b|, -c|, nil
  /// paginate         -a-b-c|
  /// ```
  ///
  /// The closure is given each page and answers the next one's single, or nil after the last; then the stream
  /// completes. A failure of a page ends it, as does an error that the closure throws (law 8). When nobody wants
  /// more, nothing more is loaded (law 4). A hundred thousand pages keep the stack flat (law 7).
  public static func paginate(
    first: Single<Element>, next: @escaping @Sendable (Element) throws -> Single<Element>?
  ) -> Observable<Element> {
    first.asObservable().expand { page in try next(page)?.asObservable() ?? .empty() }
  }
}
