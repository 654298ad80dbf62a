public import Net
public import Stream

extension StreamRequest {
  /// Returns the server-sent events of the response as they arrive, over as many connections as necessary.
  ///
  /// ```swift
  /// network.stream.get("https://api.example.com/ticks").events()
  ///   .subscribe(onMain: { event in show(event.data) }, onError: { error in show(error) })
  ///   .disposed(by: bag)
  /// ```
  ///
  /// ```text
  /// wire     -h-a-b-X    (3 s)    h---c-|    (3 s)    204
  /// events   ---a-b---------------------c--------------|
  /// ```
  ///
  /// When the connection is lost or the server ends it, the stream reconnects after the delay that the server
  /// asked for, or else after 3 s, and sends the last received ID. A 204 completes the stream. A status other
  /// than 200, a content type other than `text/event-stream`, an event that is too large, or any failure
  /// other than one of the network ends it with a `NetworkError`. `EventSource` describes each connection.
  ///
  /// A request that must not be sent again, such as a `POST` without an `Idempotency-Key`, has one connection
  /// unless you pass a reconnection. The stream then completes when the server ends it, and fails if the
  /// connection is lost.
  ///
  /// Disposing closes the connection or cancels the delay. Each subscription has its own connection; use `share()` to
  /// share one. Delays are measured by the timer of the network. In a loop use `for try await event in
  /// events().values`, which buffers all events that the loop has not taken, or `values(buffering:
  /// .bufferingNewest(100))`, which keeps the latest ones.
  ///
  /// - Parameters:
  ///   - lastEventID: The ID of an earlier stream to continue after. With nil the server decides where to begin.
  ///   - reconnection: When to reconnect. With nil, never if the request may not be sent again.
  ///   - maximumEventSize: The maximum size of an event's data in bytes.
  /// - Returns: A stream of events, which sends the request when it is subscribed.
  public func events(
    after lastEventID: String? = nil, reconnection: EventReconnection? = nil,
    maximumEventSize: Int = EventStreamParser.defaultMaximumSize
  ) -> Observable<ServerSentEvent> {
    Observable.create { observer in
      let source = EventSource(
        description, lastEventID: lastEventID, reconnection: reconnection, maximumEventSize: maximumEventSize,
        timer: network.timer
      ) { id in
        with { $0.askForEvents(after: id) }.makeRequest()
      }
      source.open(delivery: .inline) { update in
        switch update {
        case .opened, .reconnecting: break
        case .event(let event):
          observer.onNext(event)
          // The observer was disposed of in `onNext`, maybe before `subscribe` has returned.
          if observer.isDisposed { source.close() }
        case .ended(let result): observer.end(result)
        }
      }
      return Disposables.create { source.close() }
    }
  }
}

extension ObservableType where Element == ServerSentEvent {
  /// Decodes the data of each event as JSON.
  ///
  /// ```swift
  /// let readings = network.stream.get("ticks").events().filter { $0.event == "tick" }.decoded(as: Reading.self)
  /// ```
  ///
  /// An event that cannot be decoded ends the stream with a `NetworkError` that keeps its data. Without a decoder it is
  /// that of the request, or else that of the session.
  public func decoded<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil
  ) -> Observable<Value> {
    map { event in try event.decoded(as: type, decoder: decoder) }
  }
}
