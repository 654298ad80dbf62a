import Foundation
import TestSupport
import Testing

@testable import Net

/// The bytes of the files, which later versions of the package must still read or recognize.
@Suite struct DiskFormatTests {
  private static let id: UInt64 = 0x0102_0304_0506_0708
  private static let idBytes: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1]

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func text(_ text: String) -> [UInt8] { bytes(UInt32(text.utf8.count)) + Array(text.utf8) }

  private static func checksum(_ bytes: [UInt8], seed: UInt64) -> [UInt8] {
    self.bytes(BlockChecksum.of(Data(bytes), seed: seed))
  }

  @Test func theFileOfAnEntryHasTheseBytes() throws {
    var response = StoredResponse(
      url: "other", requestHeaders: ["a": "1"], status: 206, headers: ["b": "2"], httpVersion: "HTTP/1.1",
      requestTime: Date(timeIntervalSince1970: 1), responseTime: Date(timeIntervalSince1970: 2),
      range: StoredRange(first: 3, last: 4, total: 5), lifetime: .seconds(6) + .microseconds(1),
      isInvalid: true)
    let key = CacheKey(url: "http://a/", partition: "p")
    var head = Self.text("http://a/") + Self.text("p") + Self.text("GET") + Self.text("other")
    head += Self.bytes(Int64(206)) + Self.bytes((1.0).bitPattern) + Self.bytes((2.0).bitPattern)
    head += Self.bytes(UInt32(1)) + Self.text("b") + Self.text("2")
    head += Self.bytes(UInt32(1)) + Self.text("a") + Self.text("1") + [1, 1] + Self.text("HTTP/1.1")
    head += [2] + [3, 4, 5].flatMap { Self.bytes(Int64($0)) }
    head += [1] + Self.bytes(Int64(6)) + Self.bytes(Int64(1_000_000_000_000))
    let magic = Array("NScache".utf8) + [1]
    let size = Self.bytes(UInt32(head.count))
    var file = magic + Self.idBytes + Self.bytes(Int64(2)) + size + [0, 0, 0, 0] + head
    file += Self.checksum(file, seed: 0) + [65, 66] + Self.checksum([65, 66], seed: Self.id)
    let body = Data([65, 66])
    expectEqual(
      try EntryFile(id: Self.id, key: key, response: response, bodySize: 2, body: body).encoded(), file)
    // The same without what may be missing, and with a body that has its own file.
    response = StoredResponse(
      url: "http://a/", status: 200, requestTime: Date(timeIntervalSince1970: 1),
      responseTime: Date(timeIntervalSince1970: 2))
    head = Self.text("http://a/") + Self.text("p") + Self.text("GET") + Self.text("")
    head += Self.bytes(Int64(200)) + Self.bytes((1.0).bitPattern) + Self.bytes((2.0).bitPattern)
    head += [UInt8](repeating: 0, count: 12)
    file = magic + Self.idBytes + Self.bytes(Int64(9)) + Self.bytes(UInt32(head.count)) + [1, 0, 0, 0] + head
    file += Self.checksum(file, seed: 0)
    expectEqual(
      try EntryFile(id: Self.id, key: key, response: response, bodySize: 9, body: nil).encoded(), file)
  }

  @Test func aHeadWithMoreThanItsPartsIsDamage() throws {
    let file = EntryFile(
      id: 1, key: CacheKey(url: "a"), response: StoreFixture.head(), bodySize: 0, body: nil)
    let whole = try file.encoded()
    let size = UInt32(whole.count - 40)
    for (more, isRead) in [(0, true), (1, false)] as [(UInt32, Bool)] {
      var longer = whole[..<24] + Self.bytes(size + more) + whole[28..<32]
      longer += whole[32..<whole.count - 8] + [UInt8](repeating: 0, count: Int(more))
      longer += Self.checksum(Array(longer), seed: 0)
      expectEqual((try? EntryFile(Array(longer))) != nil, isRead)
    }
  }

  @Test func theFileOfABodyHasTheseBytes() {
    let blocks = BodyBlocks(id: Self.id)
    expectEqual(blocks.prefix, Array("NSbody".utf8) + [1, 0] + Self.idBytes)
    let seed = Self.id &+ 3 &* 0x9e37_79b1_85eb_ca87
    expectEqual(blocks.sealed(Data([7]), at: 3), [7] + Self.checksum([7], seed: seed))
    let sizes = [0, 1, 65_536, 65_537].map { BodyBlocks.fileSize(ofBody: $0) }
    expectEqual(sizes, [16, 25, 65_560, 65_569])
    #expect(BodyBlocks.block(0, ofBody: 65_537) == (16, 65_536))
    #expect(BodyBlocks.block(1, ofBody: 65_537) == (65_560, 1))
    #expect(BodyBlocks.block(2, ofBody: 65_537) == (131_104, 0))
  }

  @Test func aBlockWithoutContentIsDamage() {
    let blocks = BodyBlocks(id: Self.id)
    for bytes in [[], [1], blocks.sealed(Data(), at: 0)] {
      #expect(throws: CacheStoreError.damaged) { try blocks.opened(bytes, at: 0) }
    }
  }

  @Test func nothingIsReadBehindTheEndOfAPart() {
    #expect(throws: CacheStoreError.damaged) {
      var reader = ByteReader([UInt8](repeating: 0, count: 16), in: 4..<11)
      return try reader.number(UInt64.self)
    }
    #expect(throws: CacheStoreError.damaged) {
      var reader = ByteReader(Self.bytes(UInt32(5)) + [65, 66, 67, 68, 69], in: 0..<8)
      return try reader.text()
    }
  }

  @Test func aFieldCountBeyondTheBytesIsDamage() {
    #expect(throws: CacheStoreError.damaged) {
      var reader = ByteReader(Self.bytes(UInt32.max) + [UInt8](repeating: 0, count: 64), in: 0..<68)
      return try reader.headers()
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aTimeThatIsNotFiniteIsDamage(_ seconds: Double) {
    #expect(throws: CacheStoreError.damaged) {
      var reader = ByteReader(Self.bytes(seconds.bitPattern), in: 0..<8)
      return try reader.time()
    }
  }
}
