import Foundation
import Net

/// Parses HTTP/1.1 requests (RFC 9112) from bytes that may be split anywhere.
///
/// A pure value.
///
/// After a failure it parses nothing more, because the start of the next request is unknown.
struct RequestParser: Sendable {
  /// A part of a request.
  enum Part: Sendable, Hashable {
    /// The head of a request, and whether the client waits for `100 Continue` (RFC 9110 section 10.1.1).
    case head(ParsedRequest, hasBody: Bool, expectsContinue: Bool)
    /// A chunk of the body, of any size.
    case body(Data)
    /// The end of the request, with its trailer fields.
    case end(trailers: HTTPHeaders)
    /// The request is invalid; this is the response.
    case failure(ParseFailure)
  }

  private enum Phase: Sendable {
    case requestLine
    case fields
    case end
    case body(remaining: Int)
    case chunkSize
    case chunk(remaining: Int)
    case chunkEnd
    case trailers
    case failed
  }

  private enum Step {
    case event(Part)
    case proceed
    case needsMore
  }

  private let limits: ServerLimits
  private var buffer = InputBuffer()
  private var phase = Phase.requestLine
  /// The head that is being read.
  ///
  /// It is not part of the phase, because a second reference would copy its fields with each line; nor are the
  /// trailers.
  private var head: RequestHead?
  private var trailers = HTTPHeaders()
  private var trailerSize = 0
  private var bodyCount = 0

  init(limits: ServerLimits = ServerLimits()) { self.limits = limits }

  /// Whether no byte of the next request has arrived.
  var isIdle: Bool {
    if case .requestLine = phase { buffer.count == 0 } else { false }
  }

  /// The number of bytes that wait to be parsed.
  var waitingCount: Int { buffer.count }

  /// Removes and returns the unparsed bytes, which belong to another protocol.
  mutating func takeRest() -> [UInt8] { Array(buffer.take(atMost: buffer.count)) }

  /// Adds bytes that have arrived.
  mutating func append(_ bytes: ArraySlice<UInt8>) { buffer.append(bytes) }

  /// Parses the next part; nil if more bytes are needed.
  mutating func next() -> Part? {
    while true {
      do throws(ParseFailure) {
        switch try step() {
        case .event(let event): return event
        case .proceed: continue
        case .needsMore: return nil
        }
      } catch {
        phase = .failed
        var failure = error
        failure.isOfHead = head?.method == .head
        return .failure(failure)
      }
    }
  }

  private mutating func step() throws(ParseFailure) -> Step {
    switch phase {
    case .requestLine: return try readRequestLine()
    case .fields: return try readField()
    case .end:
      phase = .requestLine
      return .event(.end(trailers: [:]))
    case .body(let remaining): return readBody(remaining: remaining)
    case .chunkSize: return try readChunkSize()
    case .chunk(let remaining): return readChunk(remaining: remaining)
    case .chunkEnd: return try readChunkEnd()
    case .trailers: return try readTrailer()
    case .failed: return .needsMore
    }
  }

  private mutating func readRequestLine() throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: limits.requestLine) {
    case .incomplete: return .needsMore
    case .tooLong: throw .targetTooLong
    case .unmarked: throw .unmarkedLine
    case .line(let line):
      // An empty line before a request is ignored (RFC 9112 section 2.2).
      if !line.isEmpty {
        head = try RequestHead(requestLine: line)
        phase = .fields
      }
      return .proceed
    }
  }

  private mutating func readField() throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: limits.headers - (head?.size ?? 0)) {
    case .incomplete: return .needsMore
    case .tooLong: throw .headersTooLarge
    case .unmarked: throw .unmarkedLine
    case .line(let line) where line.isEmpty:
      guard let head else { return .proceed }
      let step = try begin(head)
      self.head = nil
      return step
    case .line(let line):
      try head?.add(line)
      return .proceed
    }
  }

  private mutating func begin(_ head: RequestHead) throws(ParseFailure) -> Step {
    let framing = try head.framing()
    let request = try head.request()
    let expectsContinue = try head.expectsContinue()
    bodyCount = 0
    switch framing {
    case .length(let length):
      if length > limits.body { throw .bodyTooLarge }
      phase = length == 0 ? .end : .body(remaining: length)
    case .chunked: phase = .chunkSize
    }
    return .event(.head(request, hasBody: framing != .length(0), expectsContinue: expectsContinue))
  }

  private mutating func readBody(remaining: Int) -> Step {
    let taken = Data(buffer.take(atMost: remaining))
    phase = taken.count == remaining ? .end : .body(remaining: remaining - taken.count)
    return taken.isEmpty ? .needsMore : .event(.body(taken))
  }

  private mutating func readChunkSize() throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: 4_096) {
    case .incomplete: return .needsMore
    case .tooLong: throw .malformed("the line with the size of a chunk does not end")
    case .unmarked: throw .unmarkedLine
    case .line(let line):
      // Chunk extensions, after a semicolon, are ignored (RFC 9112 section 7.1.1); any other text is an error.
      let digits = line.prefix { $0 != 0x3b && !$0.isBlank }
      let text = String(decoding: digits, as: UTF8.self)
      let rest = line[digits.endIndex...].drop(while: \.isBlank)
      guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit), rest.isEmpty || rest.first == 0x3b,
        rest.allSatisfy(\.isText)
      else {
        throw .malformed(
          "\"\(String(decoding: line.prefix(200), as: UTF8.self))\" is not the size of a chunk")
      }
      guard let size = Int(text, radix: 16), size <= limits.body - bodyCount else { throw .bodyTooLarge }
      bodyCount += size
      phase = size == 0 ? .trailers : .chunk(remaining: size)
      return .proceed
    }
  }

  private mutating func readChunk(remaining: Int) -> Step {
    let taken = Data(buffer.take(atMost: remaining))
    phase = taken.count == remaining ? .chunkEnd : .chunk(remaining: remaining - taken.count)
    return taken.isEmpty ? .needsMore : .event(.body(taken))
  }

  private mutating func readChunkEnd() throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: 1) {
    case .incomplete: return .needsMore
    case .line(let line) where line.isEmpty:
      phase = .chunkSize
      return .proceed
    case .line, .unmarked, .tooLong: throw .malformed("a chunk is longer than its size says")
    }
  }

  private mutating func readTrailer() throws(ParseFailure) -> Step {
    switch buffer.takeLine(limit: limits.headers - trailerSize) {
    case .incomplete: return .needsMore
    case .tooLong: throw .headersTooLarge
    case .unmarked: throw .unmarkedLine
    case .line(let line) where line.isEmpty:
      defer { (trailers, trailerSize) = ([:], 0) }
      phase = .requestLine
      return .event(.end(trailers: trailers))
    case .line(let line):
      trailers.add(try HTTPField(line: line))
      trailerSize += line.count + 2
      return .proceed
    }
  }
}
