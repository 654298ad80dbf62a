import Foundation
public import Net

extension Cassette {
  /// Sends the recorded requests again, and compares the shapes of the responses: the status, the content type, and the
  /// types and presence of JSON fields, not their values.
  ///
  /// ```swift
  /// let drift = await cassette.drift(against: network)
  /// print(drift)
  /// ```
  ///
  /// Run it apart from other tests, because it needs the service. Requests are sent one after another, without
  /// following redirects and without the cache. Recorded requests with the same method, URL and body are sent once. The
  /// response must have the status and the content type of one of their recorded responses. New fields are reported,
  /// too. Bodies that are not JSON are not compared. WebSockets and recorded failures are not compared; the result lists
  /// them.
  ///
  /// Cookies, conditions such as `If-None-Match`, and redacted header fields are not sent; the session authenticates the
  /// requests. A request is not sent if its URL or body was redacted, or if only the beginning of its body was recorded,
  /// unless `prepare` fills it in. The result contains names and types, but no values.
  ///
  /// - Parameters:
  ///   - network: The network that sends the requests, such as a session.
  ///   - methods: The methods that may be sent again; by default the safe ones (RFC 9110 section 9.2.1).
  ///   - redaction: What is hidden in the result, in addition to what the session hides.
  ///   - prepare: Returns the request to send for a recorded one, or nil to send none.
  /// - Returns: The differences. If the task is cancelled, the remaining requests are not sent.
  public func drift(
    against network: any Networking, methods: Set<HTTPMethod> = [.get, .head, .options],
    redaction: Redaction = .standard, prepare: (@Sendable (RecordedRequest) -> RecordedRequest?)? = nil
  ) async -> CassetteDrift {
    let check = DriftCheck(network: network, methods: methods, redaction: redaction, prepare: prepare)
    var drift = CassetteDrift()
    for entries in grouped(CassetteRedaction(messages: redaction)) { await check.add(entries, to: &drift) }
    return drift
  }

  /// The entries of each request, in the order of the file.
  private func grouped(_ redaction: CassetteRedaction) -> [[Entry]] {
    var groups: [[Entry]] = []
    var indices: [CassetteKey: Int] = [:]
    for entry in entries {
      let key = CassetteKey(redaction.redacted(entry.request), bodyLimit: entry.bodyLimit)
      if let index = indices[key] {
        groups[index].append(entry)
      } else {
        indices[key] = groups.count
        groups.append([entry])
      }
    }
    return groups
  }
}

/// Sends recorded requests again, and compares their responses.
private struct DriftCheck {
  let network: any Networking
  let methods: Set<HTTPMethod>
  let redaction: Redaction
  let prepare: (@Sendable (RecordedRequest) -> RecordedRequest?)?

  /// Checks the entries of one request.
  func add(_ entries: [Cassette.Entry], to drift: inout CassetteDrift) async {
    guard let recorded = entries.first?.request else { return }
    let name = "\(recorded.method) \(redaction.redacted(recorded.url))"
    // The shape of a body whose rest was not recorded is unknown, and no 304 can come without the conditions.
    let responses = entries.filter { $0.failure?.isCut != true }.compactMap(\.response)
      .filter { $0.status != 304 }
    let request: RecordedRequest
    do {
      request = try prepared(entries, responses)
    } catch {
      drift.notCompared.append(CassetteDrift.Omission(request: name, reason: error.reason))
      return
    }
    let response = await network.request(description(of: request)).unvalidated().redirects(.refuse)
      .cache(.reload).response(.data)
    if let error = response.error, !isAboutEmptyBody(error) || response.response == nil {
      let reason = redaction.redacted(text: "\(error)").split(whereSeparator: \.isNewline).joined(
        separator: " ")
      let opening = "\(name) failed: "
      drift.unanswered.append(
        CassetteDrift.Omission(
          request: name,
          reason: reason.hasPrefix(opening) ? String(reason.dropFirst(opening.count)) : reason))
      return
    }
    guard let head = response.response else { return }
    drift.comparedCount += 1
    let differences = differences(between: responses, and: head, response.data ?? Data())
    guard !differences.isEmpty else { return }
    drift.changes.append(
      CassetteDrift.Change(request: name, differences: differences))
  }

