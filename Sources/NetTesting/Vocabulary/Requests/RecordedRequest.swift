public import Foundation
public import Net

/// A complete request as a mock transport or a mock server received it.
public struct RecordedRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// The absolute URL.
  public var url: URL
  /// The headers, in order, with repeated fields separate.
  public var headers: HTTPHeaders { didSet { notes.json = ParsedJSON() } }
  /// The whole body, whatever its source; empty without one.
  public var body: Data { didSet { notes.json = ParsedJSON() } }
  /// The trailer fields of a chunked body (RFC 9110 section 6.5), in order; only a server receives any.
  public var trailers: HTTPHeaders
  private var carried = CarriedRedaction()
  private var notes = Notes()

  /// What equality ignores: the tags, the captures of the stub's matcher, and what follows from the body.
  private struct Notes: Sendable, Hashable {
    var tags = RequestTags()
    var json = ParsedJSON()
    var captures: [String: String] = [:]

    static func == (left: Notes, right: Notes) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// The values that the caller attached to the request, for matchers and closures of stubs.
  ///
  /// ```swift
  /// enum Screen: RequestTagKey { typealias Value = String }
  /// transport.stub(RequestMatcher("for the checkout") { $0.tags[Screen.self] == "checkout" }, with: .status(204))
  /// ```
  ///
  /// They are not sent, so a mock below a `URLSession` and a server receive none. Equality ignores them.
  public var tags: RequestTags {
    get { notes.tags }
    set { notes.tags = newValue }
  }

  /// The parts of the path that match the names in the stub's URI template, percent-decoded.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{login}")) { request in .json(["login": .string(request.captures["login"] ?? "")]) }
  /// ```
  ///
  /// It is empty except in the closure of a stub.
  public internal(set) var captures: [String: String] {
    get { notes.captures }
    set { notes.captures = newValue }
  }

  /// Creates a recorded request.
  public init(
    method: HTTPMethod, url: URL, headers: HTTPHeaders = [:], body: Data = Data(), trailers: HTTPHeaders = [:]
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.trailers = trailers
  }

  /// Creates a record of a transport's request; the body is read whole, and empty if it cannot be read.
  ///
  /// If the body is an asynchronous sequence, the thread blocks until that ends.
  public init(_ request: TransportRequest) {
    self.init(
      method: request.method, url: request.url, headers: request.headers,
      body: (try? request.body.contents()) ?? Data())
    carried = CarriedRedaction(request.carriedRedaction)
    tags = request.tags
  }

  /// The decoded body as JSON; nil if it is not JSON, or an object in it repeats a name.
  var json: JSONValue? { notes.json.value { try? LongNumber.value(parsing: plainBody) } }

  /// Releases ``json``, here and in copies.
  func forgetJSON() { notes.json.forget() }

  /// The value of the query item with this name, percent-decoded; nil if the item is missing or has no value.
  ///
  /// A `+` stays a plus sign, as in URIs (RFC 3986 section 3.4) and `URLComponents.queryItems`, although matchers also
  /// accept it for a space. Bytes that are not UTF-8 keep their escapes, such as `%FF`.
  public func query(_ name: String) -> String? { queryPairs.first { $0.name == name }?.value }

  /// The redaction of reports: that of the session that sent the request, or `Redaction.standard`.
  ///
  /// Equality ignores it.
  package var redaction: Redaction {
    get { carried.value ?? .standard }
    set { carried.value = newValue }
  }
}

extension RecordedRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the URL, redacted as the session says.
  public var description: String { "\(method) \(redaction.redacted(url))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts, redacted as the session says.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "method": method.rawValue, "url": redaction.redacted(url), "headers": redaction.lines(of: headers),
        "body": redaction.shownText(of: body, headers["Content-Type"]),
        "trailers": redaction.lines(of: trailers),
      ])
  }
}
