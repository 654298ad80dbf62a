public import Net
public import Stream

extension ObservableType {
  /// Records the events of each subscription as marbles in a trace, on the same time axis as the requests.
  ///
  /// Use it to see which request an element belongs to.
  ///
  /// ```swift
  /// let hits = query.flatMapLatest { text in search(text) }.traced("hits", in: recorder)
  /// ```
  ///
  /// Elements are recorded as text, redacted and at most 1,024 bytes long, on the thread that delivers them. Events
  /// pass unchanged. Times come from the clock of the first session that has the recorder. A trace keeps as many
  /// streams, and as many events of each, as the recorder's limit of requests says.
  public func traced(_ name: String, in recorder: TraceRecorder) -> Observable<Element> {
    let source = asObservable()
    return Observable.deferred {
      let trace = recorder.beginStream(name)
      return source.do(
        onNext: { element in trace.add(.element, "\(element)") },
        onError: { error in trace.add(.error, "\(error)") },
        onCompleted: { trace.add(.completion) },
        onDispose: { trace.add(.disposal) })
    }
  }
}

extension Single {
  /// Records the events of each subscription as marbles in a trace, on the same time axis as the requests.
  ///
  /// ```swift
  /// let user = network.stream.get("user").object(as: User.self).traced("user", in: recorder)
  /// ```
  ///
  /// It records like `traced(_:in:)` of an observable: an element and the completion, or the error.
  public func traced(_ name: String, in recorder: TraceRecorder) -> Single<Element> {
    asObservable().traced(name, in: recorder).asSingle()
  }
}
