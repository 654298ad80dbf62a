/// The writers of a store in memory that have not ended, as a pure value.
///
/// A writer knows its slot, so that it is found without a table.
struct OpenWriters: Sendable {
  /// The identity of a writer.
  struct Ticket: Sendable, Hashable {
    /// The number of its entry.
    let id: UInt64
    fileprivate let slot: Int
  }

  private struct Writer: Sendable {
    var id: UInt64
    var urlHash: Int
    var url: String
    /// The bytes that are reserved for it.
    var bytes: Int64
  }

  private var writers: [Writer?] = []
  private var free: [Int] = []
  /// The bytes that are reserved for all.
  private(set) var bytes: Int64 = 0

  /// Adds a writer for which these bytes are reserved.
  mutating func add(_ id: UInt64, _ key: CacheKey, bytes count: Int64) -> Ticket {
    let writer = Writer(id: id, urlHash: key.urlHash, url: key.url, bytes: count)
    bytes += count
    guard let slot = free.popLast() else {
      writers.append(writer)
      return Ticket(id: id, slot: writers.count - 1)
    }
    writers[slot] = writer
    return Ticket(id: id, slot: slot)
  }

  /// Returns the bytes that are reserved for a writer, or nil if it has ended.
  func bytes(of ticket: Ticket) -> Int64? {
    // In the meantime the slot may belong to a later writer, or everything may have been removed.
    guard ticket.slot < writers.count, writers[ticket.slot]?.id == ticket.id else { return nil }
    return writers[ticket.slot]?.bytes
  }

  /// Reserves more bytes for a writer.
  mutating func reserve(_ count: Int64, for ticket: Ticket) {
    guard bytes(of: ticket) != nil else { return }
    writers[ticket.slot]?.bytes += count
    bytes += count
  }

  /// Removes a writer; returns false if it has ended.
  @discardableResult
  mutating func end(_ ticket: Ticket) -> Bool {
    guard let count = bytes(of: ticket) else { return false }
    end(slot: ticket.slot, count)
    return true
  }

  /// Removes the writers of a URL.
  mutating func endAll(url: String, hash: Int) {
    for slot in writers.indices {
      guard writers[slot]?.urlHash == hash, let writer = writers[slot], writer.url.hasCodePoints(of: url)
      else {
        continue
      }
      end(slot: slot, writer.bytes)
    }
  }

  private mutating func end(slot: Int, _ count: Int64) {
    writers[slot] = nil
    free.append(slot)
    bytes -= count
  }
}
