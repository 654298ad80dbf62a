package import Foundation

/// Writes entries as HAR 1.2, for traces and for cassettes.
package struct HARWriter: Sendable {
  private let creator: String
  private let isWhole: Bool

  /// - `creator`: The name of the program in the file.
  ///   - roundsToMilliseconds: Whether durations are whole milliseconds.
  package init(creator: String, roundsToMilliseconds: Bool) {
    self.creator = creator
    isWhole = roundsToMilliseconds
  }

  /// Returns the text of the file, with sorted keys, so that a change affects few lines.
  ///
  /// Entries are made one at a time, because a file may have a hundred thousand.
  package func text(of count: Int, entry: (Int) -> JSONValue) -> String {
    var text = """
      {
        "log": {
          "creator": {
            "name": \(JSONValue.string(creator)),
            "version": "1"
          },
          "entries": [
      """
    for index in 0..<count {
      text += index == 0 ? "\n      " : ",\n      "
      entry(index).write(to: &text, indentation: "      ")
    }
    text += count == 0 ? "]" : "\n    ]"
    return text + ",\n    \"version\": \"1.2\"\n  }\n}\n"
  }

  /// Returns an entry as JSON.
  package func value(of entry: HAREntry) -> JSONValue {
    let timings = entry.timings
    var result: JSONValue = [
      "startedDateTime": .string(Self.date(entry.startedAt)),
      "time": total(timings),
      "request": Self.request(entry.request, httpVersion: entry.response?.httpVersion),
      "response": Self.response(entry), "cache": [:],
      "timings": [
        "blocked": milliseconds(timings.blocked), "dns": milliseconds(timings.nameLookup),
        "connect": milliseconds(timings.connect), "ssl": milliseconds(timings.secureConnection),
        // These must not be negative (HAR 1.2).
        "send": milliseconds(timings.send ?? .zero), "wait": milliseconds(timings.wait ?? .zero),
        "receive": milliseconds(timings.receive ?? .zero),
      ],
    ]
    if let server = entry.server {
      result["serverIPAddress"] = .string(server.address)
      result["connection"] = .string(server.connection)
    }
    if let comment = entry.comment { result["comment"] = .string(comment) }
    if let messages = entry.messages {
      result["_resourceType"] = "websocket"
      result["_webSocketMessages"] = .array(messages.map(\.value))
      result["request"]["url"] = .string(HARMessage.webSocketText(entry.request.url))
    }
    return result
  }

  /// The duration in milliseconds; -1 if unknown.
  private func milliseconds(_ duration: Duration?) -> JSONValue {
    duration.map { milliseconds(units(of: $0)) } ?? -1
  }

  /// The sum of the known durations as they are written (HAR 1.2); TLS is part of connecting.
  private func total(_ timings: HAREntry.Timings) -> JSONValue {
    let parts = [
      timings.blocked, timings.nameLookup, timings.connect, timings.send, timings.wait, timings.receive,
    ]
    return milliseconds(parts.compactMap { $0.map(units) }.reduce(0, +))
  }

  /// The duration in the unit that is written: whole milliseconds, or microseconds.
  private func units(of duration: Duration) -> Int64 {
    let (seconds, attoseconds) = HAREntry.Timings.limited(duration).components
    let perSecond: Int64 = isWhole ? 1_000 : 1_000_000
    return seconds * perSecond + attoseconds / (1_000_000_000_000_000_000 / perSecond)
  }

  private func milliseconds(_ units: Int64) -> JSONValue {
    if isWhole { return .integer(units) }
    return units % 1_000 == 0 ? .integer(units / 1_000) : .double(Double(units) / 1_000)
  }

  private static func request(_ request: HAREntry.RequestPart, httpVersion: String?) -> JSONValue {
    let cookies = request.headers.values(for: "Cookie").flatMap { $0.parts(between: ";") }
      .filter { !HeaderSyntax.trimmed($0).isEmpty }
    var result: JSONValue = [
      "method": .string(request.method), "url": .string(request.url),
      "httpVersion": .string(httpVersion ?? "unknown"), "headers": headers(request.headers),
      "cookies": .array(cookies.map(cookie)), "queryString": pairs(request.query),
      "headersSize": -1, "bodySize": .integer(request.bodySize ?? -1),
    ]
    if !request.body.isEmpty { result["postData"] = postData(request) }
    return result
  }

  private static func postData(_ request: HAREntry.RequestPart) -> JSONValue {
    let type = request.headers["Content-Type"]
    let written = HARText(request.body, type: type)
    var result: JSONValue = ["mimeType": .string(type ?? ""), "params": [], "text": .string(written.text)]
    if let encoding = written.encoding { result["_encoding"] = .string(encoding) }
    if type?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      result["params"] = pairs(Self.query(written.text.replacing("+", with: " ")))
    }
    return result
  }

  /// Returns the pairs of a query or a form.
  package static func query(_ text: String) -> [URLQueryItem] {
    text.parts(between: "&").filter { !$0.isEmpty }.map { pair in
      let (name, value) = pair.cut(at: "=")
      return URLQueryItem(name: decoded(name), value: value.map(decoded) ?? "")
    }
  }

  private static func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? String(text) }

  private static func response(_ entry: HAREntry) -> JSONValue {
    let response = entry.response ?? HAREntry.ResponsePart(status: 0, headers: [:], httpVersion: nil, size: 0)
    let cookies = response.headers.values(for: "Set-Cookie")
    var result: JSONValue = [
      "status": .integer(Int64(response.status)),
      "statusText": .string(StatusPhrase.phrase(for: response.status)),
      "httpVersion": .string(response.httpVersion ?? "unknown"), "headers": headers(response.headers),
      "cookies": .array(cookies.map { setCookie($0, at: entry.startedAt) }),
      "content": content(entry, response),
      "redirectURL": .string(response.headers.firstValue(for: "Location") ?? ""), "headersSize": -1,
      "bodySize": .integer(entry.response == nil ? -1 : wireSize(of: response, in: entry) ?? -1),
    ]
    if let failure = entry.failure {
      result["_error"] = .string(failure.text)
      if let phase = failure.phase { result["_errorPhase"] = .string(phase) }
      if let domain = failure.domain { result["_errorDomain"] = .string(domain) }
      if let code = failure.code { result["_errorCode"] = .integer(Int64(code)) }
      if let details = failure.details { result["_errorDetails"] = details }
    }
    return result
  }

  private static func content(_ entry: HAREntry, _ response: HAREntry.ResponsePart) -> JSONValue {
    let type = response.headers["Content-Type"]
    var result: JSONValue = ["mimeType": .string(type ?? ""), "size": .integer(response.size)]
    if let missing = response.missingBody {
      result["size"] = -1
      result["_missing"] = .string(missing)
    }
    guard !response.body.isEmpty else { return result }
    let written = HARText(response.body, type: type)
    result["text"] = .string(written.text)
    if let encoding = written.encoding { result["encoding"] = .string(encoding) }
    // The number of bytes saved by compression: bodies are stored decoded here.
    if isDecoded(response), let travelled = wireSize(of: response, in: entry) {
      let (saved, overflows) = response.size.subtractingReportingOverflow(travelled)
      if !overflows { result["compression"] = .integer(saved) }
    }
    return result
  }

  /// The number of body bytes on the wire; nil if it is unknown.
  ///
  /// If the body was decoded, or is not the one that was received, it is the announced length of a complete body.
  private static func wireSize(of response: HAREntry.ResponsePart, in entry: HAREntry) -> Int64? {
    let method = HTTPMethod(rawValue: entry.request.method)
    if response.isStored || !method.hasBody(inResponse: response.status) { return 0 }
    guard isDecoded(response) || response.isChanged || response.missingBody != nil else {
      return response.size
    }
    return entry.failure == nil ? response.headers.announcedLength : nil
  }

  /// Whether the body was encoded on the wire.
  private static func isDecoded(_ response: HAREntry.ResponsePart) -> Bool {
    !ContentCoding.list(response.headers, known: ContentCoding.allCases).isEmpty
  }

  private static func headers(_ headers: HTTPHeaders) -> JSONValue {
    .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  private static func pairs(_ pairs: [URLQueryItem]) -> JSONValue {
    .array(pairs.map { ["name": .string($0.name), "value": .string($0.value ?? "")] })
  }

  private static func cookie(_ text: Substring) -> JSONValue {
    let (name, value) = text.cut(at: "=")
    return ["name": .string(HeaderSyntax.trimmed(name)), "value": .string(value.map(String.init) ?? "")]
  }

  private static func setCookie(_ text: String, at now: Date) -> JSONValue {
    let parts = text.parts(between: ";")
    var result = cookie(parts[0])
    for part in parts.dropFirst() {
      let (name, value) = part.cut(at: "=")
      switch (HeaderSyntax.folded(HeaderSyntax.trimmed(name)), value.map { HeaderSyntax.trimmed($0) }) {
      case ("path", let path?): result["path"] = .string(path)
      case ("domain", let domain?): result["domain"] = .string(domain)
      case ("httponly", _): result["httpOnly"] = true
      case ("secure", _): result["secure"] = true
      case ("expires", let text?):
        if let expiry = HTTPDate.parse(text, now: now) { result["expires"] = .string(date(expiry)) }
      default: break
      }
    }
    return result
  }

  /// Returns the seconds since 1970, limited to the years 0 to 9999; 0 for NaN.
  static func limited(_ seconds: Double) -> Double {
    seconds.isNaN ? 0 : min(max(seconds, -62_167_219_200), 253_402_300_799.999)
  }

  /// Returns the date as RFC 3339, which has the years 0 to 9999, in milliseconds.
  private static func date(_ date: Date) -> String {
    let rounded = (limited(date.timeIntervalSince1970) * 1_000).rounded()
    let milliseconds = (Int64(exactly: rounded) ?? 0) + 62_167_219_200_000
    // Adding 1,000 pads the fraction to three digits.
    let fraction = "\(1_000 + milliseconds % 1_000)".dropFirst()
    return "\(CivilDate.text(of: milliseconds / 1_000 - 62_167_219_200)).\(fraction)Z"
  }
}
