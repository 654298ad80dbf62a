import Foundation

/// How a long body is arranged in its file: a prefix, then blocks, each with its checksum.
///
/// ```text
/// "NSbody" version | id | 65,536 bytes | checksum | 65,536 bytes | checksum | … | rest | checksum
///        8            8                     8                         8                     8
/// ```
///
/// A reader verifies each block before it passes on any byte of it. The checksum depends on the entry and on the
/// position, so a block at a wrong position counts as damaged.
struct BodyBlocks: Sendable {
  static let blockSize = 65_536
  static let prefixSize: Int64 = 16
  private static let stride = Int64(blockSize + 8)

  var id: UInt64

  /// The first bytes of the file.
  var prefix: [UInt8] {
    var prefix = ByteWriter(capacity: Int(Self.prefixSize))
    for byte in "NSbody".utf8 { prefix.write(byte) }
    prefix.write(UInt16(1))
    prefix.write(id)
    return prefix.bytes
  }

  /// The size of the file of a body.
  static func fileSize(ofBody size: Int64) -> Int64 {
    prefixSize + size + 8 * ((size + Int64(blockSize) - 1) / Int64(blockSize))
  }

  /// Where a block begins in the file, and how many bytes of the body it has.
  static func block(_ index: Int64, ofBody size: Int64) -> (offset: Int64, count: Int) {
    let start = index * Int64(blockSize)
    return (prefixSize + index * stride, Int(min(Int64(blockSize), max(0, size - start))))
  }

  /// The block that contains an offset of the body, and the offset within it.
  static func position(of offset: Int64) -> (block: Int64, offset: Int) {
    (offset / Int64(blockSize), Int(offset % Int64(blockSize)))
  }

  /// The bytes of a block in the file.
  func sealed(_ block: Data, at index: Int64) -> [UInt8] {
    var bytes = ByteWriter(capacity: block.count + 8)
    bytes.append(block)
    bytes.write(checksum(of: block, at: index))
    return bytes.bytes
  }

  /// Returns the content of a block of the file.
  ///
  /// - Throws: ``CacheStoreError/damaged`` if the checksum does not agree.
  func opened(_ bytes: [UInt8], at index: Int64) throws -> Data {
    guard bytes.count > 8 else { throw CacheStoreError.damaged }
    let block = Data(bytes.dropLast(8))
    var ending = ByteReader(bytes, in: bytes.count - 8..<bytes.count)
    guard try ending.number() == checksum(of: block, at: index) else { throw CacheStoreError.damaged }
    return block
  }

  private func checksum(of block: Data, at index: Int64) -> UInt64 {
    BlockChecksum.of(block, seed: id &+ UInt64(bitPattern: index) &* 0x9e37_79b1_85eb_ca87)
  }
}
