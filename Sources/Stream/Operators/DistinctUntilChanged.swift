extension ObservableType where Element: Equatable {
  /// Drops elements that are equal to the previous one.
  ///
  /// ```swift
  /// let changes = Observable.of(1, 1, 2, 1).distinctUntilChanged()
  /// ```
  ///
  /// ```text
  /// source                --1--1--2--1--|
  /// distinctUntilChanged  --1-----2--1--|
  /// ```
  ///
  /// ![A marble diagram of distinctUntilChanged.](distinctUntilChanged)
  ///
  /// The last element that was sent is kept until the end, and then released (law 2).
  @inlinable
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Drops elements whose key is equal to that of the previous one.
  ///
  /// ```swift
  /// let changes = Observable.of("a", "A", "b").distinctUntilChanged { $0.lowercased() }
  /// ```
  ///
  /// ```text
  /// source                                    --a--A--b--|
  /// distinctUntilChanged { $0.lowercased() }  --a-----b--|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the source is disposed of (law 8).
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: { $0 == $1 })
  }

  /// Drops elements whose property is equal to that of the previous one.
  ///
  /// ```swift
  /// let changes = Observable.of("a", "b", "cc").distinctUntilChanged(at: \.count)
  /// ```
  ///
  /// ```text
  /// source                             --a--b--cc--|
  /// distinctUntilChanged(at: \.count)  --a-----cc--|
  /// ```
  ///
  /// The last value of the property is kept until the end, and then released (law 2).
  @inlinable
  public func distinctUntilChanged<Property: Equatable & Sendable>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Observable<Element> {
    distinctUntilChanged { (element: Element) in element[keyPath: keyPath] }
  }

  /// Drops elements that the closure considers equal to the last one that was sent.
  ///
  /// ```swift
  /// let steps = Observable.of(1, 2, 9).distinctUntilChanged { abs($0 - $1) < 5 }
  /// ```
  ///
  /// ```text
  /// source                         --1--2--9--|
  /// distinctUntilChanged { near }  --1-----9--|
  /// ```
  ///
  /// If the closure throws, the stream fails with that error, and the source is disposed of (law 8).
  @inlinable
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Drops elements whose key the comparer considers equal to that of the last one that was sent.
  ///
  /// ```swift
  /// let steps = Observable.of("a", "bb", "ccccc")
  ///   .distinctUntilChanged({ $0.count }, comparer: { abs($0 - $1) < 2 })
  /// ```
  ///
  /// ```text
  /// source                                 --a--bb--ccccc--|
  /// distinctUntilChanged(count, comparer)  --a------ccccc--|
  /// ```
  ///
  /// If a closure throws, the stream fails with that error, and the source is disposed of (law 8).
  @inlinable
  public func distinctUntilChanged<Key: Sendable>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key,
    comparer: @escaping @Sendable (Key, Key) throws -> Bool
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable(run: { sink in
      let last = Variable<Key?>(nil)
      source.run(
        Sink(
          slot: sink.slot,
          next: { _, element in
            do {
              let key = try keySelector(element)
              if let last = last.value, try comparer(last, key) { return true }
              last.value = key
            } catch {
              sink.end(.error(error))
              return false
            }
            return sink.next(element)
          },
          end: sink.end))
    })
  }
}
