/// The known state of one folder of a store on disk, as a pure value.
///
/// The folder itself is authoritative, because other processes change it, too. A listing is valid as long as the
/// folder's modification time is the same as when it was made.
struct DiskShard: Sendable {
  /// What is known about an entry in the folder.
  struct Known: Sendable {
    let record: DiskRecord
    /// The entry itself, if it is kept since it was read.
    let entry: CacheEntry?
  }

  /// Sorted by key, then the newest first.
  private(set) var records: [DiskRecord] = []
  /// The sum of the sizes, which the names of the files say: anyone who can write to the folder chooses them.
  private var sum: Int128 = 0
  /// The sum of the sizes, limited so that those of all shards can be added.
  var size: Int64 { Int64(clamping: min(sum, 1 << 54)) }
  /// The folder's time of change at the last listing, in nanoseconds; nil if it must be listed.
  private(set) var listedAt: Int64?
  private var hasBeenListed = false
  /// The last few entries that were read since the listing, and are not long.
  private var recent: [Known] = []
  /// The index of the entry in `recent` that the next one replaces, if there are as many as are kept.
  private var nextRecent = 0
  /// The writers that have not ended, with the digests of their URLs.
  private var writers: [UInt64: DiskURL] = [:]

  // MARK: - Listings

  /// Returns whether the records may differ from the folder, which was changed at this time.
  func needsListing(changed: Int64) -> Bool { listedAt != changed }

  /// Whether the folder has been listed, even if the listing is out of date.
  var isKnown: Bool { hasBeenListed }

  /// Replaces the records with those of the folder.
  ///
  /// `changed` is the folder's modification time before it was listed. Such times have a limited resolution: a folder
  /// that has just changed may change again within the same time stamp, so it is listed again at its next use.
  ///
  /// - `found`: Lists the folder. It is called after `now` is known: a long listing may miss what is added meanwhile.
  mutating func list(
    _ found: @autoclosure () throws -> [DiskRecord], changed: Int64, now: Int64
  ) rethrows {
    let found = try found()
    var known: [UInt64: (lastUse: Int64, growth: Int64)] = [:]
    for record in records where record.lastUse != 0 || record.growth != 0 {
      known[record.id] = (record.lastUse, record.growth)
    }
    records = found.sorted(by: DiskRecord.isBefore)
    if !known.isEmpty {
      for index in records.indices {
        (records[index].lastUse, records[index].growth) = known[records[index].id] ?? (0, 0)
      }
    }
    sum = records.reduce(0) { $0 + Int128($1.size) }
    // A folder may have any time of change.
    let settlingTime = Self.settlingTime(of: changed)
    let isSettling = changed > now - settlingTime && changed < now + settlingTime
    listedAt = isSettling ? nil : changed
    hasBeenListed = true
    recent = []
  }

  /// Forgets everything, because the folder is gone.
  mutating func clear() {
    records = []
    sum = 0
    listedAt = nil
    hasBeenListed = true
    recent = []
  }

  // MARK: - Records

  /// Returns the entries of a key, the newest first.
  func records(for key: DiskKey) -> ArraySlice<DiskRecord> {
    let start = firstIndex { $0.key >= key }
    return records[start...].prefix { $0.key == key }
  }

  /// Returns the entries of a URL in all partitions.
  func records(of url: DiskURL) -> [DiskRecord] { records.filter { $0.key.url == url } }

  mutating func insert(_ record: DiskRecord) {
    let index = firstIndex { !DiskRecord.isBefore($0, record) }
    if index < records.count, records[index].isSame(as: record) {
      sum += Int128(record.size) - Int128(records[index].size)
      records[index] = record
    } else {
      records.insert(record, at: index)
      sum += Int128(record.size)
    }
  }

  /// Notes the size of an entry's files, which a later head has changed.
  mutating func resize(_ record: DiskRecord, to newSize: Int64) {
    guard let index = index(of: record) else { return }
    sum += Int128(newSize) - Int128(records[index].size)
    records[index].growth = newSize - records[index].charge
  }

  mutating func remove(_ record: DiskRecord) {
    forget(record)
    guard let index = index(of: record) else { return }
    sum -= Int128(records[index].size)
    records.remove(at: index)
  }

  /// Records a use; returns the time of the previous use, or nil if there is no such entry.
  mutating func touch(_ record: DiskRecord, at time: Int64) -> Int64? {
    guard let index = index(of: record) else { return nil }
    defer { records[index].lastUse = time }
    return records[index].lastUse
  }

  func contains(_ record: DiskRecord) -> Bool { index(of: record) != nil }

  private func index(of record: DiskRecord) -> Int? {
    let index = firstIndex { !DiskRecord.isBefore($0, record) }
    return index < records.count && records[index].isSame(as: record) ? index : nil
  }

  /// Returns the index of the first record for which the condition is true.
  ///
  /// It must be true for all records after that.
  private func firstIndex(where holds: (DiskRecord) -> Bool) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(records[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: - Recent entries

  /// Returns what is known of the entries of a key, the newest first.
  func known(for key: DiskKey) -> [Known] {
    records(for: key).map { Known(record: $0, entry: recent($0)) }
  }

  /// Returns an entry that was read since the listing.
  func recent(_ record: DiskRecord) -> CacheEntry? {
    for index in recent.indices where recent[index].record.isSame(as: record) { return recent[index].entry }
    return nil
  }

  /// Keeps an entry that was read, if the folder has not changed since.
  ///
  /// Any change to the folder changes its modification time, and then all kept entries are dropped. A file modified in
  /// place does not change that time, but the kept entry was verified when it was read.
  mutating func keep(_ entry: CacheEntry, of record: DiskRecord, listing: Int64?) {
    guard let listing, listing == listedAt, contains(record) else { return }
    forget(record)
    let known = Known(record: record, entry: entry)
    if recent.count < Self.recentLimit { return recent.append(known) }
    recent[nextRecent] = known
    nextRecent = (nextRecent + 1) % Self.recentLimit
  }

  /// Drops a kept entry.
  @inline(never)
  mutating func forget(_ record: DiskRecord) {
    if recent(record) != nil { recent.removeAll { $0.record.isSame(as: record) } }
  }

  // MARK: - Writers

  mutating func begin(_ writer: UInt64, of url: DiskURL) { writers[writer] = url }

  /// Removes a writer.
  ///
  /// Returns false if its URL was removed meanwhile.
  mutating func end(_ writer: UInt64) -> Bool { writers.removeValue(forKey: writer) != nil }

  func isOpen(_ writer: UInt64) -> Bool { writers[writer] != nil }

  /// Makes the writers of a URL fail; nil means all writers.
  mutating func void(_ url: DiskURL?) {
    guard let url else { return writers = [:] }
    for (writer, other) in writers where other == url { writers[writer] = nil }
  }

  /// Returns how long a folder must be unchanged before its listing is kept, in nanoseconds.
  ///
  /// The times of file systems advance in steps. Those of HFS+, of ext3, and of ext4 with small inodes are whole seconds,
  /// and those of FAT even ones. Other file systems have steps of 10 ms at most, and practically never a whole second.
  private static func settlingTime(of changed: Int64) -> Int64 {
    changed % 1_000_000_000 == 0 ? 2_020_000_000 : 20_000_000
  }

  private static let recentLimit = 4
}
