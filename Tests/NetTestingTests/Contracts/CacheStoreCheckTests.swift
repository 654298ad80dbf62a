import Net
import NetTesting
import Testing

/// Proves that each check of the laws of stores can fail, and for the expected reason.
@Suite struct CacheStoreCheckTests {
  private static let breaches: [(ChangedStore.Fault, String, String)] = [
    // Bodies.
    (.losesKeys, "a head is read as it was stored", "expected the keys"),
    (.losesNumbers, "a head is read as it was stored", "expected the numbers"),
    (
      .growsWritten, "bodies of every size are read whole",
      "expected the size of the entry that was written 0"
    ),
    (.growsFound, "bodies of every size are read whole", "expected the size of the body 0, got 1"),
    (.findsNothing, "bodies of every size are read whole", "a body of 0 bytes is not found"),
    (.readsMore, "bodies of every size are read whole", "more than 7000"),
    (.readsEmptyChunks, "bodies of every size are read whole", "read no bytes instead of nil"),
    (.findsNothing, "a body over the limit of an entry is refused", "entries of the largest size 1, got 0"),
    (.storesTooLarge, "a body over the limit of an entry is refused", "entries that are too large 0, got 1"),
    (.renamesErrors, "a body over the limit of an entry is refused", "a byte over the limit of"),
    // Writers.
    (.storesAtOnce, "an entry exists only after its commit", "expected the entries of a new writer []"),
    (.keepsDiscarded, "a writer that is discarded or released leaves nothing", "expected the entries []"),
    (.storesChunks, "an entry exists only after its commit", "expected the entries before the commit []"),
    (
      .storesNothing, "an entry exists only after its commit", #"expected the entries after the commit ["1"]"#
    ),
    (.countsWriters, "a writer that is discarded or released leaves nothing", "expected the count 0, got 4"),
    (.measuresWriters, "a writer that is discarded or released leaves nothing", "expected the size 0, got 4"),
    (.renamesErrors, "a writer ends once", "a chunk after the commit threw"),
    (.discardsCommitted, "a writer ends once", #"expected the entries ["1"], got []"#),
    (
      .removesReplacedAtOnce, "a commit removes the entries that it replaces, and no others",
      #"expected the entries before the commit ["second", "first"], got ["second"]"#
    ),
    (
      .storesRemoved, "a writer that is open during a removal does not store its entry",
      "expected the entries after removing the URL []"
    ),
    (
      .storesNothingAfterRemoval, "a writer that is open during a removal does not store its entry",
      #"expected the entries of a later writer ["1"], got []"#
    ),
    // Order.
    (
      .returnsOldestFirst, "the entries of a key are returned newest first",
      #"expected the entries ["d", "c", "b", "a"], got ["a", "b", "c", "d"]"#
    ),
    (.numbersAlike, "the entries of a key are returned newest first", "the numbers are [1, 1, 1, 1]"),
    (.readsNewest, "the entries of a key are returned newest first", "expected the body of c"),
    (
      .renumbersUpdated, "an update replaces the head, and keeps the body and the order",
      "the entry has another number"
    ),
    (
      .movesUpdated, "an update replaces the head, and keeps the body and the order",
      #"expected the entries ["newer", "updated 10"], got ["updated 10", "newer"]"#
    ),
    (.cutsUpdated, "an update replaces the head, and keeps the body and the order", "expected the body"),
    (
      .forgivesUpdates, "an update of a removed entry fails and stores nothing",
      "an update of a removed entry threw nothing"
    ),
    // Removal.
    (
      .keepsEntries, "a removed entry is gone, and removing it again is not an error",
      #"expected the entries ["b"], got ["c", "b", "a"]"#
    ),
    (.keepsOne, "removing everything leaves nothing", "expected the entries []"),
    (
      .countsAll, "a removed entry is gone, and removing it again is not an error",
      "expected the count 1, got 3"
    ),
    (
      .refusesUnknownURLs, "removing a URL removes all its entries, and no others",
      "a call threw the entry no longer exists"
    ),
    (.renamesErrors, "a removed entry cannot be opened any more", "expected the error"),
    (.countsAll, "removing everything leaves nothing", "expected the count 0, got 40"),
    (.measuresMost, "removing everything leaves nothing", "expected the size 0"),
    (
      .storesNothingAfterRemoval, "removing everything leaves nothing",
      #"expected the entries stored afterwards ["new"], got []"#
    ),
    (
      .readsReplacement, "a reader never gives other bytes when its entry is removed",
      "other bytes were read"
    ),
    (
      .readsOthersAndFails, "a reader never gives other bytes when its entry is removed",
      "other bytes were read before it failed"
    ),
    // Uses.
    (.countsFromOne, "size and count follow what is stored", "expected the count of an empty store 0, got 1"),
    (.measuresMost, "size and count follow what is stored", "expected the size after the removal 0"),
    (.countsAll, "size and count follow what is stored", "expected the count after the removal 0, got 5"),
    (
      .countsAll, "each entry is enumerated once, and the closure may call the store",
      "expected the count after removing each 0, got 10"
    ),
    (
      .refusesWithin, "each entry is enumerated once, and the closure may call the store",
      "a call threw the entry no longer exists"
    ),
    (.changesTouched, "recording a use changes neither head nor body", "expected the heads"),
    (.cutsTouched, "recording a use changes neither head nor body", "expected the body of"),
    (
      .storesTouched, "recording a use changes neither head nor body",
      #"expected the entries after touching a removed one ["b"]"#
    ),
    (
      .losesTags, "threads that write, read and remove at once find whole entries only",
      "another head was read: []"
    ),
    (
      .cutsTouched, "threads that write, read and remove at once find whole entries only",
      "a body that is not whole was read"
    ),
  ]

  @Test(arguments: breaches)
  func aChangedStoreFailsItsLaw(_ fault: ChangedStore.Fault, _ law: String, _ found: String) async throws {
    let message = try await expectBreach(
      of: law, among: CacheStoreContract.laws, by: "store", saying: found
    ) { law in
      await CacheStoreContract.check([law]) { ChangedStore(fault) }
    }
    #expect(message.contains(found), "\(message)")
  }
}
