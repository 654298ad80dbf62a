import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct ContentDecoderTests {
  /// What the programs and libraries of each format make of `hello`.
  private static let brotli = "0b028068656c6c6f03"
  private static let zstandard = "28b52ffd045829000068656c6c6fa36d9f88"

  private static func bytes(_ digits: String) -> [UInt8] {
    var rest = Substring(digits)
    var bytes: [UInt8] = []
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  private func gzip(_ text: String) throws -> [UInt8] { try Data(text.utf8).deflated(.gzip) }

  private func decoded(
    _ codings: [ContentCoding], _ body: [UInt8], portion: Int = .max
  ) throws(ContentDecodingError) -> String {
    String(decoding: try ContentDecoder(codings).decode(body, portion: portion), as: UTF8.self)
  }

  @Test(arguments: [1, 3, Int.max]) func everyCodingIsDecodedForAnyChunks(portion: Int) throws {
    expectEqual(try decoded([.gzip], try gzip("hello"), portion: portion), "hello")
    expectEqual(try decoded([.deflate], try Data("hello".utf8).deflated(.zlib), portion: portion), "hello")
    expectEqual(try decoded([.deflate], try Data("hello".utf8).deflated(.raw()), portion: portion), "hello")
    for (coding, digits) in [(ContentCoding.brotli, Self.brotli), (.zstandard, Self.zstandard)]
    where ContentCoding.available.contains(coding) {
      expectEqual(try decoded([coding], Self.bytes(digits), portion: portion), "hello")
    }
  }

  /// The bits after the type of a stored block are ignored (RFC 1951 section 3.2.4).
  ///
  /// Neither byte begins the zlib format, whose method is 8 and whose window is at most 7 (RFC 1950 section 2.2).
  @Test(arguments: [0x09, 0x88] as [UInt8])
  func unusedBitsOfAStoredBlockDoNotMakeItZlib(first: UInt8) throws {
    let isLast = first & 1 == 1
    let body = [first, 5, 0, 0xfa, 0xff] + Array("hello".utf8) + (isLast ? [] : [3, 0])
    expectEqual(try decoded([.deflate], body), "hello")
  }

  @Test(arguments: [1, 7, Int.max]) func severalMembersAreOneBody(portion: Int) throws {
    let body = try gzip("one, ") + gzip("") + gzip("two, ") + gzip("three")
    expectEqual(try decoded([.gzip], body, portion: portion), "one, two, three")
  }

  @Test(arguments: [[0], [0x1f], [0x1f, 0x1f], Array("garbage".utf8), Array(repeating: 0, count: 512)])
  func bytesAfterTheLastMemberAreIgnored(garbage: [UInt8]) throws {
    expectEqual(try decoded([.gzip], try gzip("hello") + garbage), "hello")
    expectEqual(try decoded([.gzip], try gzip("hello") + garbage, portion: 1), "hello")
    expectEqual(try decoded([.deflate], try Data("hello".utf8).deflated(.zlib) + garbage), "hello")
  }

  @Test func severalFramesAreOneBody() throws {
    guard ContentCoding.available.contains(.zstandard) else { return }
    let frame = Self.bytes(Self.zstandard)
    expectEqual(try decoded([.zstandard], frame + frame, portion: 5), "hellohello")
  }

  @Test func codingsAreDecodedFromTheLastToTheFirst() throws {
    let text = String(repeating: "hello ", count: 50_000)
    let body = try Data(try Data(text.utf8).deflated(.zlib)).deflated(.gzip)
    expectEqual(try decoded([.deflate, .gzip], body), text)
    expectEqual(try decoded([.deflate, .gzip], body, portion: 10), text)
  }

  /// Three codings would already contain terabytes of them, and decoding would never return.
  @Test func endlessEmptyBlocksBetweenCodingsAreAnError() throws {
    let blocks: [UInt8] = Array(repeating: [0, 0, 0, 0xff, 0xff], count: 2_500).flatMap { $0 }
    let deflater = try #require(Deflater(.gzip))
    var body: [UInt8] = []
    try deflater.append([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], to: &body, flush: .none)
    for _ in 0..<3000 { try deflater.append(blocks, to: &body, flush: .none) }
    try deflater.append([], to: &body, flush: .finish)
    let error = #expect(throws: ContentDecodingError.self) { try decoded([.gzip, .gzip], body) }
    expectEqual(error?.reason, .invalid("33554432 bytes of it contain less than 65536"))
  }

  @Test func anEmptyBodyIsComplete() throws {
    for coding in ContentCoding.available { expectEqual(try decoded([coding], []), "") }
  }

  @Test(arguments: [1, 3, 17, 24]) func aTruncatedMemberIsAnErrorAfterItsBytes(count: Int) throws {
    let decoder = try ContentDecoder([.gzip])
    let body = try gzip("hello").prefix(count)
    #expect(throws: ContentDecodingError(coding: "gzip", reason: .truncated)) {
      try decoder.decode(Array(body))
    }
  }

  @Test func aSecondMemberThatIsTruncatedIsAnError() throws {
    let body = try gzip("hello") + gzip("hello").dropLast()
    #expect(throws: ContentDecodingError(coding: "gzip", reason: .truncated)) { try decoded([.gzip], body) }
  }

  @Test func bytesBeforeAnErrorAreDecoded() throws {
    var body = try gzip("hello")
    body[body.count - 8] ^= 1
    let decoder = try ContentDecoder([.gzip])
    var chunks: [Data] = []
    #expect(throws: ContentDecodingError(coding: "gzip", reason: .invalid("incorrect data check"))) {
      try decoder.decode(body) { chunks.append($0) }
    }
    expectEqual(chunks, [Data("hello".utf8)])
  }

  /// The second member is in the same chunk and has an unknown method (RFC 1952 section 2.3.1).
  @Test func aMemberBeforeAnInvalidOneIsDecoded() throws {
    var second = try gzip("world")
    second[2] = 7
    try expectHelloBeforeAnError(in: try gzip("hello") + second, of: .gzip)
  }

  /// What follows the first frame, has a wrong checksum, or is a block of the reserved type (RFC 8878 section 3.1.1).
  @Test(arguments: [
    zstandard + "ffffffffffffffff", String(zstandard.dropLast(2)) + "89",
    "28b52ffd0058280000" + "68656c6c6f" + "0f0000",
  ])
  func zstandardBeforeAnErrorIsDecoded(digits: String) throws {
    guard ContentCoding.available.contains(.zstandard) else { return }
    try expectHelloBeforeAnError(in: Self.bytes(digits), of: .zstandard)
  }

  private func expectHelloBeforeAnError(in body: [UInt8], of coding: ContentCoding) throws {
    let decoder = try ContentDecoder([coding])
    var chunks: [Data] = []
    #expect(throws: ContentDecodingError.self) { try decoder.decode(body) { chunks.append($0) } }
    expectEqual(chunks, [Data("hello".utf8)])
  }

  @Test func textThatIsNotEncodedIsAnErrorWithAdvice() throws {
    let error = #expect(throws: ContentDecodingError.self) {
      try decoded([.gzip], Array("{\"a\": 1}".utf8))
    }
    let text = try #require(error).description
    #expect(text.hasPrefix("the body is not valid gzip: incorrect header check."))
    #expect(text.contains("Accept-Encoding: identity") && text.contains("decompressesBodies"))
  }

  @Test func invalidBytesOfOtherCodingsAreErrors() {
    for coding in ContentCoding.available where coding != .gzip {
      let error = #expect(throws: ContentDecodingError.self) {
        try decoded([coding], Array("\u{7}plain text".utf8))
      }
      expectEqual(error?.coding, coding.rawValue)
    }
  }

  /// RFC 9659 section 3 limits the window to 8 MiB.
  ///
  /// This frame, written by `zstd --long=27`, has one of 128 MiB.
  @Test func aZstandardWindowLargerThan8MiBIsAnError() {
    guard ContentCoding.available.contains(.zstandard) else { return }
    let body = Self.bytes("28b52ffd04884c000008000100fcff3910020200")
    #expect(throws: ContentDecodingError.self) { try decoded([.zstandard], body) }
  }

  @Test func aBombIsDecodedInChunksOfLimitedSize() throws {
    let count = 8 << 20
    let body = try Data(count: count).deflated(.gzip, level: 9)
    #expect(body.count < 16_384)
    var sizes: [Int] = []
    try ContentDecoder([.gzip]).decode(body) { sizes.append($0.count) }
    expectEqual(sizes.reduce(0, +), count)
    expectEqual(sizes.max(), ContentDecoder.chunkSize)
  }

  /// The last bytes may be a reference that fills a chunk and goes on in the next one.
  @Test(arguments: [(ContentCoding.gzip, ZlibFormat.gzip), (.deflate, .zlib), (.deflate, .raw())])
  func outputThatHasNoRoomWithTheLastInputFollows(coding: ContentCoding, format: ZlibFormat) throws {
    for rest in 0..<300 {
      let zeros = Data(count: ContentDecoder.chunkSize + rest)
      expectEqual(try ContentDecoder([coding]).decode(try zeros.deflated(format)), zeros, "\(rest)")
    }
  }

  @Test func sixCodingsAreTooMany() {
    #expect(throws: ContentDecodingError.self) { try ContentDecoder(Array(repeating: .gzip, count: 6)) }
    #expect(throws: Never.self) { try ContentDecoder(Array(repeating: .gzip, count: 5)) }
  }
}

extension ContentDecoder {
  /// Decodes a whole body that arrives in portions, to its end.
  @discardableResult
  func decode(
    _ body: [UInt8], portion: Int = .max, onChunk: (Data) -> Void = { _ in }
  ) throws(ContentDecodingError) -> Data {
    var all = Data()
    var rest = body[...]
    while !rest.isEmpty {
      let next = Array(rest.prefix(portion))
      rest = rest.dropFirst(portion)
      unsafe next.withUnsafeBytes { unsafe feed($0) }
      while hasBacklog {
        guard let chunk = try self.next() else { continue }
        onChunk(chunk)
        all += chunk
      }
    }
    try finish()
    return all
  }
}
