extension ObservableType where Element: Equatable {
  /// Leaves out elements that are equal to the one before.
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
  /// The last element that was let through is kept to the end, and released then (law 2).
  @inlinable
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Leaves out elements whose key is equal to that of the one before.
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
  /// An error that the closure throws is the error of the stream, and the source is disposed of (law 8).
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector, comparer: { $0 == $1 })
  }

  /// Leaves out elements whose property is equal to that of the one before.
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
  /// The last property is kept to the end, and released then (law 2).
  @inlinable
  public func distinctUntilChanged<Property: Equatable & Sendable>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Observable<Element> {
    distinctUntilChanged { (element: Element) in element[keyPath: keyPath] }
  }

  /// Leaves out elements that the closure finds equal to the last that was let through.
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
  /// An error that the closure throws is the error of the stream, and the source is disposed of (law 8).
  @inlinable
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Leaves out elements whose key the second closure finds equal to that of the last that was let through.
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
  /// An error that a closure throws is the error of the stream, and the source is disposed of (law 8).
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
          next: { element in
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
