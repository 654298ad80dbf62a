public import Foundation

extension NetworkError: CustomStringConvertible, LocalizedError {
  /// What failed, why, and what the server responded, redacted.
  ///
  /// ```text
  /// GET https://api.example.com/users/1 failed: the status code 503 is not acceptable. It took 3 attempts.
  /// The body: {"message": "try again later"}
  /// ```
  ///
  /// Secrets that ``redaction`` hides are replaced by a placeholder. Header fields are not shown. Of the body, the
  /// first 256 bytes are shown, of a URL the first 512, and of the whole text before the body the first 2048. Control
  /// characters and those that reorder text are escaped: `\u{1b}`. Line breaks remain only in the body and in the text
  /// of the underlying error.
  public var description: String {
    let redaction = redaction
    let text = summary(reason.words(redaction)) { redaction.words(for: $0) }
    guard let data, !data.isEmpty else { return text }
    return text + "\n" + Self.excerpt(of: data, as: response?.headers["Content-Type"], redaction)
  }

  /// Returns the description up to the body.
  private func summary(_ reason: String, cause words: (any Error) -> String) -> String {
    var first = opening
    if let urlFailure {
      first += words(urlFailure)
    } else {
      first += reason
      if let underlyingError, isExplainedByCause { first += ": \(words(underlyingError))" }
    }
    // The text of another error may be a sentence.
    var sentences = [first.hasSuffix(".") ? first : first + "."]
    if isUndecodableBody, case .validation = self.reason, let underlyingError {
      sentences.append("In addition, \(words(underlyingError)).")
    }
    if let status = statusBesideReason { sentences.append("The status code was \(status).") }
    if attempts > 1 { sentences.append("It took \(attempts) attempts.") }
    return sentences.joined(separator: " ").printedLines.cut(to: 2_048)
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  private var opening: String {
    if let request { return Self.opening(request.method, redaction.redacted(request.url)) }
    // The URL of a refused page is that of a server, and may contain secrets by any name. The reason has its origin.
    switch reason {
    case .invalidRequest(.crossOrigin), .invalidRequest(.repeatedPage): return "The request failed: "
    default: break
    }
    guard let unsent else { return "The request failed: " }
    return Self.opening(unsent.method, redaction.redacted(urlText: unsent.url))
  }

  private static func opening(_ method: HTTPMethod, _ url: String) -> String {
    // Cut, so that the reason is within the first 2 KiB.
    "\(method.rawValue.printed) \(url.printed.cut(to: 512)) failed: "
  }

  /// Why a type of the caller has no URL, such as a template whose expansion failed; nil if it is not the reason.
  ///
  /// Then this alone is described, because nothing is known of a URL.
  var urlFailure: (any Error)? {
    if case .invalidRequest(.url) = reason { underlyingError } else { nil }
  }

  /// Whether the description refers to the underlying error for the cause.
  var isExplainedByCause: Bool { reason.isExplainedByCause || isRefusedWebSocket }

  /// Whether the server did not accept a handshake.
  ///
  /// The status alone does not say what was expected.
  private var isRefusedWebSocket: Bool {
    if case .validation(.statusCode) = reason { underlyingError is WebSocketError } else { false }
  }

  private var statusBesideReason: Int? {
    if case .validation(.statusCode) = reason { nil } else { response?.status }
  }

  private static func excerpt(of data: Data, as type: String?, _ redaction: Redaction) -> String {
    // Cut before the search, because the body may be large, and again after it, because only 256 bytes are shown.
    let beginning = data.beginning(of: 4_096, for: redaction)
    let charset = Charset.name(in: type).flatMap { Charset(named: $0) }
    // A cut may split a character. The rest is still text.
    let cuts = data.count > beginning.count ? 0...3 : 0...0
    let decoded = cuts.lazy.compactMap { charset?.text(of: beginning.dropLast($0)) }.first
    // The decoded text is no longer in the charset of its type.
    let shown = decoded.map {
      redaction.redacted(body: Data($0.utf8), contentType: type.map { String($0.prefix { $0 != ";" }) })
    }
    let all = shown ?? redaction.redacted(body: beginning, contentType: type)
    let excerpt = all.prefix(256)
    let ends = all.count > excerpt.count ? 0...3 : cuts
    let text = ends.lazy.compactMap { String(validating: excerpt.dropLast($0), as: UTF8.self) }.first
    guard let text = text?.printedLines else {
      return "The body is not text (\(data.count.counted("byte")))."
    }
    return data.count > 256
      ? "The body has \(data.count) bytes and begins: \(text)" : "The body: \(text)"
  }
}

/// The error as the cause of another one, in whose description only that one's body is shown.
extension NetworkError: RedactedError {
  func words(_ outer: Redaction) -> String {
    let own = redaction
    return outer.redacted(text: summary(reason.words(own)) { own.words(for: $0) })
  }

