public import Foundation
public import Net

/// Requests and what they were answered, as a HAR file (HTTP Archive 1.2) has them.
///
/// ```swift
/// let cassette = try Cassette(contentsOf: URL(filePath: "Cassettes/user.har"))
/// print(cassette.entries.map(\.request))
/// ```
///
/// A ``RecordingTransport`` reads and writes it. Files that browsers and proxies saved are read, too: their own
/// fields are ignored, requests that were not HTTP are left out, and bodies that they did not save are known to be
/// missing. An entry without a response, which tools mark by a status of 0 or less, replays as a failed request. An entry
/// that cannot be read is ``skipped``. The specification is at <http://www.softwareishard.com/blog/har-12-spec/>.
public struct Cassette: Sendable, Hashable {
  /// The entries, in the order of the file.
  public var entries: [Entry]

  /// Why other entries of the file could not be read: an invalid URL, a request body whose Base64 is invalid, a status that
  /// is no number.
  ///
  /// Each error names the place in the file. They are not written back.
  public private(set) var skipped: [CassetteError] = []

  /// How many bytes of a file are read at most: 256 MiB.
  public static let maximumSize = 256 << 20

  /// Makes a cassette.
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
      throw CassetteError(file: path, .unreadable(error.localizedDescription))
    }
  }

  /// Reads the content of a file, whose name is for errors.
  public init(parsing data: Data, file: String) throws(CassetteError) {
    guard data.count <= Self.maximumSize else {
      throw CassetteError(file: file, .tooLarge(bytes: data.count, limit: Self.maximumSize))
    }
    let root: JSONValue
    do {
      root = try JSONValue(parsing: data)
    } catch {
      throw CassetteError(file: file, .notJSON(error as? JSONError ?? .syntax("\(error)", offset: 0)))
    }
    (entries, skipped) = try HARReader(file: file).entries(of: root)
  }

  /// A request and what became of it.
  public struct Entry: Sendable, Hashable {
    /// When the request was sent.
    public var startedAt: Date
    /// The request.
    public var request: RecordedRequest
    /// What was received; nil when nothing was.
    public var response: Response?
    /// What it failed with; nil when it did not.
    public var failure: Failure?
    /// How long its steps took.
    public var timings: Timings
    /// The entry as it stood in the file.
    var source: JSONValue?

    /// Makes an entry.
    public init(
      startedAt: Date, request: RecordedRequest, response: Response? = nil, failure: Failure? = nil,
      timings: Timings = Timings()
    ) {
      self.startedAt = startedAt
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
    /// The headers, in order, repeated fields apart.
    public var headers: HTTPHeaders
    /// The version of HTTP, where the file names one.
    public var httpVersion: String?
    /// The body, whatever encoding it travelled in undone.
    public var body: Data
    /// Why the body cannot be had, in words; nil when it can.
    public var missingBody: String?

    /// Makes a response.
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

  /// What a request failed with.
  public struct Failure: Sendable, Hashable {
    /// The error in words: `net::ERR_CONNECTION_REFUSED`.
    public var text: String
    /// The domain and code of the error, where it has them.
    public var domain: String?
    /// The code of the error within its domain.
    public var code: Int?
    /// How far the request had come.
    public var phase: TransportPhase

    /// Makes a failure.
    public init(text: String, domain: String? = nil, code: Int? = nil, phase: TransportPhase = .connect) {
      self.text = text
      self.domain = domain
      self.code = code
      self.phase = phase
    }
  }

  /// How long the steps of a request took; nil where it is not known.
  public struct Timings: Sendable, Hashable {
    /// Finding the address of the host.
    public var nameLookup: Duration?
    /// Opening the connection, TLS included.
    public var connect: Duration?
    /// Agreeing on TLS.
    public var secureConnection: Duration?
    /// Waiting for the response.
    public var wait: Duration?
    /// Receiving the response.
    public var receive: Duration?

    /// Makes timings.
    public init(
      nameLookup: Duration? = nil, connect: Duration? = nil, secureConnection: Duration? = nil,
      wait: Duration? = nil, receive: Duration? = nil
    ) {
      self.nameLookup = nameLookup
      self.connect = connect
      self.secureConnection = secureConnection
      self.wait = wait
      self.receive = receive
    }
  }
}

/// What a replayed request fails with, where the recorded error is not one that can be made again.
public struct ReplayedFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The recorded error in words.
  public var description: String

  /// Makes an error.
  public init(_ description: String) { self.description = description }
}
