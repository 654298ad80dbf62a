import TestSupport
import Testing

@testable import Net

/// What the notes of the cache say of a response.
@Suite struct CacheNoteTests {
  private static let age = Duration.milliseconds(5)

  private func note(_ event: RequestEvent.CacheEvent) -> Trace.Note {
    Trace.Note(time: .zero, kind: .cache, text: event.text)
  }

  @Test func hitsStaleResponsesAndValidatedOnesHaveAStoredBody() {
    let events: [RequestEvent.CacheEvent] = [
      .hit(age: Self.age), .stale(age: Self.age, .stale), .revalidated(age: Self.age),
    ]
    expectEqual(events.map { note($0).isOfStoredBody }, [true, true, true])
  }

  @Test func otherEventsHaveNoStoredBody() {
    let events: [RequestEvent.CacheEvent] = [
      .forwarded(.stale), .unavailable(.stale), .stored(lifetime: Self.age), .refused(.stale),
    ]
    expectEqual(events.map { note($0).isOfStoredBody }, [false, false, false, false])
  }

  @Test func onlyAnUnavailableResponseIsAnUnavailability() {
    let events: [RequestEvent.CacheEvent] = [.unavailable(.stale), .hit(age: Self.age), .refused(.stale)]
    expectEqual(events.map { note($0).isUnavailability }, [true, false, false])
  }

  @Test(arguments: ["hitch", "staleness", "", "unavailably"])
  func otherWordsOfAnotherProgramSayNothing(_ text: String) {
    let note = Trace.Note(time: .zero, kind: .cache, text: text)
    #expect(!note.isOfStoredBody && !note.isUnavailability)
  }

  @Test func notesOfOtherKindsSayNothingAboutTheCache() {
    let note = Trace.Note(time: .zero, kind: .retry, text: "hit, 5 ms old")
    expectFalse(note.isOfStoredBody)
  }
}
