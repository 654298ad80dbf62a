public import Net
public import Stream

extension StreamRequest {
  /// The server-sent events of the response, one by one as they arrive, over as many connections as it takes.
  ///
  /// ```swift
  /// network.stream.get("https://api.example.com/ticks").events()
  ///   .observe(on: .main)
  ///   .subscribe(onNext: { event in show(event.data) }, onError: { error in show(error) })
  ///   .disposed(by: bag)
  /// ```
  ///
  /// ```text
  /// wire     -h-a-b-X    (3 s)    h---c-|    (3 s)    204
  /// events   ---a-b---------------------c--------------|
  /// ```
  ///
  /// When the connection is lost, or the server ends it, there is another one after the time that the server asks for, 3 s
  /// unless it does; it names the ID that was seen last. A 204 completes the stream. Another status than 200, another
  /// type than `text/event-stream`, an event that is too large, and whatever is no failure of the network ends it with a
  /// `NetworkError`. What goes for each connection is said at `EventSource`.
  ///
  /// Disposing closes the connection, or gives up the wait for one. Each subscription connects for itself; `share()`
  /// makes it one. The wait is done by the timer of the network. In a loop: `for try await event in events().values`, which
  /// keeps all events that have not been taken; `values(buffering: .bufferingNewest(100))` keeps the last ones.
  ///
  /// - Parameters:
  ///   - lastEventID: The ID to go on after, of an earlier time; nil begins wherever the server begins.
  ///   - reconnection: When there is another connection.
  ///   - maximumEventSize: How many bytes the data of an event may have.
  public func events(
    after lastEventID: String? = nil, reconnection: EventReconnection = EventReconnection(),
    maximumEventSize: Int = EventStreamParser.defaultMaximumSize
  ) -> Observable<ServerSentEvent> {
    Observable.create { observer in
      let source = EventSource(
        lastEventID: lastEventID, reconnection: reconnection, maximumEventSize: maximumEventSize,
        timer: network.timer
      ) { id in
        with { $0.askForEvents(after: id) }.makeRequest()
      }
      source.open(delivery: .inline) { update in
        switch update {
        case .opened, .reconnecting: break
        case .event(let event):
          observer.onNext(event)
          // Disposed of inside that call, perhaps before `subscribe` returns.
          if observer.isDisposed { source.close() }
        case .ended(.success): observer.onCompleted()
        case .ended(.failure(let error)): observer.onError(error)
        }
      }
      return Disposables.create { source.close() }
    }
  }
}
