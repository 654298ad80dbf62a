import Testing

@testable import Net

@Suite struct OpenWritersTests {
  private let key = StoreFixture.key("a")
  private let other = StoreFixture.key("b")

  @Test func reservedBytesAreReleasedAtTheEnd() {
    var writers = OpenWriters()
    let first = writers.add(1, key, bytes: 10)
    let second = writers.add(2, other, bytes: 5)
    writers.reserve(7, for: first)
    #expect(writers.bytes(of: first) == 17)
    #expect(writers.bytes == 22)
    let ended = [writers.end(first), writers.end(first)]
    #expect(ended == [true, false])
    #expect(writers.bytes == 5)
    #expect(writers.bytes(of: second) == 5)
  }

  @Test func aWriterThatHasEndedIsNotMistakenForALaterOneInItsSlot() {
    var writers = OpenWriters()
    let first = writers.add(1, key, bytes: 10)
    writers.end(first)
    let second = writers.add(2, key, bytes: 20)
    writers.reserve(1, for: first)
    let ended = writers.end(first)
    #expect(writers.bytes(of: first) == nil)
    #expect(!ended)
    #expect(writers.bytes(of: second) == 20)
  }

  @Test func theWritersOfAURLEndInEveryPartition() {
    var writers = OpenWriters()
    let first = writers.add(1, key, bytes: 1)
    let second = writers.add(2, StoreFixture.key("a", partition: "1"), bytes: 2)
    let third = writers.add(3, other, bytes: 4)
    writers.endAll(url: key.url, hash: key.urlHash)
    #expect([first, second, third].map { writers.bytes(of: $0) } == [nil, nil, 4])
    #expect(writers.bytes == 4)
  }

  @Test func aWriterOfAStoreThatWasEmptiedHasEnded() {
    var writers = OpenWriters()
    let ticket = writers.add(1, key, bytes: 1)
    writers = OpenWriters()
    let ended = writers.end(ticket)
    #expect(writers.bytes(of: ticket) == nil)
    #expect(!ended)
  }
}
