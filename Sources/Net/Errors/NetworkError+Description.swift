public import Foundation

extension NetworkError: CustomStringConvertible, LocalizedError {
  /// What failed, why, and what the service said: a text to act on, without secrets.
  ///
  /// ```text
  /// GET https://api.example.com/users/1 failed: the status code 404 is not acceptable. It was sent 3 times.
  /// The body begins: {"message": "no such user"}
  /// ```
  ///
  /// Secrets in the URL are left out as by ``Redaction/standard``, and headers are not shown. The body is: its
  /// first 256 bytes.
  public var description: String {
    var sentences = [opening + reason.words + cause + "."]
    if let status = statusBesideReason { sentences.append("The status code was \(status).") }
    if attempts > 1 { sentences.append("It was sent \(attempts) times.") }
    let text = sentences.joined(separator: " ")
    guard let data, !data.isEmpty else { return text }
    return text + "\n" + Self.excerpt(of: data)
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  private var opening: String {
    guard let request else { return "The request failed: " }
    return "\(request.method) \(Redaction.standard.redacted(request.url)) failed: "
  }

  private var cause: String {
    guard let underlyingError, reason.isExplainedByCause else { return "" }
    return ": \(Self.words(for: underlyingError))"
  }

  private var statusBesideReason: Int? {
    if case .validation(.statusCode) = reason { nil } else { response?.status }
  }

  /// A foreign error in words. What Foundation's errors say of themselves holds the whole URL, secrets and all.
  private static func words(for error: any Error) -> String {
    // By the type itself: on Linux any NSError passes for a CocoaError.
    switch type(of: error) {
    case is NSError.Type, is URLError.Type, is CocoaError.Type:
      "\((error as NSError).domain) \((error as NSError).code), \(error.localizedDescription)"
    default: "\(error)"
    }
  }

  private static func excerpt(of data: Data) -> String {
    let shown = data.prefix(256)
    // Cut text may end inside a character, which is no reason to take it for bytes.
    let text = (0...3).lazy.compactMap { String(validating: shown.dropLast($0), as: UTF8.self) }.first
    guard let text, data.count > 256 || String(validating: shown, as: UTF8.self) != nil else {
      return "The body has \(data.count) bytes that are not text."
    }
    return data.count > 256
      ? "The body has \(data.count) bytes and begins: \(text)" : "The body: \(text)"
  }
}

extension NetworkError.Reason {
  /// Whether the words for the reason leave the why to the underlying error.
  fileprivate var isExplainedByCause: Bool {
    switch self {
    case .encoding, .transport, .interceptor, .validation(.custom), .invalidRequest: true
    case .transfer(.fileUnwritable): true
    case .timeout, .cancelled, .validation, .serialization, .transfer, .redirect: false
    }
  }

  /// The reason alone, in words.
  var words: String {
    switch self {
    case .invalidRequest(let invalid): invalid.description
    case .encoding: "the parameters or the body could not be encoded"
    case .transport(let phase): "the connection failed while \(phase.words)"
    case .timeout(let kind): kind.words
    case .cancelled: "it was cancelled"
    case .validation(let failure): failure.words
    case .serialization(let words): words
    case .transfer(let failure): failure.description
    case .interceptor: "an interceptor failed"
    case .redirect(let failure): failure.words
    }
  }
}

extension TransportPhase {
  fileprivate var words: String {
    switch self {
    case .nameLookup: "looking up the host"
    case .connect: "connecting"
    case .secureConnection: "agreeing on TLS"
    case .send: "sending the request"
    case .head: "waiting for the response"
    case .body: "reading the body of the response"
    }
  }
}

extension TimeoutKind {
  fileprivate var words: String {
    switch self {
    case .idle: "it timed out, with no byte sent or received for too long"
    case .total: "it timed out, taking too long as a whole"
    case .connect: "it timed out while connecting"
    case .queue: "it timed out waiting for its turn"
    }
  }
}

extension ValidationFailure {
  fileprivate var words: String {
    switch self {
    case .statusCode(let status): "the status code \(status) is not acceptable"
    case .contentType(nil, let acceptable):
      "the response names no content type, acceptable are: \(acceptable.joined(separator: ", "))"
    case .contentType(let type?, let acceptable):
      "the content type \(type) is not acceptable, these are: \(acceptable.joined(separator: ", "))"
    case .custom: "a validation rule refused the response"
    }
  }
}

extension RedirectFailure {
  fileprivate var words: String {
    switch self {
    case .limit(let limit): "it was redirected more than \(limit) times"
    case .location(nil): "it was redirected to nowhere: there is no Location"
    case .location(let location?):
      "it was redirected to what is no URL: \(Redaction.standard.redacted(urlText: location))"
    case .insecure: "it was redirected from https to http, which the policy refuses"
    case .bodyNotRepeatable: "it was redirected, and its body is a stream that can be read just once"
    }
  }
}
