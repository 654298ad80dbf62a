public import Foundation
import Net

extension Cassette {
  /// The content of the file: JSON on several lines with sorted keys, so that changes affect few lines.
  ///
  /// Secrets are not redacted here; a ``RecordingTransport`` redacts them before.
  public func data() -> Data { Data(CassetteWriter.text(of: entries).utf8) }

  /// Writes the file atomically: concurrent readers see either the old or the new file.
  ///
  /// Folders that do not exist are created. A pipe, a device, a folder or a symbolic link to one of them is not
  /// replaced. More than ``maximumSize`` bytes, which could not be read again, are not written.
  public func write(to file: URL) throws(CassetteError) {
    let path = file.path(percentEncoded: false)
    let data = data()
    guard data.count <= Self.maximumSize else {
      throw CassetteError(file: path, .tooLarge(bytes: data.count, limit: Self.maximumSize))
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.replaceFile(at: file)
    } catch {
      throw CassetteError(file: path, .unwritable(FileProblem.text(of: error)))
    }
  }
}

/// Writes the entries of a cassette with the HAR writer of traces.
enum CassetteWriter {
  private static let writer = HARWriter(creator: "NetTesting", roundsToMilliseconds: true)

  static func text(of entries: [Cassette.Entry]) -> String {
    writer.text(of: entries.count) { entries[$0].source ?? entry(entries[$0]) }
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
    var timings = HAREntry.Timings()
    timings.blocked = entry.timings.blocked
    timings.nameLookup = entry.timings.nameLookup
    timings.connect = entry.timings.connect
    timings.secureConnection = entry.timings.secureConnection
    timings.send = entry.timings.send
    timings.wait = entry.timings.wait
    timings.receive = entry.timings.receive
    let failure = entry.failure.map {
      HAREntry.Failure(
        text: $0.text, phase: $0.phase.harName, domain: $0.domain, code: $0.code, details: $0.error?.json)
    }
    var written = HAREntry(
      startedAt: entry.startedAt, request: request(entry.request), response: entry.response.map(response),
      failure: failure, timings: timings)
    written.messages = entry.webSocket.map(HARWebSocket.messages)
    var result = writer.value(of: written)
    if let limit = entry.bodyLimit { result["request"]["_bodyLimit"] = .integer(Int64(limit)) }
    if entry.response.map(HARBody.looksCoded) == true {
      result["response"]["content"][HARBody.asReceived] = true
    }
    return result
  }

  private static func request(_ request: RecordedRequest) -> HAREntry.RequestPart {
    var result = HAREntry.RequestPart(
      method: request.method.rawValue, url: request.url.absoluteString, headers: request.headers,
      query: request.queryPairs)
    result.body = request.body
    result.bodySize = hasPlaceholder(request.body) ? nil : Int64(request.body.count)
    return result
  }

  private static func response(_ response: Cassette.Response) -> HAREntry.ResponsePart {
    var result = HAREntry.ResponsePart(
      status: response.status, headers: response.headers, httpVersion: response.httpVersion,
      size: Int64(response.body.count))
    result.body = response.body
    result.missingBody = response.missingBody
    result.isChanged = hasPlaceholder(response.body)
    return result
  }

  /// Whether a secret was replaced, so that the body has another size than the one on the wire.
  private static func hasPlaceholder(_ body: Data) -> Bool {
    guard !body.isEmpty, let text = String(validating: body, as: UTF8.self) else { return false }
    return Redaction.hasPlaceholder(text)
  }
}
