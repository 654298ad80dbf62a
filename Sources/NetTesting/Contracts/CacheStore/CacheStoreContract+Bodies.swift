import Foundation
import Net

extension CacheStoreContract {
  /// The laws by which a body is read as it was written.
  static let bodyLaws: [Law] = [
    Law("a head is read as it was stored") { trial in
      let key = trial.key("head", partition: "user 7")
      let stored = try trial.put(key)
      let found = try trial.store.entries(for: key)
      try ContractBreach.unlessEqual(found.map(\.response), [trial.response(key)], "the heads")
      try ContractBreach.unlessEqual(found.map(\.key), [key], "the keys")
      try ContractBreach.unlessEqual(found.map(\.id), [stored.id], "the numbers")
    },

    Law("bodies of every size are read whole") { trial in
      for size in sizes {
        let (key, body) = (trial.key("size/\(size)"), CacheStoreTrial.pattern(size))
        let written = try trial.put(key, body)
        try ContractBreach.unlessEqual(
          written.bodySize, Int64(size), "the size of the entry that was written")
        guard let entry = try trial.store.entries(for: key).first else {
          throw ContractBreach("a body of \(size.counted("byte")) is not found")
        }
        try ContractBreach.unlessEqual(entry.bodySize, Int64(size), "the size of the body")
        for count in [7000, 65_536, 1 << 20] {
          let read = try trial.body(of: entry, by: count)
          try ContractBreach.unless(
            read == body,
            "read \(read.count) of \(size.counted("byte")) by \(count) at a time, or they differ from those written"
          )
        }
      }
    },

    Law("a body is read from any offset") { trial in
      let key = trial.key("offset")
      let body = CacheStoreTrial.pattern(200_003)
      let entry = try trial.put(key, body)
      for offset in [0, 1, 16_384, 65_535, 65_536, 65_537, 131_072, 200_002, 200_003, 300_000] {
        let read = try trial.body(of: entry, from: Int64(offset))
        try ContractBreach.unless(
          read == body.dropFirst(offset), "the bytes read from offset \(offset) differ from those written")
      }
    },

    Law("several readers of an entry do not disturb each other") { trial in
      let (key, body) = (trial.key("readers"), CacheStoreTrial.pattern(150_000))
      let entry = try trial.put(key, body)
      let readers = try (0..<3).map { _ in try trial.store.reader(of: entry) }
      var read = readers.map { _ in Data() }
      for round in 0..<300 {
        for index in readers.indices {
          read[index] += try readers[index].read(atMost: 1000 + round + index) ?? Data()
        }
      }
      try ContractBreach.unless(read.allSatisfy { $0 == body }, "a reader has other bytes")
    },

    Law("a body over the limit of an entry is refused") { trial in
      // A store with a large limit is not filled.
      let limit = trial.store.entryLimit
      guard limit <= 8 << 20 else { return }
      let key = trial.key("large")
      do { try trial.put(key, Data(count: Int(limit))) } catch CacheStoreError.tooLarge {
        throw ContractBreach("a body of \(Int(limit).counted("byte")), the limit, was refused")
      }
      try ContractBreach.unlessEqual(
        try trial.store.entries(for: key).count, 1, "the number of entries of the largest size")
      let writer = try trial.store.writer(
        for: trial.key("larger"), response: trial.response(key), replacing: [])
      try trial.expect(.tooLarge(limit: limit), of: "a byte over the limit of \(limit)") {
        for _ in 0..<(limit / 65_536 + 1) { try writer.append(Data(count: 65_536)) }
      }
      writer.discard()
      try ContractBreach.unlessEqual(
        try trial.store.entries(for: trial.key("larger")).count, 0, "the number of entries that are too large"
      )
    },
  ]

  private static let sizes = [0, 1, 1023, 16_384, 16_385, 65_535, 65_536, 65_537, 300_001]
}
