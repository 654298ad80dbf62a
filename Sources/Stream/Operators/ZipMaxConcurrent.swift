extension Single {
  /// Runs singles up to a limit at a time, and succeeds with their elements in the order of the singles.
  ///
  /// Use it for many requests without overloading a server.
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
  /// ![A marble diagram of zipMaxConcurrent.](zipMaxConcurrent)
  ///
  /// Singles start in order (law 11). The first failure ends it and disposes of the running singles; waiting ones never
  /// start. An empty collection gives an empty array. A limit below one counts as one.
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
