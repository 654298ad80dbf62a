public import Foundation
public import Net

/// Recorded requests and their responses, as in a HAR file (HTTP Archive 1.2).
///
/// ```swift
/// let cassette = try Cassette(contentsOf: URL(filePath: "Cassettes/user.har"))
/// print(cassette.entries.map(\.request))
/// ```
///
/// A ``RecordingTransport`` reads and writes cassettes. Files that browsers and proxies saved can be read, too: their
/// additional fields are ignored, requests other than HTTP and WebSockets are left out, and bodies that were not saved
/// are marked as missing. An entry without a response, which tools mark by a status of 0 or less, replays as a failed
/// request. An entry that cannot be read is ``skipped``. The specification is at
/// <http://www.softwareishard.com/blog/har-12-spec/>.
public struct Cassette: Sendable, Hashable {
  /// The entries, in the order of the file.
  public var entries: [Entry]

  /// The errors of entries that could not be read: an invalid URL, a request body whose Base64 is invalid, a status
  /// that is not a number.
  ///
  /// Each error names the location in the file. Skipped entries are not written back.
  public private(set) var skipped: [CassetteError] = []

  /// When the first of the requests was sent; nil if the file does not say it.
  ///
  /// ```swift
  /// let scheduler = TestScheduler(startDate: cassette.recordedAt ?? Date())
  /// ```
  public var recordedAt: Date? { Self.start(of: entries) }

  /// When the first of these requests was sent; nil if no entry says it.
  static func start(of entries: [Entry]) -> Date? {
    entries.lazy.compactMap(\.start).min()
  }

  /// The maximum size of a file that can be read: 256 MiB.
  public static let maximumSize = 256 << 20

  /// Creates a cassette.
  public init(entries: [Entry] = []) { self.entries = entries }

  /// Reads a file.
  public init(contentsOf file: URL) throws(CassetteError) {
    let path = file.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { throw CassetteError(file: path, .missing) }
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= Self.maximumSize else {
        throw CassetteError(file: path, .tooLarge(bytes: size, limit: Self.maximumSize))
      }
      self = try Cassette(parsing: Data(contentsOf: file), file: path)
    } catch let error as CassetteError {
      throw error
    } catch {
      throw CassetteError(file: path, .unreadable(FileProblem.text(of: error)))
    }
  }

  /// Reads the content of a file; its name is used in errors.
  public init(parsing data: Data, file: String) throws(CassetteError) {
    guard data.count <= Self.maximumSize else {
      throw CassetteError(file: file, .tooLarge(bytes: data.count, limit: Self.maximumSize))
    }
    let root: JSONValue
    do {
      root = try JSONValue(parsingLeniently: data)
    } catch {
      throw CassetteError(file: file, .notJSON(error as? JSONError ?? .syntax("\(error)", offset: 0)))
    }
    (entries, skipped) = try HARReader(file: file).entries(of: root)
  }

  /// A request and its outcome.
  public struct Entry: Sendable, Hashable {
    /// When the request was sent; the start of 1970 if the file does not say it.
    public var startedAt: Date {
      get { start ?? Date(timeIntervalSince1970: 0) }
      set { start = newValue }
    }
    /// The request.
    public var request: RecordedRequest
    /// The received response; nil if there was none.
    public var response: Response?
    /// The failure; nil if the request did not fail.
    public var failure: Failure?
    /// The messages of the WebSocket that the request opened; nil if it opened none.
    public var webSocket: [WebSocketRecord]?
    /// The durations of its steps.
    public var timings: Timings
    /// How many bytes of the request's body were recorded; nil for all of them.
    ///
    /// Redaction may change their number.
    var bodyLimit: Int?
    /// The entry in the file it was read from.
    var source: JSONValue?

    /// When the request was sent; nil if the file does not say it.
    var start: Date?

    /// Creates an entry.
    public init(
      startedAt: Date, request: RecordedRequest, response: Response? = nil, failure: Failure? = nil,
      timings: Timings = Timings()
    ) {
      start = startedAt
      self.request = request
      self.response = response
      self.failure = failure
      self.timings = timings
    }
  }

  /// A response as it was received.
  public struct Response: Sendable, Hashable {
    /// The status code.
    public var status: Int
    /// The headers, in order, with repeated fields separate.
    public var headers: HTTPHeaders
    /// The HTTP version, if the file has one.
    public var httpVersion: String?
    /// The body as a transport delivers it, with all content codings decoded.
    public var body: Data
    /// The reason why the body is missing; nil if it is not.
    public var missingBody: String?

    /// Creates a response.
    public init(
      status: Int, headers: HTTPHeaders = [:], httpVersion: String? = nil, body: Data = Data(),
      missingBody: String? = nil
    ) {
      self.status = status
      self.headers = headers
      self.httpVersion = httpVersion
      self.body = body
      self.missingBody = missingBody
    }
  }

  /// The failure of a request.
  public struct Failure: Sendable, Hashable {
    /// The text of the error: `net::ERR_CONNECTION_REFUSED`.
    public var text: String
    /// The domain of the error, if it has one.
    public var domain: String?
    /// The code of the error within its domain.
    public var code: Int?
    /// The phase in which the request failed.
    public var phase: TransportPhase
    /// The error, if it is one of the package's transports.
    var error: RecordedError?

    /// Creates a failure.
    public init(text: String, domain: String? = nil, code: Int? = nil, phase: TransportPhase = .connect) {
      self.text = text
      self.domain = domain
      self.code = code
      self.phase = phase
    }
  }

  /// The durations of the steps of a request; nil if unknown.
  public struct Timings: Sendable, Hashable {
    /// The wait for a connection, which is not replayed.
    public var blocked: Duration?
    /// The DNS lookup.
    public var nameLookup: Duration?
    /// The connection setup, including TLS.
    public var connect: Duration?
    /// The TLS handshake.
    public var secureConnection: Duration?
    /// The transfer of the request.
    public var send: Duration?
    /// The wait for the response, from the end of the steps before.
    public var wait: Duration?
    /// The transfer of the response.
    public var receive: Duration?

    /// The time until the head of the response, without the wait for a connection.
    var untilHead: Duration {
      [nameLookup, connect, send, wait].reduce(.zero) { $0.addingSaturated(max($1 ?? .zero, .zero)) }
    }

    /// Creates timings.
    public init(
      blocked: Duration? = nil, nameLookup: Duration? = nil, connect: Duration? = nil,
      secureConnection: Duration? = nil, send: Duration? = nil, wait: Duration? = nil,
      receive: Duration? = nil
    ) {
      self.blocked = blocked
      self.nameLookup = nameLookup
      self.connect = connect
      self.secureConnection = secureConnection
      self.send = send
      self.wait = wait
      self.receive = receive
    }
  }
}

/// The error of a replayed request whose recorded error cannot be recreated, because only its text is known.
public struct ReplayedFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text of the recorded error.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}

extension ReplayedFailure: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
