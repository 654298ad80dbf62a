import TestSupport
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
    expectEqual(writers.bytes(of: first), 17)
    expectEqual(writers.bytes, 22)
    let ended = [writers.end(first), writers.end(first)]
    expectEqual(ended, [true, false])
    expectEqual(writers.bytes, 5)
    expectEqual(writers.bytes(of: second), 5)
  }

  @Test func aWriterThatHasEndedIsNotMistakenForALaterOneInItsSlot() {
    var writers = OpenWriters()
    let first = writers.add(1, key, bytes: 10)
    writers.end(first)
    let second = writers.add(2, key, bytes: 20)
    writers.reserve(1, for: first)
    let ended = writers.end(first)
    expectNil(writers.bytes(of: first))
    expectFalse(ended)
    expectEqual(writers.bytes(of: second), 20)
  }

  @Test func theWritersOfAURLEndInEveryPartition() {
    var writers = OpenWriters()
    let first = writers.add(1, key, bytes: 1)
    let second = writers.add(2, StoreFixture.key("a", partition: "1"), bytes: 2)
    let third = writers.add(3, other, bytes: 4)
    writers.endAll(url: key.url, hash: key.urlHash)
    expectEqual([first, second, third].map { writers.bytes(of: $0) }, [nil, nil, 4])
    expectEqual(writers.bytes, 4)
  }

  @Test func aWriterOfAStoreThatWasEmptiedHasEnded() {
    var writers = OpenWriters()
    let ticket = writers.add(1, key, bytes: 1)
    writers = OpenWriters()
    let ended = writers.end(ticket)
    expectNil(writers.bytes(of: ticket))
    expectFalse(ended)
  }
}
