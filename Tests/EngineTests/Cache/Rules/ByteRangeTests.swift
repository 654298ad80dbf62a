import TestSupport
import Testing

@testable import Net

@Suite struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-4", ByteRange.bounded(0, 4)), ("bytes=3-3", .bounded(3, 3)), ("bytes=6-", .from(6)),
    ("bytes=-5", .suffix(5)), ("Bytes = 1-2 ", .bounded(1, 2)),
  ])
  func oneRangeIsParsed(text: String, range: ByteRange) {
    expectEqual(ByteRange(text), range)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=4-3", "bytes=0-1,3-4", "bytes=0-1,", "items=0-1",
    "bytes=--1",
    "bytes=1 - 2", "bytes:0-1", "bytes=+1-2",
  ])
  func everythingElseIsLeftToTheServer(text: String) {
    expectNil(ByteRange(text))
  }

  @Test func aCompleteBodyHasEveryRangeWithinIt() {
    expectEqual(ByteRange.bounded(2, 4).slice(ofComplete: 10)?.bytes, 2..<5)
    expectEqual(ByteRange.bounded(2, .max).slice(ofComplete: 10)?.bytes, 2..<10)
    expectEqual(ByteRange.from(9).slice(ofComplete: 10)?.bytes, 9..<10)
    expectEqual(ByteRange.suffix(3).slice(ofComplete: 10)?.bytes, 7..<10)
    expectEqual(ByteRange.suffix(.max).slice(ofComplete: 10)?.bytes, 0..<10)
  }

  @Test func aRangeWithoutAByteCannotBeServed() {
    expectNil(ByteRange.bounded(10, 12).slice(ofComplete: 10))
    expectNil(ByteRange.from(10).slice(ofComplete: 10))
    expectNil(ByteRange.suffix(0).slice(ofComplete: 10))
    expectNil(ByteRange.suffix(1).slice(ofComplete: 0))
    expectNil(ByteRange.from(0).slice(ofComplete: 0))
  }

  @Test func aPartHasTheRangesWithinIt() {
    let part = StoredRange(first: 4, last: 9, total: 10)
    expectEqual(ByteRange.bounded(6, 8).slice(of: part, size: 6), .init(bytes: 2..<5, first: 6, total: 10))
    expectEqual(ByteRange.bounded(6, 20).slice(of: part, size: 6), .init(bytes: 2..<6, first: 6, total: 10))
    expectEqual(ByteRange.from(6).slice(of: part, size: 6), .init(bytes: 2..<6, first: 6, total: 10))
    expectEqual(ByteRange.suffix(1).slice(of: part, size: 6), .init(bytes: 5..<6, first: 9, total: 10))
    expectEqual(ByteRange.suffix(6).slice(of: part, size: 6), .init(bytes: 0..<6, first: 4, total: 10))
    let whole = StoredRange(first: 0, last: 9, total: 10)
    expectEqual(ByteRange.suffix(11).slice(of: whole, size: 10), .init(bytes: 0..<10, first: 0, total: 10))
  }

  @Test func aStoredPartDoesNotContainOtherRanges() {
    let part = StoredRange(first: 4, last: 7, total: 10)
    expectNil(ByteRange.bounded(3, 5).slice(of: part, size: 4))
    expectNil(ByteRange.bounded(5, 8).slice(of: part, size: 4))
    expectNil(ByteRange.bounded(8, 9).slice(of: part, size: 4))
    expectNil(ByteRange.from(5).slice(of: part, size: 4))
    expectNil(ByteRange.suffix(1).slice(of: part, size: 4))
    expectNil(ByteRange.suffix(7).slice(of: StoredRange(first: 4, last: 9, total: 10), size: 6))
    expectNil(ByteRange.from(5).slice(of: StoredRange(first: 4, last: 9, total: nil), size: 6))
  }

  @Test func aPartWithAShorterBodyThanItSaysIsReplayed() {
    let part = StoredRange(first: 4, last: 9, total: 10)
    expectEqual(ByteRange.suffix(5).slice(of: part, size: 5)?.bytes, 0..<5)
    expectEqual(ByteRange.bounded(6, 8).slice(of: part, size: 5)?.bytes, 2..<5)
    expectNil(ByteRange.bounded(6, 9).slice(of: part, size: 5))
    expectEqual(ByteRange.from(6).slice(of: part, size: 5)?.bytes, 2..<5)
    expectEqual(ByteRange.suffix(1).slice(of: part, size: 5)?.bytes, 4..<5)
    expectNil(ByteRange.suffix(6).slice(of: StoredRange(first: 0, last: 9, total: 10), size: 5))
  }

  @Test(arguments: [
    ("bytes 0-4/10", StoredRange(first: 0, last: 4, total: 10)),
    ("Bytes 5-5/6", .init(first: 5, last: 5, total: 6)),
    ("bytes 0-4/*", .init(first: 0, last: 4, total: nil)),
  ])
  func contentRangesAreParsed(text: String, range: StoredRange) {
    expectEqual(StoredRange(contentRange: text), range)
  }

  @Test(arguments: [
    "", "bytes", "bytes */10", "bytes 4-0/10", "bytes 0-10/10", "bytes 0-4", "bytes 0-4/", "items 0-4/10",
    "ananas",
    "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*", "bytes -1-4/10", "bytes 0-4/10 x",
  ])
  func otherContentRangesAreInvalid(text: String) {
    expectNil(StoredRange(contentRange: text))
  }
}
