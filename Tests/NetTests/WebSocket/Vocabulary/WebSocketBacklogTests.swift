import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct WebSocketBacklogTests {
  private func backlog(messages: Int = 64, bytes: Int = 1_000) -> WebSocketBacklog {
    var options = WebSocketOptions()
    options.maximumWaitingMessages = messages
    options.maximumWaitingBytes = bytes
    return WebSocketBacklog(options)
  }

  @Test func itIsFullWithAsManyMessagesAsAllowed() {
    var backlog = backlog(messages: 2)
    backlog.add(.text(""))
    expectFalse(backlog.isFull)
    backlog.add(.text(""))
    expectTrue(backlog.isFull)
    backlog.remove(.text(""))
    expectFalse(backlog.isFull)
  }

  @Test func itIsFullWithAsManyBytesAsAllowed() {
    var backlog = backlog(bytes: 4)
    backlog.add(.text("abc"))
    expectFalse(backlog.isFull)
    backlog.add(.data(Data([1])))
    expectTrue(backlog.isFull)
  }

  @Test func itIsHalfEmptyWithHalfOfTheMessagesAndOfTheBytes() {
    var backlog = backlog(messages: 4, bytes: 4)
    for text in ["a", "b", "c", ""] { backlog.add(.text(text)) }
    expectFalse(backlog.isHalfEmpty)
    backlog.remove(.text(""))
    expectFalse(backlog.isHalfEmpty)
    backlog.remove(.text("a"))
    expectTrue(backlog.isHalfEmpty)
    backlog.add(bytes: 1)
    expectFalse(backlog.isHalfEmpty)
  }

  @Test func aPongIsAMessageWithoutBytesAndABodyIsBytesWithoutAMessage() {
    var pongs = backlog(messages: 2, bytes: 1)
    pongs.add(messages: 1)
    expectFalse(pongs.isFull)
    pongs.add(messages: 1)
    expectTrue(pongs.isFull)
    pongs.remove(messages: 2)
    expectTrue(pongs.isHalfEmpty)
    var body = backlog(messages: 1, bytes: 4)
    body.add(bytes: 3)
    expectFalse(body.isFull)
    body.add(bytes: 1)
    expectTrue(body.isFull)
    body.remove(bytes: 4)
    expectTrue(body.isHalfEmpty)
  }

  @Test func nothingWaitsAfterRemovingAll() {
    var backlog = backlog(messages: 1, bytes: 1)
    backlog.add(.text("a"))
    backlog.removeAll()
    #expect(!backlog.isFull && backlog.isHalfEmpty)
  }

  /// Otherwise it would be full while it is empty, and reading would never resume.
  @Test(arguments: [0, -1, Int.min], [0, -1, Int.min])
  func limitsBelowOneAreOne(messages: Int, bytes: Int) {
    var backlog = backlog(messages: messages, bytes: bytes)
    #expect(!backlog.isFull && backlog.isHalfEmpty)
    backlog.add(messages: 1)
    #expect(backlog.isFull && !backlog.isHalfEmpty)
    backlog.remove(messages: 1)
    backlog.add(bytes: 1)
    #expect(backlog.isFull && !backlog.isHalfEmpty)
    backlog.remove(bytes: 1)
    #expect(!backlog.isFull && backlog.isHalfEmpty)
  }
}
