import Foundation
import Net

/// Reads HTTP/1.1 requests (RFC 9112) from bytes that arrive cut anywhere. A pure value.
///
/// After a failure it stays there: where the next request would begin cannot be known.
struct RequestParser: Sendable {
  /// How much it takes.
  struct Limits: Sendable, Hashable {
    /// The request line, in bytes: more is a 414.
    var requestLine = 16_384
    /// The header section, and the trailer section, in bytes: more is a 431.
    var headers = 65_536
    /// The body, in bytes: more is a 413.
    var body = 1 << 30
  }

  /// What it has read.
  enum Event: Sendable, Hashable {
    /// The client waits for leave to send the body (RFC 9110 section 10.1.1).
    case continueExpected
    /// A whole request.
    case request(ParsedRequest)
    /// It is no request, and this is what to answer.
    case failure(ParseFailure)
  }

  private enum Phase: Sendable {
    case requestLine
    case fields(RequestHead)
    case body(ParsedRequest, remaining: Int)
    case chunkSize(ParsedRequest)
    case chunk(ParsedRequest, remaining: Int)
    case chunkEnd(ParsedRequest)
    case trailers(ParsedRequest, size: Int)
    case failed
  }

  private enum Step {
    case event(Event)
    case goOn
    case needsMore
  }

  private let limits: Limits
  private var buffer = InputBuffer()
  private var phase = Phase.requestLine
  private var body: [UInt8] = []

  init(limits: Limits = Limits()) { self.limits = limits }

  /// Whether nothing of a next request has arrived.
  var isIdle: Bool {
    if case .requestLine = phase { buffer.count == 0 } else { false }
  }

  /// How many bytes wait to be read.
  var waitingCount: Int { buffer.count }

  /// Adds bytes that have arrived.
  mutating func append(_ bytes: ArraySlice<UInt8>) { buffer.append(bytes) }

  /// Reads on to the next event; nil when more bytes are needed.
  mutating func next() -> Event? {
    while true {
      do throws(ParseFailure) {
        switch try step() {
        case .event(let event): return event
        case .goOn: continue
        case .needsMore: return nil
        }
      } catch {
        phase = .failed
        return .failure(error)
      }
    }
  }

  private mutating func step() throws(ParseFailure) -> Step {
    switch phase {
    case .requestLine: return try readRequestLine()
    case .fields(let head): return try readField(of: head)
    case .body(let request, let remaining): return readBody(of: request, remaining: remaining)
    case .chunkSize(let request): return try readChunkSize(of: request)
    case .chunk(let request, let remaining): return readChunk(of: request, remaining: remaining)
    case .chunkEnd(let request): return try readChunkEnd(of: request)
    case .trailers(let request, let size): return try readTrailer(of: request, size: size)
    case .failed: return .needsMore
    }
  }

  private mutating func readRequestLine() throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: limits.requestLine) {
    case .incomplete: return .needsMore
    case .tooLong: throw .targetTooLong
    case .line(let line):
      // An empty line before a request is left over from a careless client (RFC 9112 section 2.2).
      if !line.isEmpty { phase = .fields(try RequestHead(requestLine: line)) }
      return .goOn
    }
  }

  private mutating func readField(of head: RequestHead) throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: limits.headers - head.size) {
    case .incomplete: return .needsMore
    case .tooLong: throw .headersTooLarge
    case .line(let line) where line.isEmpty: return try begin(head)
    case .line(let line):
      var head = head
      // Not to hold a second reference while the headers grow.
      phase = .failed
      try head.add(line)
      phase = .fields(head)
      return .goOn
    }
  }

  private mutating func begin(_ head: RequestHead) throws(ParseFailure) -> Step {
    let framing = try head.framing()
    let request = try head.request()
    let expectsContinue = try head.expectsContinue()
    body = []
    switch framing {
    case .length(let length):
      if length > limits.body { throw .bodyTooLarge }
      phase = .body(request, remaining: length)
      if length == 0 { return .goOn }
    case .chunked:
      phase = .chunkSize(request)
    }
    return expectsContinue ? .event(.continueExpected) : .goOn
  }

  private mutating func readBody(of request: ParsedRequest, remaining: Int) -> Step {
    let taken = buffer.take(atMost: remaining)
    body += taken
    guard taken.count == remaining else {
      phase = .body(request, remaining: remaining - taken.count)
      return .needsMore
    }
    return finish(request)
  }

  private mutating func finish(_ request: ParsedRequest) -> Step {
    var request = request
    request.body = Data(body)
    body = []
    phase = .requestLine
    return .event(.request(request))
  }

  private mutating func readChunkSize(of request: ParsedRequest) throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: 4_096) {
    case .incomplete: return .needsMore
    case .tooLong: throw .malformed("the line with the size of a chunk does not end")
    case .line(let line):
      // Extensions, after a semicolon, are not looked at (RFC 9112 section 7.1.1).
      let digits = line.prefix { $0 != 0x3b }.filter { $0 != 0x20 && $0 != 0x09 }
      let text = String(decoding: digits, as: UTF8.self)
      guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit) else {
        throw .malformed("\"\(text)\" is not the size of a chunk")
      }
      guard let size = Int(text, radix: 16), size <= limits.body - body.count else { throw .bodyTooLarge }
      phase = size == 0 ? .trailers(request, size: 0) : .chunk(request, remaining: size)
      return .goOn
    }
  }

  private mutating func readChunk(of request: ParsedRequest, remaining: Int) -> Step {
    let taken = buffer.take(atMost: remaining)
    body += taken
    let rest = remaining - taken.count
    phase = rest == 0 ? .chunkEnd(request) : .chunk(request, remaining: rest)
    return rest == 0 ? .goOn : .needsMore
  }

  private mutating func readChunkEnd(of request: ParsedRequest) throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: 1) {
    case .incomplete: return .needsMore
    case .line(let line) where line.isEmpty:
      phase = .chunkSize(request)
      return .goOn
    case .line, .tooLong: throw .malformed("a chunk is longer than its size says")
    }
  }

  private mutating func readTrailer(of request: ParsedRequest, size: Int) throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: limits.headers - size) {
    case .incomplete: return .needsMore
    case .tooLong: throw .headersTooLarge
    case .line(let line) where line.isEmpty: return finish(request)
    case .line(let line):
      // Trailer fields may be dropped (RFC 9110 section 6.5.1), but not if they are none.
      _ = try HTTPField(line: line)
      phase = .trailers(request, size: size + line.count + 2)
      return .goOn
    }
  }
}
