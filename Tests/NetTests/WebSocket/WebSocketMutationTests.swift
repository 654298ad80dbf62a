import Foundation
import Testing
import TestSupport

@testable import Net

@Suite struct WebSocketMutationTests {
  private static let originals: [[UInt8]] = [
    Frame.text("Hello") + Frame.bytes(9, [1]) + Frame.close(1000, "bye"),
    Frame.text("hé", isFinal: false) + Frame.bytes(10) + Frame.bytes(0, Array("€".utf8))
      + Frame.bytes(2, [1, 2]),
    Frame.bytes(2, [UInt8](repeating: 1, count: 130)), Frame.close(1001),
    Frame.bytes(1, hex("f2 48 cd c9 c9 07 00"), reserved: 4)
      + Frame.bytes(1, hex("f2 00 11 00 00"), reserved: 4),
  ]

  private static let tokens: [[UInt8]] = [
    [0x81], [0x01], [0x80], [0x00], [0x88, 0x02, 0x03, 0xe8], [0x89, 0x00], [0x7e, 0x00, 0x80], [0xc1, 0x05],
    [0x7f, 0, 0, 0, 0, 0, 1, 0, 0], [0xed, 0xa0, 0x80], [0xc2],
    [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
  ]

  /// However bytes arrive, the events and the output are the same, nothing follows an end, and memory stays bounded.
  @Test(.heavy, arguments: 1...Mutations.parts) func mutatedStreamsNeverCrashAndDoNotDependOnTheirParts(
    part: Int
  ) {
    var options = WebSocketOptions()
    (options.maximumFrameSize, options.maximumMessageSize) = (1000, 1000)
    let compression = WebSocketCompression.isSupported ? WebSocketCompression() : nil
    Mutations.check(seed: UInt64(part)) { mutations, failures in
      for _ in 0..<Mutations.rounds {
        let bytes = mutations.mutated(Self.originals, tokens: Self.tokens)
        // Creating a decompressor takes long, so only some have one.
        let isCompressed = mutations.number(in: 0...9) == 0
        func endpoint() -> WebSocketEndpoint {
          WebSocketEndpoint(
            role: .client, options: options, compression: isCompressed ? compression : nil, keys: ZeroKeys())
        }
        var (whole, parts) = (endpoint(), endpoint())
        let expected = whole.receive(bytes)
        var events: [WebSocketEndpoint.Event] = []
        for piece in mutations.pieces(of: bytes) { events += parts.receive(Array(piece)) }
        // Which of two faults in compressed text is found first depends on the parts.
        if isCompressed, case .failed? = expected.last, case .failed? = events.last {
          if events.dropLast() != expected.dropLast() { failures.append("\(bytes)") }
        } else if events != expected || whole.takeOutput() != parts.takeOutput() {
          failures.append("\(bytes)")
        }
        let ends = expected.filter {
          if case .closed = $0 { true } else if case .failed = $0 { true } else { false }
        }
        if ends.count > 1 || ends.count == 1 && expected.last != ends[0] { failures.append("end: \(bytes)") }
        if ends.isEmpty == whole.isClosed { failures.append("closed: \(bytes)") }
      }
    }
  }
}
