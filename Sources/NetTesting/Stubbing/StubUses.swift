import Net

/// The responses that a closure of a stub has returned, by kind.
package final class StubUses: Sendable {
  private let counts = Lock<[String: Int]>([:])

  package init() {}

  /// Counts a response.
  func add(_ response: StubResponse) {
    let kind = response.kind
    counts.withLock { $0[kind, default: 0] += 1 }
  }

  /// How often each kind was returned, in the order of the kinds.
  var all: [StubCoverage.Response] {
    counts.withLock { $0 }.sorted { $0.key < $1.key }.map {
      StubCoverage.Response(kind: $0.key, uses: $0.value)
    }
  }
}

extension StubResponse {
  /// What a client receives, in a few words: `200`, `503`, `reset before the response`, `failure: timed out`.
  var kind: String {
    switch outcome {
    case .failure(let fault as ServerFault): return fault.kind
    case .failure(let error):
      let text = Redaction.standard.redacted(text: spelling(of: error))
      return
        "failure: \(excerpt(of: text.split(whereSeparator: \.isNewline).joined(separator: " "), limit: 80))"
    case .response(let status, _, _):
      if webSocket != nil { return StubCoverage.webSocket }
      if let fault { return fault.hidesHead ? fault.kind : "\(status), \(fault.kind)" }
      return failure == nil ? "\(status)" : "\(status)\(StubCoverage.failureAfterBody)"
    }
  }
}

extension ServerFault {
  /// Whether the client receives no status.
  var hidesHead: Bool {
    switch self {
    case .breaks(_, after: .nothing), .breaks(_, after: .headBytes), .garbage, .endlessHeader: true
    case .breaks, .truncatedChunk, .contentLength: false
    }
  }

  /// The fault in a few words.
  fileprivate var kind: String {
    switch self {
    case .breaks(let kind, let cut): "\(kind.words) \(cut.words)"
    case .truncatedChunk: "truncated chunk"
    case .contentLength: "wrong Content-Length"
    case .garbage: "bytes that are not HTTP"
    case .endlessHeader: "endless header"
    }
  }
}

extension ServerFault.Break {
  fileprivate var words: String {
    switch self {
    case .reset: "reset"
    case .close: "closed"
    case .stall: "stalled"
    }
  }
}

extension ServerFault.Cut {
  fileprivate var words: String {
    switch self {
    case .nothing: "before the response"
    case .headBytes: "inside the head"
    case .bodyBytes(.max): "after the body"
    case .bodyBytes: "inside the body"
    case .end: "after the response"
    }
  }
}