  private func isAboutEmptyBody(_ error: NetworkError) -> Bool {
    if case .serialization = error.reason { true } else { false }
  }

  // MARK: - Requests

  /// Why a request is not sent.
  private struct Omitted: Error {
    let reason: String
  }

  /// The request to send.
  private func prepared(
    _ entries: [Cassette.Entry], _ responses: [Cassette.Response]
  ) throws(Omitted) -> RecordedRequest {
    let recorded = entries[0].request
    if Task.isCancelled { throw Omitted(reason: "the check was cancelled") }
    if entries.contains(where: { $0.webSocket != nil }) {
      throw Omitted(reason: "it is a WebSocket")
    }
    guard !responses.isEmpty else {
      let isConditional = entries.contains { $0.response?.status == 304 }
      let reason = isConditional ? "only a 304, and conditions are not sent" : "no response, only a failure"
      throw Omitted(reason: "the cassette has \(reason)")
    }
    guard methods.contains(recorded.method) else {
      throw Omitted(reason: "\(recorded.method) may change the service; name it in `methods` to send it")
    }
    guard let request = prepare.map({ $0(recorded) }) ?? recorded else {
      throw Omitted(reason: "`prepare` returned nil for it")
    }
    let texts =
      [request.url.absoluteString.removingPercentEncoding ?? request.url.absoluteString]
      + [String(decoding: request.body, as: UTF8.self)]
    guard !texts.contains(where: Redaction.hasPlaceholder) else {
      throw Omitted(reason: "its URL or body was redacted; fill it in with `prepare`")
    }
    guard entries[0].bodyLimit == nil || request.body != recorded.body else {
      throw Omitted(reason: "only the beginning of its body was recorded; fill it in with `prepare`")
    }
    return request
  }

  private func description(of request: RecordedRequest) -> RequestDescription {
    let left = [
      "host", "content-length", "transfer-encoding", "connection", "upgrade", "accept-encoding", "te",
      "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "cookie",
    ]
    let headers = request.headers.filter { field in
      !left.contains(field.name.lowercased()) && !field.name.hasPrefix(":")
        && !field.value.contains(Redaction.placeholder)
    }
    let content: RequestContent? =
      request.body.isEmpty ? nil : .data(request.body, contentType: request.headers["Content-Type"])
    return RequestDescription(
      request.url, method: request.method, headers: HTTPHeaders(headers), content: content)
  }

  // MARK: - Responses

  private func differences(
    between recorded: [Cassette.Response], and head: ResponseHead, _ body: Data
  ) -> [String] {
    var differences: [String] = []
    let statuses = Set(recorded.map(\.status))
    if !statuses.contains(head.status) {
      differences.append("status: was \(Self.list(statuses.sorted().map { "\($0)" })), is \(head.status)")
      return differences
    }
    let alike = recorded.filter { $0.status == head.status }
    let types = Set(alike.map { Self.mediaType($0.headers) })
    let type = Self.mediaType(head.headers)
    if !types.contains(type) {
      let former = redaction.redacted(text: Self.list(types.sorted()))
      differences.append("content type: was \(former), is \(redaction.redacted(text: type))")
    }
    let values = alike.filter { $0.missingBody == nil }.compactMap { Self.json($0.headers, $0.body) }
    guard !values.isEmpty else { return differences }
    guard let value = Self.json(head.headers, body) else {
      // A HEAD response has no body, and an empty one has no shape.
      differences.append(
        "body: was JSON, is \(body.isEmpty ? "empty" : "not JSON (\(body.count.counted("byte")))")")
      return differences
    }
    return differences
      + JSONShape(values).differences(to: JSONShape([value])) { redaction.redacted(text: $0) }
  }

  private static func list(_ texts: [String]) -> String { texts.joined(separator: " or ") }

  /// The media type; "none" without one.
  private static func mediaType(_ headers: HTTPHeaders) -> String {
    let type = headers["Content-Type"].map(MultipartReader.mediaType(of:)) ?? ""
    return type.isEmpty ? "none" : type
  }

  private static func json(_ headers: HTTPHeaders, _ body: Data) -> JSONValue? {
    guard mediaType(headers).hasSuffix("json") || JSONValue.begins(body) else { return nil }
    return try? JSONValue(parsing: body)
  }
}
