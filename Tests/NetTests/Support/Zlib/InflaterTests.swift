import Foundation
import TestSupport
import Testing

@testable import Net

/// The bytes of `hello` are those that Python's `zlib` and `gzip` write.
@Suite struct InflaterTests {
  private static let raw: [UInt8] = [0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00]
  private static let zlib: [UInt8] = [
    0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x06, 0x2c, 0x02, 0x15,
  ]
  private static let gzip: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00,
    0x86, 0xa6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
  ]

  @Test(arguments: [(ZlibFormat.raw(), raw), (.zlib, zlib), (.gzip, gzip)])
  func eachFormatIsInflatedAndItsEndIsFound(format: ZlibFormat, bytes: [UInt8]) throws {
    let inflater = try #require(Inflater(format))
    var output: [UInt8] = []
    let progress = try inflater.inflate(bytes + [1, 2, 3], to: &output, limit: 100)
    expectEqual(output, Array("hello".utf8))
    expectEqual(progress, DecoderProgress(consumed: bytes.count, produced: 5, hasEnded: true))
  }

  @Test func bytesMayArriveOneByOne() throws {
    let inflater = try #require(Inflater(.gzip))
    var output: [UInt8] = []
    var ends: [Bool] = []
    for byte in Self.gzip {
      ends.append(try inflater.inflate([byte], to: &output, limit: 100).hasEnded)
    }
    expectEqual(output, Array("hello".utf8))
    expectEqual(ends, Array(repeating: false, count: Self.gzip.count - 1) + [true])
  }

  @Test func theLimitEndsACallAndTheNextOneContinues() throws {
    let bytes = try Data(repeating: 7, count: 100_000).deflated(.zlib)
    let inflater = try #require(Inflater(.zlib))
    var output: [UInt8] = []
    let first = try inflater.inflate(bytes, to: &output, limit: 40_000)
    #expect(output.count == 40_000 && !first.hasEnded)
    let second = try inflater.inflate(Array(bytes[first.consumed...]), to: &output, limit: 100_000)
    #expect(output == Array(repeating: 7, count: 100_000) && second.hasEnded)
  }

  @Test func anInflaterCanBeUsedAgainAfterAReset() throws {
    let inflater = try #require(Inflater(.gzip))
    var output: [UInt8] = []
    for _ in 1...2 {
      #expect(try inflater.inflate(Self.gzip, to: &output, limit: 100).hasEnded)
      inflater.reset()
    }
    expectEqual(output, Array("hellohello".utf8))
  }

  @Test func aTruncatedStreamHasNoEnd() throws {
    let inflater = try #require(Inflater(.gzip))
    var output: [UInt8] = []
    let progress = try inflater.inflate(Self.gzip.dropLast(), to: &output, limit: 100)
    expectFalse(progress.hasEnded)
    expectEqual(output, Array("hello".utf8))
  }

  @Test func invalidBytesAreAnErrorWithTheReasonOfZlib() throws {
    let inflater = try #require(Inflater(.gzip))
    var output: [UInt8] = []
    #expect(throws: DecoderFailure.invalidData("incorrect header check")) {
      _ = try inflater.inflate(Array("plain text".utf8), to: &output, limit: 100)
    }
  }

  @Test func aWrongChecksumIsAnErrorAfterTheBytes() throws {
    var bytes = Self.gzip
    bytes[17] ^= 1
    let inflater = try #require(Inflater(.gzip))
    var output: [UInt8] = []
    #expect(throws: DecoderFailure.invalidData("incorrect data check")) {
      _ = try inflater.inflate(bytes, to: &output, limit: 100)
    }
  }

  /// The examples of RFC 7692 section 7.2.3.2: two messages that share a window.
  @Test func messagesOfAWebSocketShareAWindow() throws {
    let inflater = try #require(Inflater(.raw()))
    let tail: [UInt8] = [0x00, 0x00, 0xff, 0xff]
    for message: [UInt8] in [[0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00], [0xf2, 0x00, 0x11, 0x00, 0x00]] {
      var output: [UInt8] = []
      _ = try inflater.inflate(message + tail, to: &output, limit: 100)
      expectEqual(output, Array("Hello".utf8))
    }
  }

  @Test(arguments: [8, 16]) func anUnsupportedWindowHasNoInflater(bits: Int) {
    expectNil(Inflater(.raw(windowBits: bits)))
    expectNil(Deflater(.raw(windowBits: bits)))
  }

  @Test func withoutZlibThereIsNoInflater() {
    expectNil(Inflater(.gzip, library: nil))
    expectNil(Deflater(.gzip, library: nil))
  }
}

extension Inflater {
  func inflate(
    _ bytes: some Collection<UInt8>, to output: inout [UInt8], limit: Int
  ) throws(DecoderFailure) -> DecoderProgress {
    try append(Array(bytes), to: &output, limit: limit)
  }
}