  func wordsWithoutBody(_ outer: Redaction) -> String {
    let own = redaction
    let reason = reason.wordsWithoutBody(of: self, own)
    return outer.redacted(text: summary(reason) { own.wordsWithoutBody(for: $0) })
  }
}

extension NetworkError.Reason {
  /// Whether the description refers to the underlying error for the cause.
  fileprivate var isExplainedByCause: Bool {
    switch self {
    case .encoding, .transport, .cancelled, .interceptor, .validation(.custom), .invalidRequest: true
    case .transfer(.fileUnwritable), .transfer(.unsafeFile), .transfer(.fileExists): true
    case .timeout, .sessionFinished, .validation, .serialization, .transfer, .redirect: false
    }
  }

  /// Returns the reason alone as text, on one line.
  func words(_ redaction: Redaction) -> String { text(redaction).printed }

  private func text(_ redaction: Redaction) -> String {
    switch self {
    case .invalidRequest(let invalid): invalid.words(redaction)
    case .encoding: "the parameters or the body could not be encoded"
    case .transport(let phase): "the connection failed while \(phase.words)"
    case .timeout(let kind): kind.words
    case .cancelled: "it was cancelled"
    case .sessionFinished: "it was started after its session had finished"
    case .validation(let failure): failure.words(redaction)
    case .serialization(let words): redaction.redacted(text: words)
    case .transfer(let failure): failure.words(redaction)
    case .interceptor: "an interceptor failed"
    case .redirect(let failure): failure.words(redaction)
    }
  }
}

extension TransportPhase {
  fileprivate var words: String {
    switch self {
    case .nameLookup: "looking up the host"
    case .connect: "connecting"
    case .secureConnection: "negotiating TLS"
    case .send: "sending the request"
    case .head: "waiting for the response"
    case .body: "reading the body of the response"
    }
  }
}

extension TimeoutKind {
  fileprivate var words: String {
    switch self {
    case .idle: "it timed out: no byte was sent or received for too long"
    case .total: "it timed out: the request as a whole took too long"
    case .connect: "it timed out: the server gave no sign of life within the connect timeout"
    case .queue: "it timed out while waiting in the queue"
    case .credential: "it timed out waiting for a credential to be refreshed"
    }
  }
}

extension ValidationFailure: CustomReflectable {
  /// The case with its values, redacted by ``Redaction/standard``.
  public var customMirror: Mirror {
    let values: (label: String?, value: Any)? =
      switch self {
      case .statusCode(let status): ("statusCode", status)
      case .contentType(let type, let acceptable):
        ("contentType", (type.map(Redaction.standard.redacted(text:)), acceptable: acceptable))
      case .custom: nil
      }
    return Mirror(self, children: values.map { [$0] } ?? [], displayStyle: .enum)
  }

  fileprivate func words(_ redaction: Redaction) -> String {
    switch self {
    case .statusCode(let status): "the status code \(status) is not acceptable"
    case .contentType(nil, let acceptable):
      "the response has no content type, acceptable are: \(Self.words(acceptable))"
    case .contentType(let type?, let acceptable):
      """
      the content type \(redaction.redacted(text: type).cut(to: 1_024)) is not acceptable, acceptable are: \
      \(Self.words(acceptable))
      """
    case .custom: "a validation rule rejected the response"
    }
  }

  private static func words(_ acceptable: [String]) -> String {
    // An event stream has no other type, even if the rules accept more.
    let advice = acceptable == ["text/event-stream"] ? "" : #"; validate(contentType: ["*/*"]) accepts any"#
    return acceptable.joined(separator: ", ") + advice
  }
}

extension RedirectFailure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The reason as text, redacted by ``Redaction/standard``.
  public var description: String { words(.standard).printed }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because they may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }

  fileprivate func words(_ redaction: Redaction) -> String {
    switch self {
    case .limit(let limit): "it was redirected more than \(limit.counted("time"))"
    case .location(let location):
      "it was redirected to an invalid URL: \(redaction.redacted(urlText: location))"
    case .insecure: "it was redirected from https to http, which the policy forbids"
    case .bodyNotRepeatable: "it was redirected, but its body is a stream that can be read only once"
    }
  }
}

extension NetworkError: CustomDebugStringConvertible, CustomReflectable {
  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted by ``redaction``.
  ///
  /// The body appears as its size.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "reason": reason.words(redaction).cut(to: 2_048), "request": request as Any,
        "response": response as Any,
        "data": data.map { $0.count.counted("byte") } as Any,
        "underlyingError": underlyingError.map { redaction.words(for: $0).cut(to: 2_048) } as Any,
        "attempts": attempts,
      ])
  }
}
