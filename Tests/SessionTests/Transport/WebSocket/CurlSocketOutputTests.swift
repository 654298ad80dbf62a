#if os(Linux)
  import TestSupport
  import Testing

  @testable import Net

  /// A completion may be the last owner of an object whose release closes the connection.
  @Suite struct CurlSocketOutputTests {
    private final class Owner: Sendable {
      func note() {}
    }

    @Test(arguments: [true, false]) func aCompletionThatIsTakenIsNotKept(isSent: Bool) {
      var output = CurlSocketOutput([])
      weak var owner: Owner?
      do {
        let strong = Owner()
        owner = strong
        output.expect({ _ in strong.note() }, after: isSent ? 0 : 1)
      }
      expectNotNil(owner)
      do {
        let completion = isSent ? output.nextSent() : output.nextUnsent()
        expectEqual(completion.map { _ in true }, true)
      }
      expectNil(owner)
      expectTrue(output.isEmpty)
    }

    // MARK: - Control frames between others

    /// A frame whose bytes are its number.
    private static func frame(_ number: UInt8, _ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      WebSocketFrameHeader(
        .binary, isFinal: true, isCompressed: false, key: WebSocketMask.Key(0), length: count
      ).append(to: &bytes)
      return bytes + [UInt8](repeating: number, count: count)
    }

    private static let frames = [frame(1, 3), frame(2, 200), frame(3, 70_000), frame(4, 0), frame(5, 65_536)]
    private static let pong: [UInt8] = [0x8a, 0x80, 0, 0, 0, 0]

    /// Sends as many bytes as are given at a time.
    private func send(_ output: inout CurlSocketOutput, _ counts: [Int]) -> [UInt8] {
      var (sent, counts) = ([UInt8](), counts[...])
      // The bytes are only read during the call.
      _ = unsafe output.send { bytes in
        guard let count = counts.popFirst() else { return .later }
        unsafe sent += bytes.prefix(count)
        return .bytes(min(count, bytes.count))
      }
      return sent
    }

    /// Sends all bytes, and a pong that is added when this many of them are sent.
    private func send(_ bytes: [UInt8], pongAfter position: Int) -> (sent: [UInt8], output: CurlSocketOutput)
    {
      var output = CurlSocketOutput([])
      _ = send(&output, [])
      output.bytes = bytes
      var sent: [UInt8] = []
      while sent.count < position { sent += send(&output, [min(position - sent.count, 65_536)]) }
      output.control = Self.pong
      sent += send(&output, [Int](repeating: 65_536, count: 20))
      return (sent, output)
    }

    /// Wherever the bytes before it end, a pong follows the frame that has begun, or two that one call was given.
    @Test(arguments: [0, 1, 9, 10, 100, 214, 215, 216, 50_000, 70_231, 70_232, 70_238, 100_000])
    func aPongIsSentBetweenFrames(position: Int) throws {
      let bytes = Self.frames.flatMap(\.self)
      let (sent, output) = send(bytes, pongAfter: position)
      let starts = Self.frames.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
      let found = starts.first { start in
        sent == Array(bytes[..<start]) + Self.pong + Array(bytes[start...])
      }
      let start = try #require(found)
      #expect(start >= position)
      expectTrue(output.isEmpty)
      expectEqual(output.sent, bytes.count)
    }

    /// The fragments of a message.
    private static func fragments(isCompressed: Bool) -> [[UInt8]] {
      [WebSocketOpcode.binary, .continuation, .continuation].map { opcode in
        var bytes: [UInt8] = []
        WebSocketFrameHeader(
          opcode, isFinal: false, isCompressed: isCompressed && opcode == .binary,
          key: WebSocketMask.Key(0), length: 50_000
        ).append(to: &bytes)
        return bytes + [UInt8](repeating: 0x40, count: 50_000)
      }
    }

    @Test(arguments: Array(stride(from: 25_000, to: 450_000, by: 25_000)))
    func aPongWaitsForTheEndOfACompressedMessage(position: Int) {
      let frames = [true, true, false].flatMap(Self.fragments)
      let bytes = frames.flatMap(\.self)
      let (sent, _) = send(bytes, pongAfter: position)
      let found = (0...9).filter { number in
        let start = number * frames[0].count
        return sent == Array(bytes[..<start]) + Self.pong + Array(bytes[start...])
      }
      // The call that was blocked is repeated first.
      expectEqual(found, [[3, 6, 7, 8].first { $0 * frames[0].count >= position + 65_536 } ?? 9])
    }

    @Test func aBlockedCallIsRepeatedWithTheSameBytes() {
      var output = CurlSocketOutput([])
      _ = send(&output, [])
      output.bytes = Self.frames.flatMap(\.self)
      var calls: [Int] = []
      let blocked: (UnsafeRawBufferPointer) -> CurlEasyHandle.Transfer = { bytes in
        calls.append(bytes.count)
        return .later
      }
      _ = unsafe output.send(blocked)
      output.control = Self.pong
      _ = unsafe output.send(blocked)
      expectEqual(calls, [65_536, 65_536])
    }

    @Test func nothingIsSentWithinAHandshake() {
      let handshake = Array("GET / HTTP/1.1\r\n\r\n".utf8)
      var output = CurlSocketOutput(handshake)
      var sent = send(&output, [3])
      output.control = Self.pong
      sent += send(&output, [100, 100])
      expectEqual(sent, handshake + Self.pong)
    }
  }
#endif
