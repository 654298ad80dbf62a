import Testing

@testable import Net

@Suite struct CacheChangesTests {
  private final class Request {}

  private let changes = CacheChanges()
  private let request = Request()

  /// Returns whether a request with this hash value finds that its URL was removed during the work.
  private func notices(_ hash: Int, _ work: () -> Void) -> Bool {
    let mark = changes.mark(hash)
    let count = changes.lastRemoval(mark)
    work()
    return changes.wasRemoved(mark, since: count, except: request)
  }

  @Test func withoutARemovalNothingIsNoticed() { #expect(!notices(7) {}) }

  @Test func aRemovalIsNoticed() { #expect(notices(7) { changes.noteRemoval(7) }) }

  @Test func aRemovalBeforeTheRequestDoesNotCount() {
    changes.noteRemoval(7)
    #expect(!notices(7) {})
  }

  @Test(arguments: [8, 7 + 256]) func theRemovalOfAnotherURLDoesNotCount(other: Int) {
    #expect(!notices(7) { changes.noteRemoval(other) })
  }

  @Test func theRemovalOfEverythingIsNoticedForEveryURL() {
    for hash in [Int.min, -1, 0, 255, 256, .max] { #expect(notices(hash) { changes.noteRemovalOfAll() }) }
  }

  @Test func whatARequestRemovesItselfDoesNotCount() {
    #expect(!notices(7) { changes.noteRemoval(7, by: request) })
  }

  @Test func removalsOfAnotherRequestCountInAdditionToTheRequestsOwn() {
    let other = Request()
    #expect(
      notices(7) {
        changes.noteRemoval(7, by: other)
        changes.noteRemoval(7, by: request)
      })
  }

  @Test func aRemovalThatIsFollowedByManyOthersIsNoticed() {
    #expect(
      notices(7) {
        changes.noteRemoval(7)
        for number in 1...100 { changes.noteRemoval(7 + 256 * number) }
      })
  }

  /// Returns whether a request with this hash value, which started before the work, is sent after it and notices it.
  private func noticesBeforeSending(_ hash: Int, _ work: () -> Void) -> Bool {
    let start = changes.count
    work()
    let mark = changes.mark(hash, startingAfter: start)
    return changes.wasRemoved(mark, since: changes.lastRemoval(mark), except: request)
  }

  @Test func whatTheAppRemovesBeforeARequestIsSentIsNoticed() {
    #expect(noticesBeforeSending(7) { changes.noteRemoval(7) })
    #expect(noticesBeforeSending(7) { changes.noteRemovalOfAll() })
    #expect(!noticesBeforeSending(7) { changes.noteRemoval(8) })
  }

  @Test func whatAResponseRemovesBeforeARequestIsSentDoesNotCount() {
    let other = Request()
    #expect(!noticesBeforeSending(7) { changes.noteRemoval(7, by: other) })
  }

  @Test func theFirstToStoreSeesNoOther() { #expect(!changes.noteStoring(changes.mark(7))) }

  @Test func theSecondToStoreSinceItsLookUpSeesTheFirst() {
    let (first, second) = (changes.mark(7), changes.mark(7))
    #expect(!changes.noteStoring(first))
    #expect(changes.noteStoring(second))
  }

  @Test func whatWasStoredBeforeTheLookUpIsNotSeen() {
    _ = changes.noteStoring(changes.mark(7))
    #expect(!changes.noteStoring(changes.mark(7)))
  }
}
