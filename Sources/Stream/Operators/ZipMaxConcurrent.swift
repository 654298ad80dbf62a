extension Single {
  /// Waits for all of the singles, with at most so many of them running at a time, and sends their elements in
  /// the order of the singles.
  ///
  /// Use it for many requests at once with a limit that a server will bear.
  ///
  /// ```swift
  /// let users = Single.zip(logins.map { service.user($0) }, maxConcurrent: 4)
  /// ```
  ///
  /// ```text
  /// a       --a|
  /// b       -----b|
  /// c         --c|         starts when a has ended
  /// zip(2)  -----[a,b,c]
  /// ```
  ///
  /// Singles start in order (law 11). The first failure ends it and disposes of those that run; the others never
  /// start. Of no singles it sends an empty array. A limit below one counts as one.
  public static func zip<Sources: Collection & Sendable>(
    _ collection: Sources, maxConcurrent: Int
  ) -> Single<[Element]> where Sources.Element == Single<Element> {
    let numbered = collection.enumerated().map { number, single in
      single.map { element in (number: number, element: element) }
    }
    return Observable.from(numbered)
      .merge(maxConcurrent: max(1, maxConcurrent))
      .toArray()
      .map { ended in ended.sorted { $0.number < $1.number }.map(\.element) }
  }
}
