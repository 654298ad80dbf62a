import Foundation
import Net
import TestSupport
import Testing

@Suite struct SecretsInOutputTests {
  /// Every text that an exchange can print, with the channel that prints it.
  private func outputs(of placement: SecretPlacement) -> [(channel: String, text: String)] {
    let (request, response, data) = (placement.request, placement.response, placement.data)
    let cause = NSError(
      domain: NSURLErrorDomain, code: -1004,
      userInfo: [
        "NSErrorFailingURLStringKey": placement.url,
        NSLocalizedDescriptionKey: "cannot connect to \(placement.url)",
      ])
    let errors = [
      NetworkError(.validation(.statusCode(400)), request: request, response: response, data: data),
      NetworkError(.transport(.connect), request: request, underlyingError: cause),
      NetworkError(.interceptor, request: request, underlyingError: Foreign(text: placement.url)),
      NetworkError(.invalidRequest(.url(placement.url))),
      NetworkError(.redirect(.location(response.headers["Location"] ?? placement.url)), request: request),
    ]
    var outputs: [(String, String)] = []
    for error in errors {
      outputs += Self.prints(of: error).map { ("error, \($0)", $1) }
      outputs.append(("localizedDescription", error.localizedDescription))
    }
    outputs += Self.prints(of: request).map { ("request, \($0)", $1) }
    outputs += Self.prints(of: response).map { ("response, \($0)", $1) }
    outputs += Self.prints(of: request.headers).map { ("headers, \($0)", $1) }
    outputs += Self.prints(of: request.body).map { ("body, \($0)", $1) }
    outputs.append(("curl", request.cURLDescription()))
    let failed = DataResponse<String>(
      request: request, response: response, data: data, result: .failure(errors[0]))
    let good = DataResponse<String>(
      request: request, response: response, data: data,
      result: .success(String(decoding: data, as: UTF8.self)))
    outputs += Self.prints(of: failed).map { ("failed response, \($0)", $1) }
    outputs += Self.prints(of: good).map { ("response, \($0)", $1) }
    outputs += logged(placement, errors).map { ("log", $0) }
    return outputs
  }

  private static func prints(of value: some Any) -> [(String, String)] {
    var dumped = ""
    dump(value, to: &dumped)
    return [
      ("describing", String(describing: value)), ("reflecting", String(reflecting: value)),
      ("in an array", "\([value])"), ("dump", dumped),
    ]
  }

  private func logged(_ placement: SecretPlacement, _ errors: [NetworkError]) -> [String] {
    let lines = Locked<[String]>([])
    let monitor = LoggingMonitor(level: .debug) { _, text in lines.update { $0.append(text) } }
    let (request, response) = (placement.request, placement.response)
    let received = ReceivedResponse(request: request, head: response, data: placement.data)
    var events: [RequestEvent] = [
      .queued(request), .sent(request, attempt: 1), .resent(request), .receivedInterim(response),
      .receivedHead(response),
      .receivedTrailers(response.headers), .redirected(response, to: request),
      .finished(received, ResponseTimings()),
    ]
    for error in errors {
      events += [
        .willRetry(error, after: .seconds(1)), .willFallBack(error), .failed(error, ResponseTimings()),
      ]
    }
    for event in events { monitor.request(RequestID(number: 1), did: event) }
    for error in errors { monitor.authentication(did: .failed(error, requests: 1)) }
    return lines.value
  }

  private func leaks(_ placements: [SecretPlacement]) -> [String] {
    // A dump of `Data` lists its bytes in decimal.
    let bytes = SecretPlacement.canary.utf8.map { "- \($0)" }.joined(separator: "\n")
    return placements.flatMap { placement in
      outputs(of: placement).filter { _, text in
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        return text.contains(SecretPlacement.canary) || lines.joined(separator: "\n").contains(bytes)
      }.map { "\(placement.name) | \($0.channel)" }
    }
  }

  @Test func noOutputShowsTheValueOfASecretHeader() { expectEqual(leaks(SecretPlacement.headers), []) }

  @Test func noOutputShowsTheSecretsOfURLsInHeaders() {
    expectEqual(leaks(SecretPlacement.urlsInHeaders), [])
  }

  @Test func noOutputShowsTheSecretsOfAURL() { expectEqual(leaks(SecretPlacement.urls), []) }

  @Test func noOutputShowsTheSecretsOfABody() { expectEqual(leaks(SecretPlacement.bodies), []) }
}

private struct Foreign: Error { var text: String }
