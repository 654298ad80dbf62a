public import Net
public import Stream

extension NetworkSession {
  /// A single that ends the session: it accepts no more requests, and succeeds when the last running one has ended.
  ///
  /// It is `finish(queue:completionHandler:)` as a stream, to combine it with others.
  ///
  /// ```swift
  /// let goodbye = session.finished().subscribe(onSuccess: { show("All work is done.") })
  /// ```
  ///
  /// Nothing happens before it is subscribed to. From then on, a request that is started fails with
  /// `NetworkError.Reason.sessionFinished`. Disposing of the subscription does not undo that. It never fails, and
  /// succeeds on the session's callback queue. Further subscriptions succeed, too.
  public func finished() -> Single<Void> {
    let session = self
    return Single.createLate { observer in
      session.finish { observer(.success(())) }
      return nil
    }
  }
}
