public import Foundation
import Net

extension Cassette {
  /// The content of the file: JSON on several lines with sorted keys, so that changes affect few lines.
  ///
  /// Secrets are not redacted here; a ``RecordingTransport`` redacts them before.
  public func data() -> Data { Data(HARWriter.root(of: entries).prettyText.utf8) }

  /// Writes the file atomically: concurrent readers see either the old or the new file.
  ///
  /// Folders that do not exist are created. More than ``maximumSize`` bytes, which could not be read again, are not
  /// written.
  public func write(to file: URL) throws(CassetteError) {
    let path = file.path(percentEncoded: false)
    let data = data()
    guard data.count <= Self.maximumSize else {
      throw CassetteError(file: path, .tooLarge(bytes: data.count, limit: Self.maximumSize))
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
    } catch {
      throw CassetteError(file: path, .unwritable(error.localizedDescription))
    }
  }
}

/// Writes entries as HAR 1.2.
enum HARWriter {
  static func root(of entries: [Cassette.Entry]) -> JSONValue {
    [
      "log": [
        "version": "1.2", "creator": ["name": "NetTesting", "version": "1"],
        "entries": .array(entries.map { $0.source ?? entry($0) }),
      ]
    ]
  }

  /// Returns the entry merged into the existing one of the file, so that fields written by other tools are kept.
  static func entry(_ entry: Cassette.Entry, over source: JSONValue) -> JSONValue {
    var source = source
    // Our fields that are absent from the new entry must not stay, either.
    for name in ["encoding", "_encoding"] {
      if source["request"]["postData"].object?[name] != nil { source["request"]["postData"][name] = .null }
      if source["response"]["content"].object?[name] != nil { source["response"]["content"][name] = .null }
    }
    return merged(self.entry(entry), over: source)
  }

  private static func merged(_ new: JSONValue, over old: JSONValue) -> JSONValue {
    guard case .object(let new) = new, case .object(let old) = old else { return new }
    return .object(old.merging(new) { merged($1, over: $0) })
  }

  private static func entry(_ entry: Cassette.Entry) -> JSONValue {
    let timings = entry.timings
    let parts = [timings.nameLookup, timings.connect, timings.wait, timings.receive]
    let total = parts.compactMap(\.self).reduce(Duration.zero, +)
    return [
      "startedDateTime": .string(date(entry.startedAt)), "time": milliseconds(total),
      "request": request(entry.request, httpVersion: entry.response?.httpVersion),
      "response": response(entry), "cache": [:],
      "timings": [
        "blocked": -1, "dns": milliseconds(timings.nameLookup), "connect": milliseconds(timings.connect),
        "ssl": milliseconds(timings.secureConnection), "send": 0,
        "wait": milliseconds(timings.wait ?? .zero), "receive": milliseconds(timings.receive ?? .zero),
      ],
    ]
  }

  private static func request(_ request: RecordedRequest, httpVersion: String?) -> JSONValue {
    let cookies = request.headers.values(for: "Cookie").flatMap { $0.split(separator: ";") }
    var result: JSONValue = [
      "method": .string(request.method.rawValue), "url": .string(urlText(request.url)),
      "httpVersion": .string(httpVersion ?? "unknown"), "headers": headers(request.headers),
      "cookies": .array(cookies.map { cookie($0[...]) }), "queryString": pairs(request.queryPairs),
      "headersSize": -1, "bodySize": .integer(Int64(request.body.count)),
    ]
    if !request.body.isEmpty { result["postData"] = postData(request) }
    return result
  }

  private static func postData(_ request: RecordedRequest) -> JSONValue {
    let type = request.headers["Content-Type"]
    let written = HARBody.written(request.body, type: type)
    var result: JSONValue = ["mimeType": .string(type ?? ""), "params": [], "text": .string(written.text)]
    if let encoding = written.encoding { result["_encoding"] = .string(encoding) }
    if type?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      let fields = written.text.split(separator: "&").map { field in
        let parts = field.replacing("+", with: " ").split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return URLQueryItem(
          name: URIPattern.decoded(parts[0]), value: parts.count > 1 ? URIPattern.decoded(parts[1]) : "")
      }
      result["params"] = pairs(fields)
    }
    return result
  }

  private static func response(_ entry: Cassette.Entry) -> JSONValue {
    let response = entry.response ?? Cassette.Response(status: 0)
    let cookies = response.headers.values(for: "Set-Cookie")
    var result: JSONValue = [
      "status": .integer(Int64(response.status)),
      "statusText": .string(StatusPhrase.phrase(for: response.status)),
      "httpVersion": .string(response.httpVersion ?? "unknown"), "headers": headers(response.headers),
      "cookies": .array(cookies.map { setCookie($0) }), "content": content(response),
      "redirectURL": .string(response.headers.firstValue(for: "Location") ?? ""), "headersSize": -1,
      "bodySize": .integer(entry.response == nil ? -1 : Int64(response.body.count)),
    ]
    if let failure = entry.failure {
      result["_error"] = .string(failure.text)
      result["_errorPhase"] = .string(failure.phase.harName)
      if let domain = failure.domain { result["_errorDomain"] = .string(domain) }
      if let code = failure.code { result["_errorCode"] = .integer(Int64(code)) }
    }
    return result
  }

  private static func content(_ response: Cassette.Response) -> JSONValue {
    let type = response.headers["Content-Type"]
    var result: JSONValue = [
      "mimeType": .string(type ?? ""), "size": .integer(Int64(response.body.count)),
    ]
    if let missing = response.missingBody {
      result["size"] = -1
      result["_missing"] = .string(missing)
    }
    guard !response.body.isEmpty else { return result }
    let written = HARBody.written(response.body, type: type)
    result["text"] = .string(written.text)
    if let encoding = written.encoding { result["encoding"] = .string(encoding) }
    // The number of bytes saved by compression: bodies are stored decoded here.
    if response.headers.contains("Content-Encoding"),
      let travelled = response.headers["Content-Length"].flatMap({ Int64($0) }), travelled >= 0
    {
      result["compression"] = .integer(Int64(response.body.count) - travelled)
    }
    return result
  }

  private static func headers(_ headers: HTTPHeaders) -> JSONValue {
    .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  private static func pairs(_ pairs: [URLQueryItem]) -> JSONValue {
    .array(pairs.map { ["name": .string($0.name), "value": .string($0.value ?? "")] })
  }

  private static func cookie(_ text: Substring) -> JSONValue {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return [
      "name": .string((parts.first ?? "").trimmingCharacters(in: .whitespaces)),
      "value": .string(parts.count > 1 ? String(parts[1]) : ""),
    ]
  }

  private static func setCookie(_ text: String) -> JSONValue {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    var result = cookie(parts.first ?? "")
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      switch (pair.first?.lowercased(), pair.dropFirst().first) {
      case ("path", let path?): result["path"] = .string(path)
      case ("domain", let domain?): result["domain"] = .string(domain)
      case ("httponly", _): result["httpOnly"] = true
      case ("secure", _): result["secure"] = true
      default: break
      }
    }
    return result
  }

  /// The URL without its fragment, which is not sent.
  private static func urlText(_ url: URL) -> String { String(url.absoluteString.prefix { $0 != "#" }) }

  private static func date(_ date: Date) -> String {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date)
  }

  /// The duration in whole milliseconds; -1 if unknown.
  private static func milliseconds(_ duration: Duration?) -> JSONValue {
    guard let duration else { return -1 }
    let (seconds, attoseconds) = min(max(duration, .zero), .seconds(1_000_000_000)).components
    return .integer(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
