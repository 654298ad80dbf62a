import Foundation
import Net

/// Reads the entries of a HAR file, as this package, browsers and proxies write them.
struct HARReader {
  let file: String

  /// The entries, and the errors of those that could not be read: one bad entry does not make a file useless.
  func entries(of root: JSONValue) throws(CassetteError) -> (read: [Cassette.Entry], skipped: [CassetteError])
  {
    let log = try HARCursor(root, file: file)["log"].object()
    // Without a version the file is HAR 1.1, according to the specification.
    let number = log["version"].value.double
    let version = if let number { "\(number)" } else { try log["version"].optionalString() ?? "" }
    guard ["", "1.1", "1.2", "1.3"].contains(version) else {
      throw CassetteError(file: file, path: log["version"].path, .version(version))
    }
    var entries: [Cassette.Entry] = []
    var skipped: [CassetteError] = []
    for entry in try log["entries"].array() {
      do throws(CassetteError) {
        if let entry = try self.entry(entry.object()) { entries.append(entry) }
      } catch {
        skipped.append(error)
      }
    }
    return (entries, skipped)
  }

  /// The entry; nil if it is neither HTTP nor a WebSocket, such as a `data:` URL.
  private func entry(_ entry: HARCursor) throws(CassetteError) -> Cassette.Entry? {
    let isWebSocket = HARWebSocket.isWebSocket(entry)
    let cursor = try entry["request"].object()
    // Browsers write the URL of the WebSocket, proxies that of its handshake.
    let given = try cursor["url"].string()
    let urlText = isWebSocket ? HARMessage.httpText(given) : given
    guard Self.isHTTP(urlText) else { return nil }
    guard let url = Self.url(urlText) else { throw cursor["url"].fail(expected: "an absolute URL") }
    let method = try cursor["method"].string()
    var headers = try headers(cursor)
    if isWebSocket { headers.update(name: "Upgrade", value: "websocket") }
    let body = try HARBody.posted(cursor["postData"], headers: headers)
    let request = RecordedRequest(
      method: HTTPMethod(rawValue: method), url: url, headers: headers, body: body)
    let (response, failure) = try outcome(entry["response"], of: request)
    var result = Cassette.Entry(
      startedAt: Date(timeIntervalSince1970: 0), request: request, response: response, failure: failure,
      timings: timings(entry["timings"]))
    result.start = entry["startedDateTime"].value.string.flatMap(Self.date)
    if isWebSocket { result.webSocket = try HARWebSocket.records(of: entry) }
    result.bodyLimit = cursor["_bodyLimit"].value.int.flatMap { $0 < 0 ? nil : $0 }
    result.source = entry.value
    return result
  }

  /// The response or the failure of the request.
  ///
  /// Tools write the status 0 (Chrome, mitmproxy), -1 (Playwright) or -2 (WebPagetest) for a request without a
  /// response, or no response at all.
  private func outcome(
    _ response: HARCursor, of request: RecordedRequest
  ) throws(CassetteError) -> (Cassette.Response?, Cassette.Failure?) {
    var failure = response.failure(of: request.url)
    guard !response.value.isNull else {
      return (nil, Cassette.Failure(text: "no response was recorded"))
    }
    let code = try response.object()["status"]
    // Some tools write the number as a string.
    let written = code.value.isNull ? 0 : code.value.string.flatMap { Int($0) }
    let status = if let written { written } else { try code.int() }
    guard status > 0 else {
      return (nil, failure ?? Cassette.Failure(text: "no response was recorded"))
    }
    guard (100...999).contains(status) else { throw response["status"].fail(expected: "a status code") }
    if response["_errorPhase"].value.isNull { failure?.phase = .body }
    let headers = try headers(response)
    let content = try HARBody.content(
      response["content"], sent: response["bodySize"].value.double, of: request.method, status: status,
      headers: headers, hasFailed: failure != nil)
    let version = response["httpVersion"].value.string.flatMap { ["", "unknown"].contains($0) ? nil : $0 }
    return (
      Cassette.Response(
        status: status, headers: headers, httpVersion: version, body: content.body,
        missingBody: content.missing), failure
    )
  }

