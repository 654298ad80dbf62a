import Foundation

extension MultipartFormData {
  /// The form as a body and its content type.
  struct Encoded: Sendable {
    var body: RequestBody
    var contentType: String
  }

  /// Encodes the form: checks its files, chooses a boundary, and reads a short form into memory.
  ///
  /// - `draw`: Returns a random boundary. It is called again if a part contains the boundary.
  /// It throws ``RequestBodyError``, ``InvalidRequest``.
  func encoded(drawing draw: () -> String = Self.randomBoundary) throws -> Encoded {
    let boundary = try usedBoundary(draw)
    var segments: [Segment] = []
    for part in parts {
      segments.append(Segment(.data(Data("--\(boundary)\r\n".utf8) + (try part.head()))))
      // What is in memory has been searched. A random boundary is not known to anyone who wrote a file.
      segments.append(try Segment(checking: part.source, for: self.boundary))
      segments.append(Segment(.data(Data("\r\n".utf8))))
    }
    segments.append(Segment(.data(Data("--\(boundary)--\r\n".utf8))))
    return Encoded(
      body: try body(of: segments), contentType: "multipart/form-data; boundary=\(boundary)")
  }

  private func body(of segments: [Segment]) throws -> RequestBody {
    let count = segments.reduce(Int64?(0)) { sum, segment in
      guard let sum, let count = segment.count else { return nil }
      let (total, isOverflown) = sum.addingReportingOverflow(count)
      return isOverflown ? nil : total
    }
    let isRepeatable = segments.allSatisfy(\.body.isRepeatable)
    guard !segments.contains(where: \.body.isSequence) else {
      return .stream(
        BodyStream(count: count, isRepeatable: isRepeatable, source: SegmentsSource(segments: segments)))
    }
    let mayWait = segments.contains(where: \.mayWait)
    let stream = BodyStream(count: count, isRepeatable: isRepeatable, mayWait: mayWait) {
      SegmentsReader(segments)
    }
    guard let count, count <= memoryLimit, !mayWait else { return .stream(stream) }
    do {
      return .data(try RequestBody.stream(stream).contents())
    } catch RequestBodyError.tooManyOpenFiles {
      // The transport waits until they can be opened.
      return .stream(stream)
    }
  }

  private func usedBoundary(_ draw: () -> String) throws -> String {
    guard let boundary else {
      var drawn = draw()
      while contents(hold: drawn) { drawn = draw() }
      return drawn
    }
    guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(Self.isBoundaryByte) else {
      throw InvalidRequest.boundary(boundary)
    }
    guard !contents(hold: boundary) else { throw RequestBodyError.boundaryInContent(boundary) }
    return boundary
  }

  /// Returns whether a boundary may contain the byte, and a parameter without quotes, too (RFC 2046 section 5.1.1, RFC
  /// 9110 section 5.6.2).
  static func isBoundaryByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: URLBytes.isLetter(byte) || URLBytes.isDigit(byte)
    }
  }

  /// Whether a part in memory contains the boundary.
  private func contents(hold boundary: String) -> Bool {
    let mark = Data("--\(boundary)".utf8)
    return parts.contains { $0.source.data?.range(of: mark) != nil }
  }

  private static func randomBoundary() -> String {
    let bits = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
    return "NetStream-" + bits.map { String($0, radix: 36) }.joined(separator: "-")
  }
}

/// A segment of a form's body: a delimiter with the header of a part, or the content of a part.
private struct Segment: Sendable {
  let body: RequestBody
  let count: Int64?
  /// The boundary that must not occur in the body; nil if it is known not to.
  private(set) var boundary: String?

  init(_ body: RequestBody) {
    self.body = body
    count = body.count
  }

  /// - Throws: ``RequestBodyError`` for a file that cannot be sent.
  init(checking body: RequestBody, for boundary: String?) throws {
    self.body = body
    if body.data == nil { self.boundary = boundary }
    if case .file(let url) = body { count = try FileBody(url).count } else { count = body.count }
  }

  /// Whether a read may wait for something slower than a disk.
  var mayWait: Bool {
    if case .stream(let stream) = body { stream.mayWait } else { false }
  }

  func reader() throws -> any BodyReader {
    let reader = try countedReader()
    return boundary.map { SearchedReader(reader, for: $0) } ?? reader
  }

  private func countedReader() throws -> any BodyReader {
    let reader = try body.reader()
    guard case .file(let url) = body, let count else { return reader }
    // The file may have changed since the total length was computed.
    return CountedReader(reader, count: count, file: url)
  }

  /// Writes the segment for a form that has asynchronous parts.
  func write(to output: any BodyOutput) async throws {
    switch body {
    case .none: break
    case .data(let data): try await output.write(data)
    case .stream(let stream):
      try stream.claim()
      try await stream.write(to: boundary.map { SearchedOutput(output, for: $0) } ?? output)
    case .file: try await QueuedReader(reader).write(to: output)
    }
  }
}

/// Reads one segment after the other.
///
/// Each is opened when its turn comes.
private struct SegmentsReader: BodyReader {
  private var rest: FIFO<Segment>
  private var current: (any BodyReader)?

  init(_ segments: [Segment]) { rest = FIFO(segments) }

  mutating func read(atMost count: Int) throws -> Data? {
    while true {
      if let chunk = try current?.read(atMost: count) { return chunk }
      guard let next = rest.popFirst() else { return nil }
      current = try next.reader()
    }
  }
}

/// Writes one segment after the other, for a form that has asynchronous parts.
private struct SegmentsSource: SequenceSource {
  let segments: [Segment]

  func write(to output: any BodyOutput) async throws {
    for segment in segments { try await segment.write(to: output) }
  }
}
