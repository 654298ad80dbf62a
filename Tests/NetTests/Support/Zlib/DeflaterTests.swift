import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct DeflaterTests {
  private static let text = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 5) })

  @Test(arguments: [ZlibFormat.raw(), .raw(windowBits: 9), .zlib, .gzip])
  func deflatedBytesInflateToTheOriginal(format: ZlibFormat) throws {
    let bytes = try Self.text.deflated(format)
    let inflater = try #require(Inflater(format))
    var output: [UInt8] = []
    let progress = try inflater.append(bytes, to: &output, limit: 100_000)
    expectEqual(output, Array(Self.text))
    #expect(progress.hasEnded && progress.consumed == bytes.count)
  }

  /// The examples of RFC 7692 section 7.2.3.2, whose tail 00 00 FF FF belongs to no message.
  @Test func messagesAfterASyncFlushShareAWindow() throws {
    let deflater = try #require(Deflater(.raw()))
    var messages: [[UInt8]] = []
    for _ in 1...2 {
      var output: [UInt8] = []
      try deflater.append(Array("Hello".utf8), to: &output, flush: .sync)
      expectEqual(output.suffix(4), [0x00, 0x00, 0xff, 0xff])
      messages.append(output.dropLast(4))
    }
    expectEqual(messages, [[0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00], [0xf2, 0x00, 0x11, 0x00, 0x00]])
  }

  @Test func afterAResetNothingRefersToEarlierBytes() throws {
    let deflater = try #require(Deflater(.raw()))
    var messages: [[UInt8]] = []
    for _ in 1...2 {
      var output: [UInt8] = []
      try deflater.append(Array("Hello".utf8), to: &output, flush: .sync)
      messages.append(output)
      deflater.reset()
    }
    expectEqual(messages[0], messages[1])
  }

  @Test func aFlushLargerThanOnePortionIsComplete() throws {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let deflater = try #require(Deflater(.raw()))
    let inflater = try #require(Inflater(.raw()))
    var (packed, output): ([UInt8], [UInt8]) = ([], [])
    try deflater.append(bytes, to: &packed, flush: .sync)
    _ = try inflater.append(packed, to: &output, limit: 200_000)
    expectEqual(packed.suffix(4), [0x00, 0x00, 0xff, 0xff])
    expectEqual(output, bytes)
  }

  @Test func invalidLevelsHaveNoDeflater() {
    expectNil(Deflater(.raw(), level: 10))
    expectNil(Deflater(.raw(), level: -2))
  }
}
