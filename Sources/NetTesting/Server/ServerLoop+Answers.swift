import Dispatch
import Foundation
import Net

extension ServerLoop {
  /// Finds the answer to a request, and answers now or sees to it that it is answered later.
  func handle(_ parsed: ParsedRequest, on connection: ServerConnection) -> [ConnectionState.Action] {
    connection.current = (parsed, nil)
    connection.serial += 1
    guard let url = url(of: parsed.target) else {
      return refuse(.malformed("\"\(parsed.target)\" is no target"), on: connection)
    }
    let request = RecordedRequest(
      method: parsed.method, url: url, headers: parsed.headers, body: parsed.body)
    let ticket = ServerCore.Ticket(connection: connection.number, serial: connection.serial)
    let answer = ServerScript.answer(to: request, from: core.script)
    // Scheduled before it is recorded: who sees the request may move the time at once.
    if case .respond(.response(let response), let place) = answer, response.delay > .zero {
      delay(response, at: place, for: ticket, on: connection)
    }
    let exchange = core.change { $0.record(request, connection: connection.number) }
    connection.current = (parsed, exchange)
    switch answer {
    case .unmatched(let report):
      settings.reporter.fail(report, at: settings.place)
      return send(.status(501, text: report), on: connection)
    case .respond(.response(let response), _) where response.delay > .zero: return []
    case .respond(.response(let response), let place): return give(response, at: place, on: connection)
    case .respond(.closure(let respond), let place):
      // Off this thread, because a closure of the user's may block; the others are served meanwhile.
      DispatchQueue.global().async { [core] in core.post(.answer(ticket, respond(request), place)) }
      return []
    }
  }

  /// Answers that the request cannot be read, and closes: where the next one begins is unknown.
  func refuse(_ failure: ParseFailure, on connection: ServerConnection) -> [ConnectionState.Action] {
    let response = StubResponse.status(failure.status, text: failure.reason).header("Connection", "close")
    return send(response, on: connection)
  }

  /// Gives an answer that was held back, or that a closure came to, if it is still wanted.
  func deliver(_ response: StubResponse, at place: SourcePlace, to ticket: ServerCore.Ticket) {
    guard let connection = connections[ticket.connection], connection.serial == ticket.serial else { return }
    connection.delay = nil
    if response.delay > .zero { return delay(response, at: place, for: ticket, on: connection) }
    perform(give(response, at: place, on: connection), on: connection)
  }

  private func give(
    _ response: StubResponse, at place: SourcePlace, on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    if let misuse = response.misuse {
      settings.reporter.fail(misuse.description, at: place)
      return send(.status(500, text: misuse.description), on: connection)
    }
    guard case .failure(let error) = response.outcome else {
      return send(response, at: place, on: connection)
    }
    return connection.state.drop(withReset: error as? ServerFault == .reset)
  }

  private func delay(
    _ response: StubResponse, at place: SourcePlace, for ticket: ServerCore.Ticket,
    on connection: ServerConnection
  ) {
    let delay = response.delay
    let response = response.delay(.zero)
    if let timer = settings.timer {
      connection.delay = timer.schedule(after: delay) { [core] in core.post(.answer(ticket, response, place))
      }
    } else {
      delayed.append(Delayed(due: .now + delay, ticket: ticket, response: response, place: place))
    }
  }

  private func send(
    _ response: StubResponse, at place: SourcePlace? = nil, on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    guard case .response(let status, let headers, let body) = response.outcome else { return [] }
    let request = connection.current?.request
    let writer = ResponseWriter(
      method: request?.method ?? .get, isOld: request?.isOld ?? false,
      keepsAlive: request?.keepsAlive ?? false)
    do throws(ResponseWriter.Unwritable) {
      let message = try writer.message(status: status, headers: headers, body: body, date: Date())
      if let exchange = connection.current?.exchange {
        core.change { $0.answered(exchange, status: status) }
      }
      return connection.state.answer(message)
    } catch {
      let explanation = "The answer cannot be written: \(error.reason)."
      settings.reporter.fail(explanation, at: place ?? settings.place)
      return send(.status(500, text: explanation), on: connection)
    }
  }

  /// The absolute URL of a target (RFC 9112 section 3.2); nil when it has none.
  private func url(of target: String) -> URL? {
    if target.hasPrefix("/") { return URL(string: settings.base + target) }
    if target == "*" { return URL(string: settings.base) }
    return target.contains("://") ? URL(string: target) : nil
  }
}

extension StubResponse {
  fileprivate static func status(_ status: Int, text: String) -> StubResponse {
    .text(text + "\n").status(status)
  }
}