  /// The headers, without HTTP/2 pseudo-headers (RFC 9113 section 8.3), which browsers include.
  private func headers(_ message: HARCursor) throws(CassetteError) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for field in try message["headers"].optionalArray() {
      let name = try field["name"].string()
      let value = try field["value"].optionalString() ?? ""
      if name.hasPrefix(":") { continue }
      // Some tools join repeated fields with a line feed, which no field value can contain; it can contain other line
      // breaks of Unicode, such as U+0085.
      // A field value has no whitespace at its ends (RFC 9110 section 5.5).
      let lines = value.split(whereSeparator: { ["\n", "\r\n"].contains($0) })
        .map { HeaderSyntax.trimmed($0) }.filter { !$0.isEmpty }
      for line in lines.isEmpty ? [""] : lines { headers.add(name: name, value: line) }
    }
    return headers
  }

  private func timings(_ cursor: HARCursor) -> Cassette.Timings {
    func duration(_ name: String) -> Duration? {
      guard let milliseconds = cursor[name].value.double, milliseconds >= 0, milliseconds < 1e12 else {
        return nil
      }
      return .nanoseconds(Int64((milliseconds * 1_000_000).rounded()))
    }
    // HAR files have 0 here for an unknown duration, too.
    let send = duration("send")
    return Cassette.Timings(
      blocked: duration("blocked"), nameLookup: duration("dns"), connect: duration("connect"),
      secureConnection: duration("ssl"), send: send == .zero ? nil : send, wait: duration("wait"),
      receive: duration("receive"))
  }

  static func url(_ text: String) -> URL? {
    guard let url = URL(escaping: text), url.scheme != nil else { return nil }
    return url
  }

  /// Whether the text is an HTTP URL, well-formed or not.
  ///
  /// A text without a scheme may be one.
  private static func isHTTP(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":") else { return true }
    let scheme = text[..<colon]
    return ["http", "https"].contains(scheme.lowercased()) || scheme.contains { "/?#".contains($0) }
  }

  static func date(_ text: String) -> Date? {
    // Proxies write microseconds, browsers milliseconds, and some tools whole seconds.
    let style = Date.ISO8601FormatStyle()
    return
      (try? style.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .colon)
      .parse(text))
      ?? (try? style.parse(text))
  }
}

extension HARCursor {
  /// The failure that tools write in addition to or instead of a response.
  ///
  /// `_error` is written by Chrome and mitmproxy, `_failureText` by Playwright; the other fields are ours. The URL is
  /// that of the request.
  fileprivate func failure(of url: URL) -> Cassette.Failure? {
    let texts = ["_error", "_failureText"].compactMap { self[$0].value.string }
    guard let text = texts.first(where: { !$0.isEmpty }) else { return nil }
    var failure = Cassette.Failure(
      text: text, domain: self["_errorDomain"].value.string, code: self["_errorCode"].value.int,
      phase: TransportPhase(harName: self["_errorPhase"].value.string ?? "") ?? .connect)
    failure.error = RecordedError(json: self["_errorDetails"].value, of: url)
    return failure
  }
}

extension TransportPhase {
  private static let harNames: [(phase: TransportPhase, name: String)] = [
    (.nameLookup, "dns"), (.connect, "connect"), (.secureConnection, "ssl"), (.send, "send"),
    (.head, "wait"), (.body, "receive"),
  ]

  init?(harName: String) {
    guard let phase = Self.harNames.first(where: { $0.name == harName })?.phase else { return nil }
    self = phase
  }

  /// The HAR name of this phase.
  var harName: String { Self.harNames.first { $0.phase == self }?.name ?? "" }
}
