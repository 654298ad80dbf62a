import Testing

@testable import Net

@Suite struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-4", ByteRange.bounded(0, 4)), ("bytes=3-3", .bounded(3, 3)), ("bytes=6-", .from(6)),
    ("bytes=-5", .suffix(5)), ("Bytes = 1-2 ", .bounded(1, 2)),
  ])
  func oneRangeIsParsed(text: String, range: ByteRange) {
    #expect(ByteRange(text) == range)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=4-3", "bytes=0-1,3-4", "bytes=0-1,", "items=0-1",
    "bytes=--1",
    "bytes=1 - 2", "bytes:0-1", "bytes=+1-2",
  ])
  func everythingElseIsLeftToTheServer(text: String) {
    #expect(ByteRange(text) == nil)
  }

  @Test func aCompleteBodyHasEveryRangeWithinIt() {
    #expect(ByteRange.bounded(2, 4).slice(ofComplete: 10)?.bytes == 2..<5)
    #expect(ByteRange.bounded(2, .max).slice(ofComplete: 10)?.bytes == 2..<10)
    #expect(ByteRange.from(9).slice(ofComplete: 10)?.bytes == 9..<10)
    #expect(ByteRange.suffix(3).slice(ofComplete: 10)?.bytes == 7..<10)
    #expect(ByteRange.suffix(.max).slice(ofComplete: 10)?.bytes == 0..<10)
  }

  @Test func aRangeWithoutAByteCannotBeServed() {
    #expect(ByteRange.bounded(10, 12).slice(ofComplete: 10) == nil)
    #expect(ByteRange.from(10).slice(ofComplete: 10) == nil)
    #expect(ByteRange.suffix(0).slice(ofComplete: 10) == nil)
    #expect(ByteRange.suffix(1).slice(ofComplete: 0) == nil)
    #expect(ByteRange.from(0).slice(ofComplete: 0) == nil)
  }

  @Test func aPartHasTheRangesWithinIt() {
    let part = StoredRange(first: 4, last: 9, total: 10)
    #expect(ByteRange.bounded(6, 8).slice(of: part, size: 6) == .init(bytes: 2..<5, first: 6, total: 10))
    #expect(ByteRange.bounded(6, 20).slice(of: part, size: 6) == .init(bytes: 2..<6, first: 6, total: 10))
    #expect(ByteRange.from(6).slice(of: part, size: 6) == .init(bytes: 2..<6, first: 6, total: 10))
    #expect(ByteRange.suffix(1).slice(of: part, size: 6) == .init(bytes: 5..<6, first: 9, total: 10))
    #expect(ByteRange.suffix(6).slice(of: part, size: 6) == .init(bytes: 0..<6, first: 4, total: 10))
  }

  @Test func aStoredPartDoesNotContainOtherRanges() {
    let part = StoredRange(first: 4, last: 7, total: 10)
    #expect(ByteRange.bounded(3, 5).slice(of: part, size: 4) == nil)
    #expect(ByteRange.bounded(5, 8).slice(of: part, size: 4) == nil)
    #expect(ByteRange.bounded(8, 9).slice(of: part, size: 4) == nil)
    #expect(ByteRange.from(5).slice(of: part, size: 4) == nil)
    #expect(ByteRange.suffix(1).slice(of: part, size: 4) == nil)
    #expect(ByteRange.suffix(7).slice(of: StoredRange(first: 4, last: 9, total: 10), size: 6) == nil)
    #expect(ByteRange.from(5).slice(of: StoredRange(first: 4, last: 9, total: nil), size: 6) == nil)
  }

  @Test func aPartWithAShorterBodyThanItSaysIsReplayed() {
    let part = StoredRange(first: 4, last: 9, total: 10)
    #expect(ByteRange.suffix(5).slice(of: part, size: 5)?.bytes == 0..<5)
    #expect(ByteRange.bounded(6, 8).slice(of: part, size: 5)?.bytes == 2..<5)
    #expect(ByteRange.bounded(6, 9).slice(of: part, size: 5) == nil)
    #expect(ByteRange.from(6).slice(of: part, size: 5)?.bytes == 2..<5)
    #expect(ByteRange.suffix(1).slice(of: part, size: 5)?.bytes == 4..<5)
  }

  @Test(arguments: [
    ("bytes 0-4/10", StoredRange(first: 0, last: 4, total: 10)),
    ("Bytes 5-5/6", .init(first: 5, last: 5, total: 6)),
    ("bytes 0-4/*", .init(first: 0, last: 4, total: nil)),
  ])
  func contentRangesAreParsed(text: String, range: StoredRange) {
    #expect(StoredRange(contentRange: text) == range)
  }

  @Test(arguments: [
    "", "bytes", "bytes */10", "bytes 4-0/10", "bytes 0-10/10", "bytes 0-4", "bytes 0-4/", "items 0-4/10",
    "ananas",
    "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*", "bytes -1-4/10", "bytes 0-4/10 x",
  ])
  func otherContentRangesAreInvalid(text: String) {
    #expect(StoredRange(contentRange: text) == nil)
  }
}
