import Foundation
import Net

extension ServerLoop {
  /// Decides whether the body of a request is read.
  func begin(
    _ parsed: ParsedRequest, hasBody: Bool, on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    connection.current = (parsed, nil)
    connection.serial += 1
    connection.due = now
    guard hasBody else { return [] }
    if let request = request(parsed, Data(), [:]),
      let taken = settings.ledger.take(for: request, beforeBody: true)
    {
      connection.state.refuseBody()
      connection.current?.request.keepsAlive = false
      return answer(request, with: taken, on: connection)
    }
    return connection.state.acceptBody()
  }

  /// Finds the response to a request, and sends it now or schedules it.
  func handle(_ trailers: HTTPHeaders, on connection: ServerConnection) -> [ConnectionState.Action] {
    guard let parsed = connection.current?.request else { return [] }
    let body: Data
    do throws(Socket.Failure) {
      body = try connection.body.take()
    } catch {
      return refuse(.bodyNotKept(error.explanation), on: connection)
    }
    guard let request = request(parsed, body, trailers) else {
      let malformed = ParseFailure.malformed("\"\(parsed.target)\" is not a request target")
      return refuse(parsed.method == "CONNECT" ? .noTunnels : malformed, on: connection)
    }
    connection.due = now
    return answer(request, with: settings.ledger.take(for: request), on: connection)
  }

  private func answer(
    _ request: RecordedRequest, with taken: StubTable.Taken?, on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    let ticket = ServerCore.Ticket(connection: connection.number, serial: connection.serial)
    // Scheduled before it is recorded, because a test that sees the request may advance the time at once.
    if let taken, case .response(let stubbed) = taken.answer {
      let response = stubbed.withDeliveryAsDelay
      if response.delay > .zero { delay(response, at: taken.place, on: connection) }
    }
    let exchange = core.change { $0.record(request, connection: connection.number) }
    connection.current?.exchange = exchange
    connection.recorded = request
    guard let taken else {
      let report = settings.ledger.report(for: request)
      settings.ledger.fail(report)
      return send(.status(501, text: report), on: connection)
    }
    switch taken.answer {
    case .response(let response) where response.withDeliveryAsDelay.delay > .zero: return []
    case .response(let response):
      return give(response, to: request, at: taken.place, on: connection)
    case .closure:
      // Closures run off this thread, because they may block; other connections are served meanwhile.
      threads.run { [core] in
        core.post(.late(ticket, .answer(taken.response(to: request).withDeliveryAsDelay, taken.place)))
      }
      return []
    }
  }

  /// Reports an invalid request and closes the connection, because the start of the next request is unknown.
  func refuse(_ failure: ParseFailure, on connection: ServerConnection) -> [ConnectionState.Action] {
    connection.body.discard()
    let response = StubResponse.status(failure.status, text: failure.reason).header("Connection", "close")
    return send(response, toHead: failure.isOfHead, on: connection)
  }

  /// Sends a delayed response, the response of a closure, or the rest of a response, if the request is still current.
  func deliver(_ late: ServerCore.Late, to ticket: ServerCore.Ticket) {
    guard let connection = connections[ticket.connection], connection.serial == ticket.serial else { return }
    connection.delay = nil
    connection.beginTurn()
    switch late {
    case .rest:
      connection.state.endRest()
      perform(flushActions(of: connection), on: connection)
    case .answer(let response, let place):
      guard let request = connection.recorded else { return }
      if response.delay > .zero {
        connection.due = now
        return delay(response, at: place, on: connection)
      }
      perform(give(response, to: request, at: place, on: connection), on: connection)
    }
  }

  private func give(
    _ response: StubResponse, to request: RecordedRequest, at place: SourcePlace,
    on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    let isHeld = settings.ledger.heldMisuse(of: response) != nil
    if !isHeld, let script = response.script, request.asksForWebSocket {
      return open(script, response, request, at: place, on: connection)
    }
    // A misuse is now the outcome.
    let response = settings.ledger.checked(response, from: place).resolved(for: request)
    if case .failure(let misuse as StubMisuse) = response.outcome {
      return send(.status(500, text: misuse.description), on: connection)
    }
    if case .failure = response.outcome { return connection.state.drop() }
    return send(response, at: place, on: connection)
  }

  func send(
    _ response: StubResponse, at place: SourcePlace? = nil, toHead isToHead: Bool = false,
    on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    guard case .response(let status, let headers, let body) = response.outcome else { return [] }
    let request = connection.current?.request
    let writer = ResponseWriter(
      method: request?.method ?? (isToHead ? .head : .get), isOld: request?.isOld ?? false,
      keepsAlive: request?.keepsAlive ?? false)
    do throws(ResponseWriter.Unwritable) {
      for field in response.trailers { try ResponseWriter.check(field) }
      var interims = Data()
      for interim in response.interims { interims += try writer.interim(interim.status, interim.headers) }
      let message = try writer.message(
        ResponseWriter.Content(status: status, headers: headers, of: response, body),
        date: settings.timer?.date ?? Date())
      if let exchange = connection.current?.exchange, response.fault?.hidesHead != true {
        core.change { $0.answered(exchange, status: status) }
      }
      if connection.state.beginAnswer(closes: message.closes) {
        connection.begin(AnswerScript(response, body: body, message: message, interims: interims))
      }
      return []
    } catch {
      let explanation = "The response cannot be written: \(error.reason)."
      settings.ledger.fail(explanation, at: place)
      return send(.status(500, text: explanation), on: connection)
    }
  }

  private func request(
    _ parsed: ParsedRequest, _ body: Data, _ trailers: HTTPHeaders
  ) -> RecordedRequest? {
    var headers = parsed.headers
    var base = settings.base
    if settings.restoresOrigin, let origin = headers[ServerSettings.originField] {
      headers.remove(name: ServerSettings.originField)
      base = origin
    }
    return url(of: parsed, base).map {
      RecordedRequest(method: parsed.method, url: $0, headers: headers, body: body, trailers: trailers)
    }
  }

  /// The absolute URL of a target (RFC 9112 section 3.2); nil if it has none.
  private func url(of parsed: ParsedRequest, _ base: String) -> URL? {
    let target = parsed.target
    if target.hasPrefix("/") { return try? (base + target).asURL() }
    // The server as a whole has options and nothing else.
    if target == "*" { return parsed.method == .options ? URL(string: base) : nil }
    // A URL without a host is invalid (RFC 9110 section 4.2.1).
    guard target.contains("://"), let url = URL(escaping: target), url.host?.isEmpty == false else {
      return nil
    }
    return url
  }
}

extension StubResponse {
  static func status(_ status: Int, text: String) -> StubResponse {
    .text(text + "\n").status(status)
  }
}

extension ResponseWriter.Content {
  fileprivate init(status: Int, headers: HTTPHeaders, of response: StubResponse, _ body: Data) {
    self.init(status: status, headers: headers, length: body.count)
    isStream = response.hidesLength(of: body) || response.fault == .truncatedChunk
    guard case .contentLength(let off)? = response.fault else { return }
    // Only an announced length can be wrong.
    isStream = false
    lengthOff = off
  }
}
