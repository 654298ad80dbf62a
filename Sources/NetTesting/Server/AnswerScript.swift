import Foundation
import Net

/// The steps in which a response is sent, including its fault.
///
/// A pure value.
struct AnswerScript: Sendable {
  /// The next step.
  enum Step: Sendable, Hashable {
    /// Send these bytes.
    case send(Data)
    /// Send nothing for this long.
    case wait(Duration)
    /// The response ends.
    case end(Ending)
  }

  /// What happens to the connection after everything has been sent.
  enum Ending: Sendable, Hashable {
    /// It stays open for the next request, if it may.
    case complete
    case close
    case reset
    /// It stays open, and nothing more is sent.
    case stall
  }

  private var opening: Data
  private var reader: StubBodyReader?
  private var isChunked = false
  private var tail = Data()
  private var ending = Ending.complete
  /// The number of fields sent so far of an endless header section; nil for a head that ends.
  private var endlessCount: Int?
  private var delay: Duration?
  private var chunk: Data?

  /// The maximum number of bytes in one step: slices of a large body cost nothing, and no call should take long.
  private static let chunkSize = 1 << 18

  /// - `answer`: The response, resolved for its request.
  /// - `message`: Its head and framing.
  /// - `interims`: The interim responses before it, as they are sent.
  init(_ answer: StubResponse, body: Data, message: ResponseWriter.Message, interims: Data = Data()) {
    defer { opening = interims + opening }
    opening = message.head
    isChunked = message.framing == .chunked
    var body = message.framing == .none ? Data() : body
    if isChunked { tail = ResponseWriter.lastChunk(trailers: answer.trailers) }
    switch answer.fault {
    case nil: break
    case .breaks(let kind, let cut)?:
      ending = Self.ending(kind)
      switch cut {
      case .end: break
      case .bodyBytes(let count):
        body = body.prefix(max(0, count))
        tail = Data()
      case .headBytes(let count):
        // A whole head without a body would be a response.
        say(opening.prefix(max(0, min(count, opening.count - 1))))
        return
      case .nothing:
        say(Data())
        return
      }
    case .truncatedChunk?:
      // Announces twice the size of the chunk it sends. Without chunked coding, sends half of the body.
      let size = isChunked ? Data("\(String(max(body.count, 2), radix: 16))\r\n".utf8) : Data()
      say(opening + size + body.prefix(body.count / 2))
      ending = .close
      return
    case .contentLength(let off)?: ending = off == 0 ? .complete : .close
    case .garbage(let bytes)?:
      say(bytes)
      ending = .close
      return
    case .endlessHeader?: endlessCount = 0
    }
    reader = StubBodyReader(body, pacing: answer.pacing, chunkSize: Self.chunkSize)
  }

  private static func ending(_ kind: ServerFault.Break) -> Ending {
    switch kind {
    case .reset: .reset
    case .close: .close
    case .stall: .stall
    }
  }

  /// Sends these bytes and no body.
  private mutating func say(_ bytes: Data) {
    opening = bytes
    tail = Data()
  }

  /// Returns the next step; the last one repeats.
  mutating func next() -> Step {
    if let count = endlessCount { return .send(endlessFields(from: count)) }
    if let delay = delay.take() { return .wait(delay) }
    if let chunk = chunk.take() { return .send(encoded(chunk)) }
    switch reader?.next() {
    case .chunk(let next, let delay)?: return begin(next, after: delay)
    case .end(let delay)? where delay > .zero:
      reader = nil
      self.delay = opening.isEmpty ? nil : delay
      return opening.isEmpty ? .wait(delay) : .send(takeOpening())
    case .end?, nil:
      reader = nil
      let rest = takeOpening() + tail
      tail = Data()
      return rest.isEmpty ? .end(ending) : .send(rest)
    }
  }

  private mutating func begin(_ next: Data, after delay: Duration) -> Step {
    if delay <= .zero {
      if opening.isEmpty { return .send(encoded(next)) }
      // Small data is sent with the head, in one system call.
      if next.count <= 65_536 { return .send(takeOpening() + encoded(next)) }
    } else if opening.isEmpty {
      chunk = next
      return .wait(delay)
    }
    chunk = next
    self.delay = delay > .zero ? delay : nil
    return .send(takeOpening())
  }

  private mutating func takeOpening() -> Data {
    defer { opening = Data() }
    return opening
  }

  private func encoded(_ chunk: Data) -> Data {
    guard isChunked else { return chunk }
    return Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
  }

  /// Sends the head without the line that ends it, and then one field after the other.
  private mutating func endlessFields(from count: Int) -> Data {
    endlessCount = count + 16
    let start = takeOpening().dropLast(2)
    let filling = String(repeating: "a", count: 200)
    return start + Data((count..<count + 16).map { "X-Endless-\($0): \(filling)\r\n" }.joined().utf8)
  }
}
