import Foundation
import Net

extension CacheStoreContract {
  /// The laws by which an entry exists whole, or not at all.
  static let writerLaws: [Law] = [
    Law("an entry exists only after its commit") { trial in
      for size in [10, 100_000] {
        let key = trial.key("commit/\(size)")
        let writer = try trial.store.writer(for: key, response: trial.response(key), replacing: [])
        try trial.expectTags(key, [], "the entries of a new writer")
        try writer.append(CacheStoreTrial.pattern(size))
        try trial.expectTags(key, [], "the entries before the commit")
        _ = try writer.commit()
        try trial.expectTags(key, ["1"], "the entries after the commit")
      }
    },

    Law("a writer that is discarded or released leaves nothing") { trial in
      let key = trial.key("discard")
      for size in [10, 100_000] {
        let writer = try trial.store.writer(for: key, response: trial.response(key), replacing: [])
        try writer.append(CacheStoreTrial.pattern(size))
        writer.discard()
        let released = try trial.store.writer(for: key, response: trial.response(key), replacing: [])
        try released.append(CacheStoreTrial.pattern(size))
      }
      try trial.expectTags(key, [], "the entries")
      try ContractBreach.unlessEqual(trial.store.count, 0, "the count")
      try ContractBreach.unlessEqual(trial.store.size, 0, "the size")
    },

    Law("a writer ends once") { trial in
      let key = trial.key("once")
      let writer = try trial.store.writer(for: key, response: trial.response(key), replacing: [])
      _ = try writer.commit()
      try trial.expect(.ended, of: "a chunk after the commit") { try writer.append(Data("more".utf8)) }
      try trial.expect(.ended, of: "a second commit") { _ = try writer.commit() }
      writer.discard()
      try trial.expectTags(key, ["1"], "the entries")
    },

    Law("a commit removes the entries that it replaces, and no others") { trial in
      let key = trial.key("replace")
      let first = try trial.put(key, tag: "first")
      try trial.put(key, tag: "second")
      let writer = try trial.store.writer(
        for: key, response: trial.response(key, tag: "third"), replacing: [first.id])
      try trial.expectTags(key, ["second", "first"], "the entries before the commit")
      _ = try writer.commit()
      try trial.expectTags(key, ["third", "second"], "the entries after the commit")
    },

    Law("a writer that is open during a removal does not store its entry") { trial in
      let key = trial.key("removed")
      let removals: [(String, () throws -> Void)] = [
        ("the URL", { try trial.store.removeAll(url: key.url) }),
        ("everything", { try trial.store.removeAll() }),
      ]
      for (what, remove) in removals {
        for size in [10, 100_000] {
          let writer = try trial.store.writer(for: key, response: trial.response(key), replacing: [])
          try writer.append(CacheStoreTrial.pattern(size))
          try remove()
          try trial.expect(.removed, of: "a commit after removing \(what)") { _ = try writer.commit() }
          try trial.expectTags(key, [], "the entries after removing \(what)")
        }
      }
      try trial.put(key)
      try trial.expectTags(key, ["1"], "the entries of a later writer")
    },
  ]

  /// The laws by which the entries of a key are in order, and separate from those of other keys.
  static let orderLaws: [Law] = [
    Law("the entries of a key are returned newest first") { trial in
      let key = trial.key("order")
      for tag in ["a", "b", "c", "d"] { try trial.put(key, Data(tag.utf8), tag: tag) }
      try trial.expectTags(key, ["d", "c", "b", "a"], "the entries")
      let entries = try trial.store.entries(for: key)
      let numbers = entries.map(\.id)
      try ContractBreach.unless(zip(numbers, numbers.dropFirst()).allSatisfy(>), "the numbers are \(numbers)")
      for (entry, tag) in zip(entries, ["d", "c", "b", "a"]) {
        try ContractBreach.unlessEqual(try trial.body(of: entry), Data(tag.utf8), "the body of \(tag)")
      }
    },

    Law("each URL and each partition has its own entries") { trial in
      let keys = [
        trial.key("a"), trial.key("A"), trial.key("a/"), trial.key("a?"), trial.key("a", partition: "1"),
        trial.key("a", partition: "2"), trial.key("", partition: "a"), trial.key("../a"),
        trial.key("%2e%2e/a"), trial.key("\u{e9}"), trial.key("e\u{301}"),
        trial.key("a", partition: "\u{e9}"), trial.key("a", partition: "e\u{301}"),
        trial.key(String(repeating: "long/", count: 2000)),
      ]
      for (index, key) in keys.enumerated() { try trial.put(key, tag: "\(index)") }
      for (index, key) in keys.enumerated() {
        try trial.expectTags(key, ["\(index)"], "the entries of key \(index)")
      }
    },

    Law("an update replaces the head, and keeps the body and the order") { trial in
      let key = trial.key("update")
      for size in [10, 100_000] {
        let body = CacheStoreTrial.pattern(size)
        let old = try trial.put(key, body, tag: "old \(size)")
        try trial.put(key, tag: "newer")
        try trial.store.update(old, response: trial.response(key, tag: "updated \(size)"))
        try ContractBreach.unlessEqual(
          Array(try trial.tags(key).prefix(2)), ["newer", "updated \(size)"], "the entries")
        guard let entry = try trial.store.entries(for: key).first(where: { $0.id == old.id }) else {
          throw ContractBreach("the entry has another number")
        }
        try ContractBreach.unlessEqual(try trial.body(of: entry), body, "the body")
      }
    },

    Law("an update of a removed entry fails and stores nothing") { trial in
      let key = trial.key("gone")
      for size in [10, 100_000] {
        let entry = try trial.put(key, CacheStoreTrial.pattern(size))
        try trial.store.remove([entry])
        try trial.expect(.vanished, of: "an update of a removed entry") {
          try trial.store.update(entry, response: trial.response(key, tag: "2"))
        }
        try trial.expectTags(key, [], "the entries")
      }
    },
  ]
}
