import Foundation
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
    #expect(inbox.add(head) == true)
    #expect(inbox.add(chunk) == false)
    #expect(word(inbox.next()) == "head")
    #expect(inbox.add(end) == false)
    #expect(word(inbox.next()) == "body")
    #expect(word(inbox.next()) == "finished")
    #expect(word(inbox.next()) == "nothing")
  }

  @Test mutating func anEventAfterADeliveryRequestsAnother() {
    _ = inbox.add(head)
    _ = inbox.next()
    #expect(word(inbox.next()) == "nothing")
    #expect(inbox.add(chunk) == true)
  }

  @Test mutating func nothingIsDeliveredAfterTheEnd() {
    _ = inbox.add(end)
    #expect(inbox.add(chunk) == false)
    #expect(word(inbox.next()) == "finished")
    #expect(word(inbox.next()) == "nothing")
  }

  @Test mutating func aPausedInboxDeliversTheHeadAndKeepsTheBodyAndTheEnd() {
    inbox.isPaused = true
    #expect(inbox.add(head) == true)
    #expect(word(inbox.next()) == "head")
    _ = inbox.add(chunk)
    _ = inbox.add(end)
    #expect(word(inbox.next()) == "nothing")
    #expect(inbox.begins() == false)
    inbox.isPaused = false
    #expect(inbox.begins() == true)
    #expect(word(inbox.next()) == "body")
    #expect(word(inbox.next()) == "finished")
  }

  @Test mutating func aPauseDuringADeliveryStopsTheDelivery() {
    _ = inbox.add(head)
    _ = inbox.add(chunk)
    _ = inbox.next()
    inbox.isPaused = true
    #expect(word(inbox.next()) == "nothing")
  }

  @Test mutating func aSilencedInboxDeliversOnlyItsEnd() {
    _ = inbox.add(head)
    _ = inbox.add(chunk)
    #expect(inbox.silence().all.count == 2)
    #expect(inbox.add(chunk) == false)
    #expect(inbox.size == 0)
    #expect(word(inbox.next()) == "nothing")
    #expect(inbox.add(.failed(CancellationError(), phase: .connect)) == true)
    #expect(word(inbox.next()) == "cancelled connect")
  }

  @Test mutating func silencingTurnsAWaitingEndIntoACancellation() {
    inbox.isPaused = true
    _ = inbox.add(end)
    _ = inbox.silence()
    #expect(inbox.begins() == true)
    #expect(word(inbox.next()) == "cancelled body")
  }

  @Test mutating func theSizeCountsWaitingBodyBytes() {
    _ = inbox.add(head)
    _ = inbox.add(chunk)
    _ = inbox.add(chunk)
    #expect(inbox.size == 6)
    _ = inbox.next()
    _ = inbox.next()
    #expect(inbox.size == 3)
  }
}
