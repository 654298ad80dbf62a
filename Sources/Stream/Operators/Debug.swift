extension ObservableType {
  /// Logs every event, with an identifier and the source location of this call.
  ///
  /// ```swift
  /// let watched = Observable.of(1).debug("numbers")
  /// ```
  ///
  /// ```text
  /// numbers (Screen.swift:12) -> subscribed
  /// numbers (Screen.swift:12) -> next(1)
  /// numbers (Screen.swift:12) -> completed
  /// numbers (Screen.swift:12) -> disposed
  /// ```
  ///
  /// ![A marble diagram of debug.](debug)
  ///
  /// Each line is passed to `output` before the event is delivered, on whichever thread the stream uses. By default it
  /// is printed. Logging does not change the stream, and nothing that was logged is retained (law 2).
  public func debug(
    _ identifier: String? = nil, file: String = #fileID, line: UInt = #line,
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Observable<Element> {
    let title = debugTitle(identifier, file, line)
    return self.do(
      onNext: { output("\(title) -> next(\($0))") },
      onError: { output("\(title) -> error(\($0))") },
      onCompleted: { output("\(title) -> completed") },
      onSubscribe: { output("\(title) -> subscribed") },
      onDispose: { output("\(title) -> disposed") })
  }
}

extension Single {
  /// Logs every event, with an identifier and the source location of this call.
  ///
  /// ```swift
  /// let watched = Single.just(1).debug("number")
  /// ```
  ///
  /// ```text
  /// number (Screen.swift:12) -> subscribed
  /// number (Screen.swift:12) -> success(1)
  /// number (Screen.swift:12) -> disposed
  /// ```
  ///
  /// Logging does not change the single, and nothing that was logged is retained (law 2).
  public func debug(
    _ identifier: String? = nil, file: String = #fileID, line: UInt = #line,
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> Single<Element> {
    let title = debugTitle(identifier, file, line)
    return self.do(
      onSuccess: { output("\(title) -> success(\($0))") },
      onError: { output("\(title) -> failure(\($0))") },
      onSubscribe: { output("\(title) -> subscribed") },
      onDispose: { output("\(title) -> disposed") })
  }
}

private func debugTitle(_ identifier: String?, _ file: String, _ line: UInt) -> String {
  let place = "\(file.split(separator: "/").last ?? "")" + ":\(line)"
  return identifier.map { "\($0) (\(place))" } ?? place
}
