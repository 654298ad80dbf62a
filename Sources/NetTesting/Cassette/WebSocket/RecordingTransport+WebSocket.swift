import Foundation
public import Net

extension RecordingTransport: WebSocketTransport {
  /// Creates a task that records or replays a WebSocket.
  ///
  /// A recorded WebSocket is replayed as a script: what the server sent is sent, and what the client sent is expected,
  /// in the order of the file; without delays, unless the transport replays them. A message that differs from the
  /// recorded one fails the test, and so does a message after the last recorded one; JSON is compared by value. A
  /// WebSocket is recorded when it has ended. One that was cancelled is replayed until it is cancelled again; if it is
  /// not, it fails with a ``ReplayedFailure`` ten seconds after the time at which the recorded one was cancelled.
  /// Recording needs a transport that opens WebSockets; with another one the task fails with
  /// `WebSocketError.unsupported`.
  public func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    RecordingWebSocketTask(receiver) { [self] receiver in
      start(request, subprotocols: subprotocols, options: options, receiver: receiver)
    }
  }

  private func start(
    _ request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    let replay: (StubResponse) -> any WebSocketTask = { [self] response in
      let mock = MockTransport(delivery: .inline, timer: replayTimer, ledger: beginReplaying())
      mock.stub(.everything, with: response)
      return mock.webSocketTask(
        for: request, subprotocols: subprotocols, options: options, receiver: receiver)
    }
    if let problem { return replay(.failure(problem)) }
    var recorded = RecordedRequest(request)
    // Distinguishes the handshake from an ordinary request.
    recorded.headers.update(name: "Upgrade", value: "websocket")
    if mode != .recordAll, let (entry, number) = take(recorded) {
      if let misuse = misuse(of: entry, number: number, for: recorded) {
        return replay(.failure(ReplayedFailure(misuse.description)))
      }
      if let script = script(of: entry, offering: subprotocols, options: options) { return replay(script) }
      return RefusedWebSocketTask(receiver) { receiver in
        ReplayTask(entry, recorded, receiver: receiver, timer: replayTimer, replaysDelays: replaysDelays)
      }
    }
    guard mode == .replay else {
      guard let upstream = upstream as? any WebSocketTransport else {
        return replay(.failure(WebSocketError.unsupported(transport: "\(type(of: upstream))")))
      }
      let recorder = WebSocketRecorder(
        recorded, bodyLimit: maximumBodySize, timer: timer, receiver: receiver, record: beginRecording())
      let task = upstream.webSocketTask(
        for: request, subprotocols: subprotocols, options: options, receiver: recorder)
      return RecordedWebSocketTask(task, recorder: recorder)
    }
    return replay(.failure(UnmatchedRequest(report: reportUnmatched(recorded))))
  }

  /// The stub that replays an open WebSocket; nil if the entry is a refusal.
  ///
  /// A subprotocol that is a credential is recorded without it.
  private func script(
    of entry: Cassette.Entry, offering offered: [String], options: WebSocketOptions
  ) -> StubResponse? {
    guard let records = entry.webSocket, let head = entry.response, head.status == 101 else { return nil }
    let wait = entry.timings.untilHead
    let secrets = redaction.messages
    let chosen = head.headers.values(for: "Sec-WebSocket-Protocol").map { name in
      let recorded = secrets.redacted(subprotocols: [name])
      return offered.first { secrets.redacted(subprotocols: [$0]) == recorded } ?? name
    }
    let isLost = entry.failure != nil
    let patience = entry.failure?.isCut == true ? entry.patience : nil
    var script = StubResponse.script(subprotocols: chosen) { [redaction, place, replaysDelays] peer in
      var former = wait
      for record in records {
        // What the client sends comes when it comes.
        let offset = record.time(since: entry.startedAt)
        let pause = offset.subtractingSaturated(former)
        if replaysDelays, !record.isSent, pause > .zero { peer.wait(pause) }
        former = offset
        switch (record.isSent, record.content) {
        case (false, .message(let message)): peer.send(message)
        case (true, .message(let message)): peer.expect(message, at: place, redaction)
        case (false, .close(let closure)): peer.add(.close(closure, place))
        case (true, .close(let closure)): peer.add(.expectClose(closure.code, place))
        }
      }
      if let patience { peer.wait(patience) }
      if isLost { peer.fault(.disconnect) }
      peer.add(.expectNoMore(place))
    }
    if let failure = entry.failure, failure.hasType || failure.isCut {
      script.webSocket?.loss = failure.replayed
    }
    let fields = head.headers.replayed(
      offersCompression: options.offersCompression && WebSocketCompression.isSupported)
    script = script.changed { _, headers, _ in headers = fields }
    return replaysDelays ? script.delay(wait) : script
  }
}

extension HTTPHeaders {
  /// Returns the fields of a recorded 101 that fit another handshake.
  ///
  /// `Sec-WebSocket-Accept` belongs to the key of the recorded request, and the subprotocol and the extension depend on
  /// what this client offers.
  fileprivate func replayed(offersCompression: Bool) -> HTTPHeaders {
    var fields = self
    for name in ["Sec-WebSocket-Accept", "Sec-WebSocket-Protocol"] { fields.remove(name: name) }
    // Tools may have written others, or none.
    if !WebSocketHandshake.upgrades(self) { fields.remove(name: "Upgrade") }
    if !WebSocketHandshake.upgradesConnection(self) { fields.remove(name: "Connection") }
    let compression = try? WebSocketCompression.accepted(
      self["Sec-WebSocket-Extensions"], isOffered: offersCompression)
    if compression == nil { fields.remove(name: "Sec-WebSocket-Extensions") }
    return fields
  }
}

extension WebSocketPeer {
  /// Expects a recorded message, whose secrets are redacted.
  fileprivate func expect(_ message: WebSocketMessage, at place: SourcePlace, _ redaction: CassetteRedaction)
  {
    let expected = redaction.redacted(message)
    add(
      .expect(
        WebSocketStep.Expectation(
          message: nil, words: request.redaction.shown(expected),
          matches: { ComparedBody.areSame(redaction.redacted($0), expected) }, place: place)))
  }
}
