import Foundation

extension DiskCacheStore {
  /// Removes the least recently used entries until a tenth of the limit is free.
  func evict() {
    guard totalSize > limit else { return }
    let now = Self.now
    var records: [DiskRecord] = []
    for shard in 0..<DiskFolder.shardCount {
      var found = change(shard) { $0.records }
      if found.contains(where: { $0.lastUse == 0 }), let folder = try? folder.open(shard) {
        for index in found.indices where found[index].lastUse == 0 {
          found[index].lastUse = folder.useTime(of: found[index].name) ?? 0
        }
      }
      records += found
    }
    // A time in the future, from before the clock was set back, is ignored.
    for index in records.indices where records[index].lastUse > now + Self.clockTolerance {
      records[index].lastUse = 0
    }
    records.sort { ($0.lastUse, $0.id) < ($1.lastUse, $1.id) }
    for record in records {
      guard totalSize > limit / 10 * 9 else { return }
      do {
        try remove(record)
      } catch {
        // Files that cannot be removed do not count, so they are not tried again and again.
        change(record.shard) { $0.remove(record) }
      }
    }
  }

  /// Removes the remains of crashed processes, which are temporary files and bodies without an entry, and entries that
  /// somebody has moved to the folder of another shard.
  func removeRemains() {
    let now = Self.now
    for shard in 0..<DiskFolder.shardCount {
      guard let folder = try? folder.open(shard), let names = try? folder.names() else { continue }
      let entries = Set(names)
      for bytes in names where Self.isRemains(bytes, among: entries, in: shard) {
        let name = String(decoding: bytes, as: UTF8.self)
        // A file may have any time.
        guard let changed = folder.useTime(of: name),
          !(now - Self.staleAge...now + Self.staleAge).contains(changed)
        else { continue }
        // The writer of a temporary file holds a lock on it as long as its process lives.
        guard let file = try? DiskFile(reading: name, in: folder), file.isUnused else { continue }
        try? folder.remove(name)
      }
    }
  }

  private static func isRemains(_ name: [UInt8], among entries: Set<[UInt8]>, in shard: Int) -> Bool {
    if name.starts(with: DiskFolder.temporaryPrefix.utf8) { return true }
    let suffix = Array(DiskRecord.bodySuffix.utf8)
    let isBody = name.suffix(suffix.count).elementsEqual(suffix)
    let entry = Array(name.dropLast(isBody ? suffix.count : 0))
    if isBody, !entries.contains(entry) { return true }
    return DiskRecord(name: entry).map { $0.shard != shard } ?? false
  }

  /// How long a temporary file is left alone, in nanoseconds: ten minutes, or two days where no lock protects it.
  private static let staleAge: Int64 = (DiskFile.locksFiles ? 600 : 172_800) * 1_000_000_000
  /// How far in the future a time of use may be, in nanoseconds.
  private static let clockTolerance: Int64 = 1_000_000_000
}
