import Dispatch
import Foundation
import Net

extension CacheStoreContract {
  /// The laws by which removed entries cannot be read.
  static let removalLaws: [Law] = [
    Law("a removed entry is gone, and removing it again is not an error") { trial in
      let key = trial.key("remove")
      let entries = try ["a", "b", "c"].map { try trial.put(key, tag: $0) }
      try trial.store.remove([entries[0], entries[2]])
      do { try trial.store.remove([entries[0]]) } catch {
        throw ContractBreach("removing it again threw \(spelling(of: error))")
      }
      try trial.expectTags(key, ["b"], "the entries")
      try ContractBreach.unlessEqual(trial.store.count, 1, "the count")
    },

    Law("removing a URL removes all its entries, and no others") { trial in
      let keys = ["", "1", "2"].map { trial.key("url", partition: $0) }
      for key in keys {
        for tag in ["a", "b"] { try trial.put(key, CacheStoreTrial.pattern(100_000), tag: tag) }
      }
      try trial.put(trial.key("url2"))
      try trial.store.removeAll(url: keys[0].url)
      for key in keys { try trial.expectTags(key, [], "the entries of the URL") }
      try trial.expectTags(trial.key("url2"), ["1"], "the entries of another URL")
      try trial.store.removeAll(url: trial.key("never").url)
    },

    Law("removing everything leaves nothing") { trial in
      for size in [10, 100_000] {
        for number in 0..<20 { try trial.put(trial.key("\(number)"), CacheStoreTrial.pattern(size)) }
      }
      try trial.store.removeAll()
      for number in 0..<20 { try trial.expectTags(trial.key("\(number)"), [], "the entries") }
      try ContractBreach.unlessEqual(trial.store.count, 0, "the count")
      try ContractBreach.unlessEqual(trial.store.size, 0, "the size")
      try trial.put(trial.key("1"), tag: "new")
      try trial.expectTags(trial.key("1"), ["new"], "the entries stored afterwards")
    },

    Law("a removed entry cannot be opened any more") { trial in
      for size in [10, 300_000] {
        let entry = try trial.put(trial.key("opened"), CacheStoreTrial.pattern(size))
        try trial.store.remove([entry])
        do {
          _ = try trial.store.reader(of: entry)
        } catch {
          try ContractBreach.unlessEqual(error as? CacheStoreError, .vanished, "the error")
          continue
        }
        throw ContractBreach("a body of \(size.counted("byte")) was opened after its removal")
      }
    },

    Law("a reader never gives other bytes when its entry is removed") { trial in
      let key = trial.key("reader")
      for size in [10_000, 300_000] {
        let body = CacheStoreTrial.pattern(size)
        let entry = try trial.put(key, body)
        let reader = try trial.store.reader(of: entry)
        var read = try reader.read(atMost: 1000) ?? Data()
        try trial.store.removeAll()
        try trial.put(key, CacheStoreTrial.pattern(size, seed: 9))
        do {
          while let chunk = try reader.read(atMost: 10_000) { read += chunk }
          try ContractBreach.unless(read == body, "other bytes were read")
        } catch CacheStoreError.vanished, CacheStoreError.damaged {
          try ContractBreach.unless(body.starts(with: read), "other bytes were read before it failed")
        }
      }
    },
  ]

  /// The laws on sizes, on uses, and on concurrent calls.
  static let useLaws: [Law] = [
    Law("size and count follow what is stored") { trial in
      try ContractBreach.unlessEqual(trial.store.count, 0, "the count of an empty store")
      var sizes = [trial.store.size]
      var entries: [CacheEntry] = []
      for number in 0..<5 {
        entries.append(try trial.put(trial.key("\(number)"), CacheStoreTrial.pattern(50_000)))
        sizes.append(trial.store.size)
        try ContractBreach.unlessEqual(trial.store.count, number + 1, "the count")
      }
      try ContractBreach.unless(
        zip(sizes, sizes.dropFirst()).allSatisfy { $1 - $0 >= 50_000 && $1 - $0 < 55_000 },
        "the sizes after each body of 50,000 bytes are \(sizes)")
      try trial.store.remove(entries)
      try ContractBreach.unlessEqual(trial.store.size, sizes[0], "the size after the removal")
      try ContractBreach.unlessEqual(trial.store.count, 0, "the count after the removal")
    },

    Law("each entry is enumerated once, and the closure may call the store") { trial in
      for number in 0..<10 { try trial.put(trial.key("\(number % 5)"), tag: "\(number)") }
      var found: [String] = []
      var failure: (any Error)?
      try trial.store.forEach { entry in
        found.append(entry.response.headers["ETag"] ?? "none")
        do { try trial.store.remove([entry]) } catch { failure = error }
      }
      if let failure { throw failure }
      try ContractBreach.unlessEqual(
        found.sorted(), (0..<10).map { "\"\($0)\"" }, "the entries that were enumerated")
      try ContractBreach.unlessEqual(trial.store.count, 0, "the count after removing each")
    },

    Law("recording a use changes neither head nor body") { trial in
      let key = trial.key("touch")
      let entries = try ["a", "b"].map { try trial.put(key, Data($0.utf8), tag: $0) }
      trial.store.touch(entries[0])
      let (found, tags) = (try trial.store.entries(for: key), ["b", "a"])
      try ContractBreach.unlessEqual(
        found.map(\.response), tags.map { trial.response(key, tag: $0) }, "the heads")
      for (entry, tag) in zip(found, tags) {
        try ContractBreach.unlessEqual(try trial.body(of: entry), Data(tag.utf8), "the body of \(tag)")
      }
      try trial.store.remove([entries[0]])
      trial.store.touch(entries[0])
      try trial.expectTags(key, ["b"], "the entries after touching a removed one")
    },

    Law("threads that write, read and remove at once find whole entries only") { trial in
      let failures = Lock<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for round in 0..<40 {
          do {
            try race(trial, thread: thread, round: round)
          } catch let breach as ContractBreach {
            failures.withLock { $0.append(breach.found) }
          } catch CacheStoreError.vanished, CacheStoreError.removed {
            // Another thread was faster.
          } catch {
            failures.withLock { $0.append(spelling(of: error)) }
          }
        }
      }
      let found = failures.withLock { $0 }
      try ContractBreach.unless(found.isEmpty, found.first ?? "")
    },
  ]

  private static func race(_ trial: CacheStoreTrial, thread: Int, round: Int) throws {
    let key = trial.key("race/\((round + thread) % 3)")
    let size = round % 2 == 0 ? 1000 : 70_000
    let seed = (thread * 40 + round) % 256
    let tag = "\(seed),\(size)"
    switch (thread + round) % 6 {
    case 0, 1, 2:
      try trial.put(
        key, Data(repeating: UInt8(seed), count: size), tag: tag,
        replacing: try trial.store.entries(for: key).map(\.id))
    case 3: try trial.store.removeAll(url: key.url)
    case 4: try trial.store.remove(try trial.store.entries(for: key))
    default: break
    }
    for entry in try trial.store.entries(for: key) {
      let numbers = (entry.response.headers["ETag"] ?? "").split { !$0.isNumber }.compactMap { Int($0) }
      try ContractBreach.unless(numbers.count == 2, "another head was read: \(numbers)")
      let body = try trial.body(of: entry)
      try ContractBreach.unless(
        body == Data(repeating: UInt8(clamping: numbers[0]), count: numbers[1]),
        "a body that is not whole was read")
      trial.store.touch(entry)
    }
  }
}
