import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct EventInboxTests {
  private var inbox = EventInbox()

  private let head = TransportEvent.head(ResponseHead(status: 200))
  private let chunk = TransportEvent.body(Data("abc".utf8))
  private let end = TransportEvent.finished(TransportTimings())

  private func word(_ event: TransportEvent?) -> String {
    switch event {
    case nil: "nothing"
    case .head?: "head"
    case .body?: "body"
    case .finished?: "finished"
    case .failed(let error, let phase)?: "\(error is CancellationError ? "cancelled" : "failed") \(phase)"
    default: "other"
    }
  }

  @Test mutating func onlyTheFirstEventRequestsADelivery() {
    expectEqual(inbox.add(head), true)
    expectEqual(inbox.add(chunk), false)
    expectEqual(word(inbox.next()), "head")
    expectEqual(inbox.add(end), false)
    expectEqual(word(inbox.next()), "body")
    expectEqual(word(inbox.next()), "finished")
    expectEqual(word(inbox.next()), "nothing")
  }

  @Test mutating func anEventAfterADeliveryRequestsAnother() {
    _ = inbox.add(head)
    _ = inbox.next()
    expectEqual(word(inbox.next()), "nothing")
    expectEqual(inbox.add(chunk), true)
  }

  @Test mutating func nothingIsDeliveredAfterTheEnd() {
    _ = inbox.add(end)
    expectEqual(inbox.add(chunk), false)
    expectEqual(word(inbox.next()), "finished")
    expectEqual(word(inbox.next()), "nothing")
  }

  @Test mutating func aPausedInboxDeliversTheHeadAndKeepsTheBodyAndTheEnd() {
    inbox.isPaused = true
    expectEqual(inbox.add(head), true)
    expectEqual(word(inbox.next()), "head")
    _ = inbox.add(chunk)
    _ = inbox.add(end)
    expectEqual(word(inbox.next()), "nothing")
    expectEqual(inbox.begins(), false)
    inbox.isPaused = false
    expectEqual(inbox.begins(), true)
    expectEqual(word(inbox.next()), "body")
    expectEqual(word(inbox.next()), "finished")
  }

  @Test mutating func aPauseDuringADeliveryStopsTheDelivery() {
    _ = inbox.add(head)
    _ = inbox.add(chunk)
    _ = inbox.next()
    inbox.isPaused = true
    expectEqual(word(inbox.next()), "nothing")
  }

  @Test mutating func aSilencedInboxDeliversOnlyItsEnd() {
    _ = inbox.add(head)
    _ = inbox.add(chunk)
    expectEqual(inbox.silence().all.count, 2)
    expectEqual(inbox.add(chunk), false)
    expectEqual(inbox.size, 0)
    expectEqual(word(inbox.next()), "nothing")
    expectEqual(inbox.add(.failed(CancellationError(), phase: .connect)), true)
    expectEqual(word(inbox.next()), "cancelled connect")
  }

  @Test mutating func silencingTurnsAWaitingEndIntoACancellation() {
    inbox.isPaused = true
    _ = inbox.add(end)
    _ = inbox.silence()
    expectEqual(inbox.begins(), true)
    expectEqual(word(inbox.next()), "cancelled body")
  }

  @Test mutating func theSizeCountsWaitingBodyBytes() {
    _ = inbox.add(head)
    _ = inbox.add(chunk)
    _ = inbox.add(chunk)
    expectEqual(inbox.size, 6)
    _ = inbox.next()
    _ = inbox.next()
    expectEqual(inbox.size, 3)
  }
}
