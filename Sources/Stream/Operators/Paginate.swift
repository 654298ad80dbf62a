extension Observable {
  /// Loads one page after another, each after the previous one has been delivered.
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
  /// ![A marble diagram of paginate.](paginate)
  ///
  /// The closure receives each page and returns the single of the next one, or nil after the last; then the stream
  /// completes. It fails if a page fails or the closure throws (law 8). When the subscription ends, no further page is
  /// loaded (law 4). A hundred thousand pages keep the stack flat (law 7).
  public static func paginate(
    first: Single<Element>, next: @escaping @Sendable (Element) throws -> Single<Element>?
  ) -> Observable<Element> {
    first.asObservable().expand { page in try next(page)?.asObservable() ?? .empty() }
  }
}
