import Testing

@testable import Net

@Suite struct CacheChangesTests {
  private let changes = CacheChanges()

  @Test func aRemovalIsSeenForItsURLOnly() {
    let (one, other) = (changes.mark(7), changes.mark(8))
    changes.noteRemoval(7)
    #expect(changes.removalCount(one) == 1)
    #expect(changes.removalCount(other) == 0)
  }

  @Test func theRemovalOfEverythingIsSeenForEveryURL() {
    let marks = (0..<1_000).map { changes.mark($0) }
    changes.noteRemovalOfAll()
    #expect(marks.allSatisfy { changes.removalCount($0) == 1 })
  }

  @Test func aRequestLearnsWhetherItsOwnRemovalCountsForIt() {
    let mark = changes.mark(7)
    #expect(changes.noteRemoval(7, own: mark))
    #expect(!changes.noteRemoval(8, own: mark))
  }

  @Test func theFirstToStoreSeesNoOther() {
    #expect(!changes.noteStoring(changes.mark(7)))
  }

  @Test func theSecondToStoreSinceItsLookUpSeesTheFirst() {
    let (first, second) = (changes.mark(7), changes.mark(7))
    #expect(!changes.noteStoring(first))
    #expect(changes.noteStoring(second))
  }

  @Test func whatWasStoredBeforeTheLookUpIsNotSeen() {
    _ = changes.noteStoring(changes.mark(7))
    #expect(!changes.noteStoring(changes.mark(7)))
  }

  @Test func anyHashValueHasCounters() {
    for hash in [Int.min, -1, 0, .max] { #expect(changes.removalCount(changes.mark(hash)) == 0) }
  }
}
